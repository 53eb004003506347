# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# From the compiler's assembly of runtime.c or state.c (x86-64 in AT&T's syntax, and others) to text that can
# stand at the end, or at any place, of any unit's assembly: every section is part of one COMDAT group, of which the
# linker keeps one copy a module; names that are not global get prefixes of their own; and the section in force is the
# same after it as before.
#
#   RUNTIME_FLAGS = -std=gnu11 -Wall -Wextra -Werror -O2 -fPIC -fvisibility=hidden \
#                   -fno-stack-protector -fcf-protection=full -fno-lto -g0 -U_FORTIFY_SOURCE
#   $(GCC) $(RUNTIME_FLAGS) -S runtime/runtime.c -o build/runtime.plain.s
#   awk -v group=pathprof_runtime -f runtime/carry.awk build/runtime.plain.s > build/runtime.s
#   $(GCC) $(RUNTIME_FLAGS) -c runtime/runtime.c -o build/runtime.o
#   $(AR) rcs libpathprof.a build/runtime.o
# build/runtime.s and libpathprof.a depend on runtime/*.[ch] and (runtime.s) on carry.awk.
# -fcf-protection=full costs a no-op a function, and keeps programs built with it true to their mark.

function member(name, flags, type) {
	return "\t.section\t" name ",\"" flags "G\",%" type "," group ",comdat"
}

# The directive that stands for section NAME; "" if what follows is to be dropped.
function section(name) {
	if (name == ".note.pathprof")
		return member(name, "a", "note")
	if (name ~ /^pathprof_counters/)
		return member(name, "aw", "nobits")
	if (name ~ /^\.note/ || name ~ /^\.comment/)
		return ""
	if (name ~ /^\.text/)
		return member(".text." group, "ax", "progbits")
	if (name ~ /^\.rodata/)
		return member(".rodata." group, "a", "progbits")
	if (name ~ /^\.data\.rel\.ro/)
		return member(".data.rel.ro." group, "aw", "progbits")
	if (name ~ /^\.data/)
		return member(".data." group, "aw", "progbits")
	if (name ~ /^\.bss/)
		return member(".bss." group, "aw", "nobits")
	if (name ~ /^\.tbss/)
		return member(".tbss." group, "awT", "nobits")
	if (name ~ /^\.tdata/)
		return member(".tdata." group, "awT", "progbits")
	if (name == ".toc") # ppc64le: addresses, which code finds from a register
		return member(name, "aw", "progbits")
	if (name ~ /^\.init_array/)
		return member(name, "aw", "init_array")
	if (name ~ /^\.fini_array/)
		return member(name, "aw", "fini_array")
	print "carry.awk: section " name " is not known" > "/dev/stderr"
	failed = 1
	exit 1
}

# TEXT with every local name replaced.  What follows % (a register) or @ (a relocation) is no name.
function rename(text,    done, before, token) {
	done = ""
	while (match(text, /[A-Za-z_.$][A-Za-z0-9_.$]*/)) {
		before = substr(text, RSTART - 1, RSTART > 1)
		token = substr(text, RSTART, RLENGTH)
		if (before != "%" && before != "@") {
			if (token ~ /^\.L/)
				token = ".Lpp_" substr(group, 10, 2) "_" substr(token, 3)
			else if (token in is_local)
				token = prefix token
		}
		done = done substr(text, 1, RSTART - 1) token
		text = substr(text, RSTART + RLENGTH)
	}
	return done text
}

# Parts of the runtime have helpers of the same names.
BEGIN { prefix = group == "pathprof_runtime" ? "__pathprof_" : "__" group "_" }

{ line[NR] = $0 }

# A label that is not .L, or the name of a zeroed object: local unless .globl says otherwise.
/^[A-Za-z_][A-Za-z0-9_.$]*:/ { is_local[substr($0, 1, index($0, ":") - 1)] = 1 }
$1 == ".local" { is_local[$2] = 1 }
$1 == ".comm" { split($2, part, ","); is_local[part[1]] = 1 }
$1 == ".globl" || $1 == ".global" { is_global[$2] = 1 }
# i386: what finds the global offset table.  Units have their own, in groups of its name.
/^__x86\.get_pc_thunk\./ { is_helper[substr($0, 1, index($0, ":") - 1)] = 1 }

END {
	if (failed)
		exit 1
	for (name in is_global)
		if (!(name in is_helper))
			delete is_local[name]
	print "# pathprof's runtime: begin"
	directive = member(".text." group, "ax", "progbits")
	sub(/\.section/, ".pushsection", directive)
	print directive
	last = ""
	for (i = 1; i <= NR; i++) {
		words = split(line[i], word, /[ \t]+/)
		first = word[1] == "" ? word[2] : word[1]
		operand = word[1] == "" ? word[3] : word[2]
		if (first == ".file" || first == ".ident" || first == ".local" || words == 0)
			continue
		if (first ~ /^\.(arch|fpu|attribute|eabi_attribute|abiversion|machinemode)$/) # the unit has said what it is for
			continue
		if (first ~ /^\.(globl|global|hidden)$/ && operand in is_helper)
			continue
		if ((first == ".option" || first == ".machine") && !kept) { # the unit's is in force again behind this
			kept = first
			print "\t" kept " push"
		}
		if (first == ".text" || first == ".data" || first == ".bss" || first == ".section") {
			name = first == ".section" ? operand : first
			sub(/,.*/, "", name)
			gsub(/"/, "", name)
			directive = section(name)
			dropped = directive == ""
			if (!dropped && directive != last)
				print directive
			if (!dropped)
				last = directive
			continue
		}
		if (dropped)
			continue
		if (first == ".pushsection") {
			name = operand
			sub(/,.*/, "", name)
			directive = section(name)
			sub(/\.section/, first, directive)
			print directive
			continue
		}
		if (first == ".comm") {
			split(operand, part, ",")
			name = rename(part[1])
			bss = bss "\t.balign\t" part[3] "\n\t.type\t" name ", %object\n\t.size\t" name ", " \
			      part[2] "\n" name ":\n\t.zero\t" part[2] "\n"
			continue
		}
		if (first == ".string" || first == ".ascii" || first == ".base64") {
			print line[i]
			continue
		}
		if (line[i] ~ /^[^ \t]/) { # a label
			print rename(line[i])
			continue
		}
		match(line[i], /^[ \t]*[^ \t]+/)
		print substr(line[i], 1, RLENGTH) rename(substr(line[i], RLENGTH + 1))
	}
	print member(".bss." group, "aw", "nobits")
	printf "%s", bss
	if (kept)
		print "\t" kept " pop"
	print "\t.popsection"
	print "# pathprof's runtime: end"
}
