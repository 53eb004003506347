# SPDX-License-Identifier: GPL-3.0-or-later
# Word counts of a text, and the longest lines.
{
    for (i = 1; i <= NF; i++) {
        word = tolower($i)
        sub(/[.,;:!?]+$/, "", word)
        count[word]++
    }
    if (length($0) > longest) {
        longest = length($0)
        at = NR
    }
}
END {
    for (word in count) {
        kinds++
        if (count[word] > 50)
            sum = (sum * 31 + length(word) * count[word]) % 1000003
        if (count[word] == 1)
            once++
        total += count[word]
    }
    print NR, total, kinds, once + 0, longest, at
}
