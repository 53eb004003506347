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

# What option $argv[1], "--top" or "-n", takes, as the help calls it.
function __pathprof_argument
    set -l words (__pathprof_words)
    for line in ($words[1] $words[2] --help 2>/dev/null)
        string match -rq '^  (?:-(?<letter>[A-Za-z]), |    )(?<name>--[a-z-]+)(?:=(?<arg>[A-Z]+))? ' -- $line
        or continue
        if contains -- "$argv[1]" $name -$letter
            echo $arg
            return
        end
    end
end

# The option whose value the word at hand is, be it behind a "=" or a word of its own.
function __pathprof_option
    set -l word (commandline -ct)
    if string match -rq '^(?<name>--[a-z-]+)=' -- $word
        echo $name
    else if not string match -q -- '-*' $word
        set -l before (commandline -opc)
        string match -r -- '^-[A-Za-z]$|^--[a-z-]+$' $before[-1]
    end
end

# Of an option that takes a value from a list, the values: $argv[1] is its long name.
function __pathprof_values
    set -l words (__pathprof_words)
    set -l listed (string match -r 'is none of ([a-z, ]*)' -- ($words[1] $words[2] "$argv[1]=?" 2>&1))
    for value in (string split -n ', ' -- "$listed[2]")
        string trim -- $value
    end
end

# The same where the value is a word of its own.
function __pathprof_value_words
    set -l words (__pathprof_words)
    set -l option (__pathprof_option)
    switch "$(__pathprof_argument $option)"
        case KEY WHEN FORMAT
            if string match -q -- '-?' $option
                set option (string match -rg "^  $option, (--[a-z-]+)=" -- ($words[1] $words[2] --help 2>/dev/null))
            end
            __pathprof_values $option
    end
end

# Whether the word at hand can be a file: it is no option's name, nor the value of one that takes something else.
function __pathprof_wants_file
    set -l option (__pathprof_option)
    if test -z "$option"
        not string match -q -- '-*' (commandline -ct)
        return
    end
    contains -- "$(__pathprof_argument $option)" '' FILE DIR DATA REPORT PROGRAM
end

# Options with what they say; of one that takes a value from a list, each value.
function __pathprof_options
    set -l words (__pathprof_words)
    for line in ($words[1] $words[2] --help 2>/dev/null)
        string match -rq '^  (?:-(?<letter>[A-Za-z]), |    )(?<name>--[a-z-]+)(?:=(?<arg>[A-Z]+))? +(?<text>.*)$' -- $line
        or continue
        switch "$arg"
            case KEY WHEN FORMAT
                for value in (__pathprof_values $name)
                    printf '%s=%s\t%s\n' $name $value $text
                end
            case ''
                printf '%s\t%s\n' $name $text
            case '*'
                string match -q -- '*=*' (commandline -ct)
                or printf '%s=\t%s\n' $name $text
        end
        if test -n "$letter"
            printf '%s\t%s\n' -$letter $text
        end
    end
end

complete -c pathprof -f -n __pathprof_has_no_subcommand -a '(__pathprof_commands)'
complete -c pathprof -f -n 'not __pathprof_has_no_subcommand; and not __pathprof_wants_file' -a '(__pathprof_value_words)'
complete -c pathprof -n 'not __pathprof_has_no_subcommand; and string match -q -- "-*" (commandline -ct)' -a '(__pathprof_options)'
