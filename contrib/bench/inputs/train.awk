# SPDX-License-Identifier: GPL-3.0-or-later
# To train on: fields and words of any text, sums, formats, substitutions.
{
    for (i = NF; i > 0; i--) {
        if ($i ~ /^[0-9.]+$/) {
            sum += $i
            line = line sprintf("%d;", $i)
        } else {
            seen[substr($i, 1, 4)] += 1
            if (match($i, /[aeiou][^aeiou]/))
                pairs[substr($i, RSTART, RLENGTH)]++
        }
    }
    if (gsub(/[,;]/, " ") > 2)
        many++
    if (tolower($1) ~ /^(ka|to|key)/)
        begins++
    if (length(line) > 500) {
        n = split(line, part, ";")
        check = (check * 13 + n + part[1]) % 65521
        line = ""
    }
}
END {
    for (word in seen)
        check = (check + seen[word] * length(word)) % 65521
    for (pair in pairs)
        kinds++
    printf "%d %.2f %d %d %d %d\n", NR, sum, kinds, many, begins, check
}
