# SPDX-License-Identifier: GPL-3.0-or-later
# Sums over the numeric fields of "key,number,number,..." records, by key, and a formatted table.
BEGIN { FS = "," }
NF >= 4 && $2 ~ /^[0-9]+$/ {
    total[$1] += $2 * $3
    if ($4 + 0 > best[$1])
        best[$1] = $4 + 0
    $4 = sprintf("%05.1f", $4)
    check = (check + length($0)) % 65521
}
NR % 100 == 0 {
    n = split($0, part, /[,-]/)
    joined = part[n]
    for (i = n - 1; i > 0; i--)
        joined = joined "|" part[i]
    check = (check * 7 + index(joined, "|")) % 65521
}
END {
    for (i = 0; i < 40; i++) {
        key = "key-" i
        printf "%s %.2f %.3f\n", key, total[key], best[key]
    }
    print NR, check
}
