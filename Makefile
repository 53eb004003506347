# SPDX-License-Identifier: GPL-3.0-or-later
# make            pathprof.so and pathprof, at the top of the tree
# make deps       the Debian packages that building and testing need
# make demo       profiles pathprof's own command and prints its hot paths
# make check      the test suite (RUNTESTFLAGS=core.exp for one part); check-all: the long parts too
# make bench      overhead beside gcc's own profilers
# make install    DESTDIR=, prefix=; make uninstall; make clean
# GCC=gcc-11      builds for that compiler
GCC = gcc
GCC_VERSION := $(shell $(GCC) -dumpversion | cut -d. -f1)
GXX := $(patsubst %gcc,%g++,$(patsubst gcc-%,g++-%,$(GCC)))
VERSION = 0.1.0
B = build/gcc-$(GCC_VERSION)
PLUGIN_DIR := $(shell $(GCC) -print-file-name=plugin)

WARNINGS = -Wall -Wextra -Werror
CFLAGS = -O2 -g
C = -std=gnu11 -D_GNU_SOURCE $(WARNINGS) -Iplugin -Iplugin/core -Iruntime -DPATHPROF_VERSION='"$(VERSION)"'
# GCC's headers are C++ and not clean under -Wextra; ours are.
CXX_GCC = -std=gnu++14 -fno-rtti -fno-exceptions $(WARNINGS) -Wno-literal-suffix -isystem $(PLUGIN_DIR)/include \
	-Iplugin -Iplugin/core -DPATHPROF_VERSION='"$(VERSION)"'

CORE = $(patsubst %.c,$(B)/%.o,$(wildcard plugin/core/*.c))
TOOL = $(patsubst %.c,$(B)/%.o,$(wildcard plugin/tool/*.c))
GCC_SIDE = $(patsubst %.cc,$(B)/%.o,plugin/pathprof.cc $(wildcard plugin/gcc/*.cc)) $(B)/plugin/plugin-options.o \
	$(B)/runtime-text.o
RUNTIME = $(wildcard runtime/*.c runtime/*.h)

all: pathprof.so pathprof libpathprof.a

pathprof.so: $(GCC_SIDE) $(CORE)
	$(GXX) -shared -fPIC -Wl,-z,defs -Wl,--unresolved-symbols=ignore-all -o $@ $^ -lgmp -lz

pathprof: $(TOOL) $(CORE)
	$(GCC) $(CFLAGS) -o $@ $^ -lelf -ljansson -lgmp -lz

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(GCC) $(C) $(CFLAGS) -fPIC -MMD -MP -c $< -o $@

$(B)/%.o: %.cc
	@mkdir -p $(@D)
	$(GXX) $(CXX_GCC) $(CFLAGS) -fPIC -MMD -MP -c $< -o $@

# The runtime, once as assembly that the plugin carries and once as a library.
RUNTIME_FLAGS = -std=gnu11 -D_GNU_SOURCE $(WARNINGS) -O2 -fPIC -fvisibility=hidden -fno-stack-protector \
	-fcf-protection=none -ffunction-sections -fdata-sections

$(B)/runtime.s: runtime/runtime.c runtime/carry.awk $(RUNTIME)
	@mkdir -p $(@D)
	$(GCC) $(RUNTIME_FLAGS) -S -o $(B)/runtime-raw.s $<
	awk -f runtime/carry.awk $(B)/runtime-raw.s > $@.new
	mv $@.new $@

$(B)/runtime-text.c: $(B)/runtime.s
	{ echo 'extern const char pp_runtime_assembly[];'; echo 'const char pp_runtime_assembly[] ='; \
	  sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $<; echo ';'; } > $@

$(B)/runtime-text.o: $(B)/runtime-text.c
	$(GCC) -O2 -fPIC -c $< -o $@

libpathprof.a: runtime/runtime.c $(RUNTIME)
	@mkdir -p $(B)
	$(GCC) $(RUNTIME_FLAGS) -c -o $(B)/runtime-library.o $<
	rm -f $@
	ar rcs $@ $(B)/runtime-library.o

-include $(CORE:.o=.d) $(TOOL:.o=.d) $(GCC_SIDE:.o=.d)

PACKAGES = gcc g++ gcc-12-plugin-dev libgmp-dev libelf-dev libjansson-dev zlib1g-dev dejagnu make

clean:
	rm -rf build pathprof.so pathprof libpathprof.a

.PHONY: all clean
