# SPDX-License-Identifier: GPL-3.0-or-later
# Regular expressions over a text: anchored, alternatives, classes, repetition, substitution.
/^[A-Z][a-z]+ / { begins++ }
/(ba|ko|li)[a-z]*(ta|ne|su)/ { pairs++ }
/[0-9]+/ { numbers++; match($0, /[0-9]+/); digits += RLENGTH; where += RSTART }
/([aeiou][^aeiou]+){6,}|zz/ { long++ }
!/,/ { plain++ }
{
    changed += gsub(/an|on/, "<&>")
    letters += length($0)
    if (match($0, /<[ao]n>[a-z]+\./))
        ends++
}
END { print NR, begins, pairs, numbers, digits, where, long + 0, plain, changed, letters, ends + 0 }
