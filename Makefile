# SPDX-License-Identifier: GPL-3.0-or-later
# make            pathprof.so and pathprof, at the top of the tree
# make deps       the Debian packages that building and testing need
# make doc        the tables of options in the manual and the man pages
# make demo       profiles pathprof's own command and prints its hot paths
# make check      the test suite (RUNTESTFLAGS=core.exp for one part); check-all: the long parts too, and check-gcc
# make check-gcc  builds and tests with other versions of GCC, each in a chroot: GCCS="13 14 15 16" (contrib/check-gcc)
# make bench      overhead beside gcc's own profilers
# make experiments  the tables of doc/measurements/supergraph.md
# make install    DESTDIR=, prefix=, PLUGIN_DIR=; make uninstall; make clean
# make dist       the release, a tarball of the last commit, in build/; contrib/packaging makes packages of it
# GCC=gcc-11      builds for that compiler
# CPPFLAGS=-DNDEBUG  builds without the asserts of plugin/core, which take less than a hundredth of the time
# TARGET=aarch64-linux-gnu  builds, in build/, for that cross compiler of the same version, here
GCC = gcc
# Before `make deps` there may be no compiler to ask: then its name says, or it is Debian's.
GCC_VERSION := $(or $(shell $(GCC) -dumpversion 2>/dev/null | cut -d. -f1),$(patsubst gcc-%,%,$(filter gcc-%,$(GCC))),12)
GXX := $(patsubst %gcc,%g++,$(patsubst gcc-%,g++-%,$(GCC)))
VERSION = 0.1.0
B = build/gcc-$(GCC_VERSION)$(if $(TARGET),-$(TARGET))
# What only runs here is the same for every target.
H = build/gcc-$(GCC_VERSION)
# The compiler that loads the plugin, and compiles what runs in its programs; GCC compiles what runs here.
TARGET_GCC := $(if $(TARGET),$(TARGET)-gcc-$(GCC_VERSION),$(GCC))
TARGET_GXX := $(if $(TARGET),$(TARGET)-g++-$(GCC_VERSION),$(GXX))
MACHINE := $(shell $(TARGET_GCC) -dumpmachine 2>/dev/null)
MACHINES = x86_64 i686 aarch64 arm riscv64 powerpc64le s390x
ifeq ($(filter $(MACHINES),$(firstword $(subst -, ,$(or $(MACHINE),x86_64)))),)
$(error pathprof: programs for $(MACHINE) are not supported: those for $(MACHINES) are (doc/manual.md, Other machines))
endif
GCC_PLUGINS = $(shell $(TARGET_GCC) -print-file-name=plugin)
# Where the results are; those for another machine do not take the place of this one's.
P = $(if $(TARGET),$(B)/)
# A compiler for two sizes of words (-m32) makes both, if it has a C library's headers for the second; the kernel's are
# for both, and a compiler that was not installed for both does not look there.
M32_FLAGS = -m32 -idirafter /usr/include/$(shell $(TARGET_GCC) -print-multiarch)
M32 := $(if $(filter x86_64-%,$(MACHINE)),$(shell \
  $(TARGET_GCC) $(M32_FLAGS) -fsyntax-only -include stdint.h -include sys/syscall.h -x c /dev/null 2>/dev/null && echo m32))
M := $(B)/m32
# `make deps check`: first the one, then the other, in parallel makes too.
SETUP = $(filter deps,$(MAKECMDGOALS))

