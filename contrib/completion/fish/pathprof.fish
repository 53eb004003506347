# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion for pathprof.  Put it into ~/.config/fish/completions.
#
# Subcommands, their options and what these take are asked of the command itself.

# The words before the one at hand: the command, and its subcommand if there is one.
function __pathprof_words
    set -l words (commandline -opc)
    echo $words[1]
    for word in $words[2..-1]
        if not string match -q -- '-*' $word
            echo $word
            return
        end
    end
end

function __pathprof_has_no_subcommand
    test (count (__pathprof_words)) -lt 2
end

function __pathprof_commands
    set -l words (__pathprof_words)
    $words[1] --help 2>/dev/null | string replace -rf '^  ([a-z]+)  +(.*)' '$1\t$2'
end

# Options with what they say; of one that takes a value from a list, each value.
function __pathprof_options
    set -l words (__pathprof_words)
    for line in ($words[1] $words[2] --help 2>/dev/null)
        string match -rq '^  (?:-(?<letter>[A-Za-z]), |    )(?<name>--[a-z-]+)(?:=(?<arg>[A-Z]+))? +(?<text>.*)$' -- $line
        or continue
        switch "$arg"
            case KEY WHEN FORMAT
                set -l listed (string match -r 'is none of ([a-z, ]*)' -- ($words[1] $words[2] "$name=?" 2>&1))
                for value in (string split -n ', ' -- "$listed[2]")
                    printf '%s=%s\t%s\n' $name (string trim -- $value) $text
                end
            case ''
                printf '%s\t%s\n' $name $text
            case '*'
                printf '%s=\t%s\n' $name $text
        end
        if test -n "$letter"
            printf '%s\t%s\n' -$letter $text
        end
    end
end

complete -c pathprof -f -n __pathprof_has_no_subcommand -a '(__pathprof_commands)'
complete -c pathprof -n 'not __pathprof_has_no_subcommand; and string match -q -- "-*" (commandline -ct)' -a '(__pathprof_options)'