WARNINGS = -Wall -Wextra -Werror
CFLAGS = -O2 -g
# Distributions have warnings in theirs that are for C alone, and an error for C++ (Debian 13).
CXXFLAGS = $(filter-out -Werror=implicit-%,$(CFLAGS))
# What distributions expect (glibc wants an optimiser for FORTIFY); the user's CPPFLAGS, CFLAGS and LDFLAGS come behind,
# and may say otherwise.  The runtime's flags are its own: it is part of other people's programs.
HARDENED = -fstack-protector-strong $(if $(filter-out -O0,$(filter -O%,$(CFLAGS))),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
HARDENED_LINK = -Wl,-z,relro,-z,now
C = -std=gnu11 $(WARNINGS) -I. -Iplugin -DPATHPROF_VERSION='"$(VERSION)"'
# GCC's headers are C++ and not clean under -Wextra; ours are.
CXX_GCC = -std=gnu++14 -fno-rtti -fno-exceptions $(WARNINGS) -Wno-literal-suffix -isystem $(GCC_PLUGINS)/include \
	-I. -Iplugin -DPATHPROF_VERSION='"$(VERSION)"'

CORE = $(patsubst %.c,$(H)/%.o,$(wildcard plugin/core/*/*.c))
INPUT = $(patsubst %.c,$(H)/%.o,$(wildcard plugin/input/*.c plugin/input/*/*.c))
TOOL = $(patsubst %.c,$(H)/%.o,$(wildcard plugin/tool/*.c plugin/tool/*/*.c))
GCC_SIDE = $(patsubst %.cc,$(B)/%.o,plugin/pathprof.cc $(wildcard plugin/gcc/*/*.cc plugin/gcc/*/*/*.cc)) $(H)/plugin/options/plugin-options.o \
	$(B)/runtime-text.o
RUNTIME = $(wildcard runtime/*.[ch] runtime/*/*.[ch])
# libelf is loaded where it is needed (plugin/input/elf/elf.c); that the command names it as well lets packagers see it.
TOOL_LIBS = -Wl,--no-as-needed -lelf -Wl,--as-needed -ldw -ljansson -lgmp -lz -lstdc++ -lm -ldl

LIBRARIES = libpathprof.a libpathprof-freestanding.a
PRODUCTS = pathprof.so pathprof $(LIBRARIES)
all: pathprof $(addprefix $(P),$(filter-out pathprof,$(PRODUCTS))) $(if $(M32),$(addprefix $(M)/,$(LIBRARIES)))

# GCC loads a plugin with all its symbols bound: of one that another version lacks the loader would complain, before
# plugin_init could say which version the plugin is made for.  So what GCC defines is referred to weakly, and is all in
# a table, by which plugin_init sees that nothing is missing.
$(B)/gcc-side-strong.o: $(GCC_SIDE)
	$(GCC) -r -nostdlib -o $@ $^

$(B)/gcc-symbols: $(B)/gcc-side-strong.o
	nm -P -u $< | cut -d' ' -f1 >$@.wanted
	nm -D -P --defined-only "$$($(TARGET_GCC) -print-prog-name=cc1)" | cut -d' ' -f1 | grep -Fxf $@.wanted >$@.new
	mv $@.new $@

$(B)/gcc-symbols.c: $(B)/gcc-symbols
	awk '{ print "extern char " $$1 ";"; row = row "    {\"" $$1 "\", &" $$1 "},\n" } \
	  END { print "const struct { const char *name; void *address; } pp_gcc_symbols[] = {\n" row "    {0, 0}};" }' $< >$@

$(B)/gcc-symbols.o: $(B)/gcc-symbols.c
	$(GCC) -fno-builtin -fPIC -c $< -o $@

$(B)/gcc-side.o: $(B)/gcc-side-strong.o $(B)/gcc-symbols.o
	$(GCC) -r -nostdlib -o $@.new $^
	objcopy --weaken-symbols=$(B)/gcc-symbols $@.new $@
	rm $@.new

$(B)/pathprof.so: $(B)/gcc-side.o $(INPUT) $(CORE)
	$(GCC) -shared -fPIC $(HARDENED_LINK) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lgmp -lz -lm -ldl

$(H)/pathprof: $(TOOL) $(INPUT) $(CORE) $(H)/web-assets.o
	$(GCC) -pie $(HARDENED_LINK) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TOOL_LIBS)

LIBRARY = runtime state wide pending bursts sample
$(B)/libpathprof.a: $(LIBRARY:%=$(B)/%-library.o)
$(M)/libpathprof.a: $(LIBRARY:%=$(M)/%-library.o)
$(B)/libpathprof-freestanding.a: $(B)/freestanding-library.o
$(M)/libpathprof-freestanding.a: $(M)/freestanding-library.o

$(B)/libpathprof.a $(M)/libpathprof.a $(B)/libpathprof-freestanding.a $(M)/libpathprof-freestanding.a:
	rm -f $@
	$(if $(TARGET),$(TARGET)-)ar rcs $@ $^

$(B)/freestanding-library.o $(M)/freestanding-library.o: RUNTIME_FLAGS += -ffreestanding

# The results at the top are those of the compiler that was asked for last; replaced at once, so that
# whoever is using them is not disturbed.
$(PRODUCTS): %: $(H)/% always
	@cmp -s $< $@ || { cp $< $@.new && mv $@.new $@; }

$(H)/%.o: %.c | $(SETUP)
	@mkdir -p $(@D)
	$(GCC) $(C) $(HARDENED) $(CPPFLAGS) $(CFLAGS) -fPIC -MMD -MP -c $< -o $@

# Every file of plugin/gcc begins with the header that includes GCC's, which would take two thirds of its time.
HEADERS = $(B)/headers/gcc/base/compat.h.gch
$(HEADERS): plugin/gcc/base/compat.h | $(SETUP)
	@mkdir -p $(@D) && ln -sf $(CURDIR)/$< $(@:.gch=)
	$(GXX) $(CXX_GCC) $(HARDENED) $(CPPFLAGS) $(CXXFLAGS) -fPIC -MMD -MP -MT $@ -MF $(@:.gch=.d) -x c++-header -c $< -o $@

$(B)/%.o: %.cc $(HEADERS)
	@mkdir -p $(@D)
	$(GXX) -I$(B)/headers $(CXX_GCC) $(HARDENED) $(CPPFLAGS) $(CXXFLAGS) -fPIC -MMD -MP -c $< -o $@

# The runtime, once as assembly that the plugin carries and once as a library: the runtime proper, and
# the state that only interprocedural modes have, and what only wide numbers, pending=on,
# bursts=on or sampling need.
HAS_CF_PROTECTION = $(filter x86_64-% i686-%,$(MACHINE))
RUNTIME_FLAGS = -std=gnu11 $(WARNINGS) -O2 -fPIC -fvisibility=hidden -fno-stack-protector \
	$(if $(HAS_CF_PROTECTION),-fcf-protection=full) -ffunction-sections -fdata-sections \
	-fno-tree-loop-distribute-patterns -fno-plt $(if $(filter aarch64-%,$(MACHINE)),-mno-outline-atomics)

define text_rule
$(1)/%.s: runtime/%.c runtime/carry.awk $$(RUNTIME) | $$(SETUP)
	@mkdir -p $$(@D)
	$$(TARGET_GCC) $$(RUNTIME_FLAGS) $(2) -S -o $(1)/$$*-raw.s $$<
	awk -v group=pathprof_$$* -f runtime/carry.awk $(1)/$$*-raw.s > $$@.new
	mv $$@.new $$@
endef
$(eval $(call text_rule,$(B),))
$(eval $(call text_rule,$(M),$(M32_FLAGS)))

# What there is not is empty.
PARTS_OF_RUNTIME = runtime state wide pending bursts sample
$(B)/runtime-text.c: $(PARTS_OF_RUNTIME:%=$(B)/%.s) $(if $(M32),$(PARTS_OF_RUNTIME:%=$(M)/%.s))
	for part in $(PARTS_OF_RUNTIME); do for which in "" m32; do name=pp_$${part}_assembly$$which; \
	  echo "extern const char $$name[];" && echo "const char $$name[] = \"\"" && \
	  { [ "$$which" -a -z "$(M32)" ] || sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $(B)/$$which/$$part.s; } && \
	  echo ';' || exit 1; done; done > $@

$(B)/runtime-text.o: $(B)/runtime-text.c
	$(GCC) -O2 -fPIC -c $< -o $@

$(B)/%-library.o: runtime/%.c $(RUNTIME) | $(SETUP)
	@mkdir -p $(@D)
	$(TARGET_GCC) $(RUNTIME_FLAGS) -c -o $@ $<

$(M)/%-library.o: runtime/%.c $(RUNTIME) | $(SETUP)
	@mkdir -p $(@D)
	$(TARGET_GCC) $(RUNTIME_FLAGS) $(M32_FLAGS) -c -o $@ $<

# What reports for the browser carry: the pages' own files, in the order in which they use each other, and what of
# highlight.js (Debian's node-highlight.js) colours C and C++; without it sources are shown without colours.
WEB = plugin/tool/web
WEB_SCRIPTS = $(patsubst %,$(WEB)/%.js,base data source sections walk paths graph calls contexts iterations function \
	functions insights untested overview flame changes lanes pages)
HIGHLIGHT = $(firstword $(wildcard /usr/share/nodejs/highlight.js/lib))
HIGHLIGHT_FILES = $(if $(HIGHLIGHT),$(HIGHLIGHT)/highlight.js $(HIGHLIGHT)/languages/cpp.js)
HIGHLIGHT_LICENSE = $(wildcard $(if $(HIGHLIGHT),/usr/share/doc/node-highlight.js/copyright))

$(H)/web/highlight.js: $(HIGHLIGHT_FILES)
	@mkdir -p $(@D)
	for part in $(HIGHLIGHT_FILES); do echo '(function (module) {' && cat $$part && echo && \
	  { [ $${part##*/} != cpp.js ] || echo "hljs.registerLanguage('cpp', module.exports);"; } && echo '})({});' || exit 1; done >$@

$(H)/web/licenses.txt: $(WEB)/licenses.txt $(HIGHLIGHT_LICENSE)
	@mkdir -p $(@D)
	cat $^ >$@

$(H)/web/pathprof.js: $(WEB_SCRIPTS)
	@mkdir -p $(@D)
	cat $^ >$@

# As texts of C.  A text that ended the script that it stands in would end it in a report of a single file, too.
$(H)/web-assets.c: $(WEB)/index.html $(WEB)/style.css $(H)/web/pathprof.js $(H)/web/highlight.js $(H)/web/licenses.txt
	! grep -il -e '</script' -e '<!--' -e '</style' $(filter-out %.html,$^)
	set -- page style script highlight licenses; { echo '#include "tool/html/assets.h"'; for file in $^; do \
	  echo "const char pp_asset_$$1[] =" && sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $$file && echo '"";' && shift || exit 1; \
	  done; } >$@

$(H)/web-assets.o: $(H)/web-assets.c
	$(GCC) $(C) -O2 -fPIC -c $< -o $@

-include $(CORE:.o=.d) $(INPUT:.o=.d) $(TOOL:.o=.d) $(GCC_SIDE:.o=.d) $(HEADERS:.gch=.d)

# ---- Setting up.
V = $(GCC_VERSION)
BUILD_PACKAGES = make gcc g++ gcc-$(V) g++-$(V) gcc-$(V)-plugin-dev libgmp-dev libelf-dev libdw-dev libjansson-dev \
	zlib1g-dev binutils
PACKAGES = $(BUILD_PACKAGES) gfortran-$(V) dejagnu python3 valgrind graphviz csmith libcsmith-dev xz-utils tcl musl-tools \
	ccache lcov libcap2-bin mmdebstrap zsh fish cmake python3-jsonschema node-highlight.js $(BROWSER) $(READERS)
# For the tests of reports; contrib/check-gcc does without.
BROWSER = chromium
# For those of exports, and of servers of sources, likewise.
READERS = protobuf-compiler golang-github-google-pprof-dev debuginfod
# Of these, what this release of Debian has.
SOME_PACKAGES = gcc-12-source gcc-11 gcc-$(V)-multilib

packages:
	@echo $(PACKAGES) $(SOME_PACKAGES)

deps:
	@if [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(PACKAGES) \
	    $$(apt-cache pkgnames gcc-1 | grep -x $(SOME_PACKAGES:%=-e %)); \
	else \
	  echo 'As root, run:  apt-get install --no-install-recommends $(PACKAGES)'; \
	  for p in $(PACKAGES); do dpkg -s $$p >/dev/null 2>&1 || { echo "missing: $$p"; exit 1; }; done; \
	fi

# ---- What documents say of options is made from the tables that the plugin and the command have.
doc: pathprof
	contrib/option-table --update doc/manual.md
	contrib/man-options --update ./pathprof doc/man

# All, by as many jobs as there are processors unless make was told how many: for what takes minutes in any case.
built: | $(SETUP)
	+@$(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS)) all

# ---- pathprof's own command, compiled with the plugin, reads its own profile.
DEMO = $(B)/demo
demo: built
	@rm -rf $(DEMO) && mkdir -p $(DEMO)
	$(GCC) $(C) -O2 -g -fplugin=./pathprof.so -fplugin-arg-pathprof-mode=path \
	  $(patsubst $(H)/%.o,%.c,$(TOOL) $(INPUT) $(CORE)) $(H)/web-assets.o -o $(DEMO)/pathprof $(TOOL_LIBS)
	cd $(DEMO) && ./pathprof report --help >help.txt
	cd $(DEMO) && ./pathprof report ./pathprof >first.txt
	cd $(DEMO) && ./pathprof dump --json ./pathprof >dump.json
	./pathprof report $(DEMO)/pathprof -d $(DEMO)/pathprof.ppda -n 10

# ---- Testing.
# Its parts are testsuite/core/core.exp and so on.  As many jobs as there are processors (with one more, tests that look at
# times see another machine than they expect) go through all of them, those that take longest first, and each test is run
# by the job that comes to it first; what job 2 had to say of core is in build/gcc-N/testsuite/core/2.  Job `waiting` runs
# what mostly sleeps.
CHECK = runtest --tool pathprof --srcdir $(CURDIR)/testsuite CC=$(TEST_CC) CXX=$(TEST_CXX) HOST_CC=$(GCC) \
	PLUGIN=$(CURDIR)/$(P)pathprof.so PATHPROF=$(CURDIR)/pathprof OBJDIR=$(CURDIR)/$(B) HOST_OBJDIR=$(CURDIR)/$(H)
SLOW = run gcov oracle conform use lto core tool runtime
# What other machines can differ in.
PARTS = $(if $(TARGET),run use lto runtime,$(ALL_PARTS))
ALL_PARTS = $(SLOW) $(filter-out $(SLOW) lib config,$(patsubst testsuite/%/,%,$(dir $(wildcard testsuite/*/*.exp))))
JOBS = $(shell nproc)
RESULTS = $(CURDIR)/$(B)/testsuite

# Programs for another machine run under qemu-user (package qemu-user-binfmt) with that machine's libraries.
TEST_CC = $(if $(TARGET),$(CURDIR)/$(B)/gcc,$(GCC))
TEST_CXX = $(if $(TARGET),$(CURDIR)/$(B)/g++,$(GXX))
ifdef TARGET
$(B)/gcc $(B)/g++: testsuite/lib/cross-compiler
	@mkdir -p $(@D)
	testsuite/lib/cross-compiler $(TARGET)-$(@F)-$(GCC_VERSION) >$@.new && chmod +x $@.new && mv $@.new $@
check check-all: $(B)/gcc $(B)/g++
endif

check-all: export PP_ALL = 1
check check-all: built
	@rm -rf $(RESULTS) && mkdir -p $(RESULTS)/claims
ifdef RUNTESTFLAGS
	cd $(RESULTS) && $(CHECK) $(RUNTESTFLAGS)
else
	@printf '%s\n' $$(seq $(JOBS)) waiting | xargs -P $$(($(JOBS) + 1)) -I @JOB@ sh -c 'status=0; for part in $(PARTS); do \
	    mkdir -p $(RESULTS)/$$part/@JOB@ && cd $(RESULTS)/$$part/@JOB@ || exit; \
	    $(CHECK) CLAIMS=$(RESULTS)/claims JOB=@JOB@ $$part.exp >output.txt 2>&1 || status=1; \
	    grep -a -e "^FAIL" -e "^XPASS" -e "^UNRESOLVED" -e "^ERROR" output.txt | sed "s/^/$$part: /"; done; exit $$status'; \
	  status=$$?; cd $(RESULTS) && for part in $(PARTS); do sed -n 's/^# of //p' $$part/*/output.txt | \
	    awk -F '\t+' -v part=$$part '{ sum[$$1] += $$2 } END { for (kind in sum) print part ": # of " kind ": " sum[kind] }'; \
	  done; $(if $(TARGET),,$(if $(filter check-all,$@),$(OTHER_VERSIONS))) exit $$status
endif

# The whole suite, in its short form, for each other version of GCC.
OTHER_VERSIONS = $(CURDIR)/contrib/check-gcc -p "$(ALL_PARTS)" $(GCCS) || [ $$? = 77 ] || status=1;
GCCS = 13 14 15 16
check-gcc:
	contrib/check-gcc $(GCCS)

experiments: all
	contrib/bench/experiments.py --plugin ./pathprof.so --cc $(GCC) $(BENCHFLAGS)

bench: all
	contrib/bench/bench.py --plugin ./pathprof.so --cc $(GCC) $(BENCHFLAGS)

# ---- Installing.
# The plugin goes to where this GCC looks for -fplugin=pathprof; to a directory below prefix if whoever installs may not
# write there, or if it is there already.  PLUGIN_DIR= says otherwise.
prefix = /usr/local
LIB_DIR = $(prefix)/$(if $(TARGET),$(TARGET)/)lib
# What is linked with -m32.
LIB32_DIR = $(prefix)/lib32
OWN_DIR = $(LIB_DIR)/pathprof
PLUGIN_DIR = $(shell if [ -e "$(DESTDIR)$(OWN_DIR)/pathprof.so" ] || { [ -z "$(DESTDIR)" ] && [ ! -w "$(GCC_PLUGINS)" ]; }; \
  then echo "$(OWN_DIR)"; else echo "$(GCC_PLUGINS)"; fi)
SHARE = $(prefix)/share
# What is installed below it as it is, FILE:DIRECTORY.
DATA = $(patsubst %,%:man/man1,$(wildcard doc/man/*.1)) contrib/completion/bash/pathprof:bash-completion/completions \
  contrib/completion/zsh/_pathprof:zsh/site-functions contrib/completion/fish/pathprof.fish:fish/vendor_completions.d \
  contrib/autoconf/pathprof.m4:aclocal contrib/cmake/Pathprof.cmake:pathprof/cmake \
  $(patsubst %,%:pathprof/meson,$(wildcard contrib/meson/*)) \
  $(foreach file,README.md NEWS.md HACKING.md testsuite/README.md $(shell find doc -name '*.md' -o -name '*.svg' -o -path '*/schemas/*.json' -o -path '*/examples/*'),$(file):$(patsubst %/,%,$(patsubst ./%,%,doc/pathprof/$(dir $(file)))))
DATA_DIRS = $(sort $(foreach pair,$(DATA),$(lastword $(subst :, ,$(pair)))))

# All of it or nothing: whether every directory can be written to, or made, is asked first.
install: all
	@set -e; plugins="$(PLUGIN_DIR)"; \
	for dir in "$(prefix)/bin" "$(LIB_DIR)" $(if $(M32),"$(LIB32_DIR)") "$(prefix)/include" $(DATA_DIRS:%="$(SHARE)/%") "$$plugins"; do \
	  there="$(DESTDIR)$$dir"; \
	  until [ -e "$$there" ]; do there=$$(dirname "$$there"); done; \
	  if [ ! -d "$$there" ] || [ ! -w "$$there" ]; then \
	    echo "make install: cannot write to $(DESTDIR)$$dir: nothing is installed; give another prefix= or PLUGIN_DIR=" >&2; \
	    exit 1; \
	  fi; \
	done; \
	set -x; \
	install -d "$(DESTDIR)$(prefix)/bin" "$(DESTDIR)$(LIB_DIR)" "$(DESTDIR)$(prefix)/include" \
	  $(DATA_DIRS:%="$(DESTDIR)$(SHARE)/%") "$(DESTDIR)$$plugins"; \
	install pathprof "$(DESTDIR)$(prefix)/bin"; \
	install -m 644 $(addprefix $(P),$(LIBRARIES)) "$(DESTDIR)$(LIB_DIR)"; \
	$(if $(M32),install -d "$(DESTDIR)$(LIB32_DIR)"; install -m 644 $(addprefix $(M)/,$(LIBRARIES)) "$(DESTDIR)$(LIB32_DIR)";) \
	install -m 644 runtime/pathprof-freestanding.h "$(DESTDIR)$(prefix)/include"; \
	install -m 644 $(P)pathprof.so "$(DESTDIR)$$plugins"; \
	set +x; \
	for pair in $(DATA); do install -m 644 "$${pair%:*}" "$(DESTDIR)$(SHARE)/$${pair##*:}"; done; \
	[ "$$plugins" = "$(GCC_PLUGINS)" ] || echo "GCC does not look there by itself: compile with -fplugin=$$plugins/pathprof.so"

uninstall:
	plugins="$(PLUGIN_DIR)"; rm -f "$(DESTDIR)$(prefix)/bin/pathprof" "$(DESTDIR)$$plugins/pathprof.so" \
	  $(foreach library,$(LIBRARIES),"$(DESTDIR)$(LIB_DIR)/$(library)" "$(DESTDIR)$(LIB32_DIR)/$(library)") \
	  "$(DESTDIR)$(prefix)/include/pathprof-freestanding.h"
	for pair in $(DATA); do file=$${pair%:*}; rm -f "$(DESTDIR)$(SHARE)/$${pair##*:}/$${file##*/}"; done
	[ ! -d "$(DESTDIR)$(OWN_DIR)" ] || rmdir --ignore-fail-on-non-empty "$(DESTDIR)$(OWN_DIR)"
	for dir in pathprof doc/pathprof; do dir="$(DESTDIR)$(SHARE)/$$dir"; \
	  [ ! -d "$$dir" ] || find "$$dir" -depth -type d -empty -delete; done

# The same bytes whoever makes it, wherever and whenever: what git has of the last commit, with its time.
DIST = build/pathprof-$(VERSION).tar.xz
dist:
	@[ -e .git ] || { echo "make dist: this tree is not a git repository" >&2; exit 1; }
	@mkdir -p build
	git -c tar.umask=0022 archive --format=tar --prefix=pathprof-$(VERSION)/ HEAD | env -u XZ_OPT -u XZ_DEFAULTS xz -T1 -9 >$(DIST).new
	@mv $(DIST).new $(DIST) && echo $(DIST)

clean:
	rm -rf build pathprof.so pathprof libpathprof.a libpathprof-freestanding.a

.PHONY: all always built clean deps demo doc check check-all check-gcc packages bench experiments install uninstall dist
