"""The scripts by which a shell completes `magnate` and `magnate-server`, and the lines that install them. Must not run any.

A script asks the program itself, in the way that click answers: the words before the cursor and the number of the one that is
being typed go out in the environment, and each line that comes back has a type and a value. Whatever goes wrong there is
silent, since somebody is in the middle of a line. click's own scripts would do but for three things: bash cuts words at `=` and
`:`, zsh and fish lose the values of `--preset=short`, and bash and zsh put a space behind `auctions=`.
"""

from __future__ import annotations

from typing import Final

_BASH: Final = r"""
_magnate_complete() {
    local IFS=$' \t\n' line=$COMP_LINE program=${1/#\~/$HOME} variable=_MAGNATE_COMPLETE
    local words=() word breaks= prefix= kind value i
    [[ ${1##*/} == magnate-server ]] && variable=_MAGNATE_SERVER_COMPLETE
    # Bash cuts at = and : as well; what no space parts is one word.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $i -eq 0 || $line == [[:space:]]* ]]; then
            words+=("$word")
            line=${line#"${line%%[![:space:]]*}"}
        else
            words[${#words[@]}-1]+=$word
        fi
        line=${line#"$word"}
    done
    # Of such a word only what follows the last cut is replaced; `--option=` is no part of what comes back.
    word=${words[${#words[@]}-1]}
    [[ $word == --*=* ]] && word=${word#*=}
    [[ $COMP_WORDBREAKS == *=* ]] && breaks+==
    [[ $COMP_WORDBREAKS == *:* ]] && breaks+=:
    [[ -n $breaks ]] && prefix=${word%"${word##*[$breaks]}"}
    while IFS=, read -r kind value; do
        case $kind in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain)
                COMPREPLY+=("${value#"$prefix"}")
                [[ $value == *= ]] && compopt -o nospace
                ;;
        esac
    done < <(env COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1)) "$variable=bash_complete" "$program" 2>/dev/null)
}
complete -o nosort -F _magnate_complete magnate magnate-server
"""

_ZSH: Final = r"""
_magnate_complete() {
    local program=${~${(Q)words[1]}} variable=_MAGNATE_COMPLETE kind value about
    local -a response whole open
    [[ ${program:t} == magnate-server ]] && variable=_MAGNATE_SERVER_COMPLETE
    response=("${(@f)$(env COMP_WORDS="${(j: :)words[1,CURRENT]}" COMP_CWORD=$((CURRENT - 1)) \
        $variable=zsh_complete $program 2>/dev/null)}")
    for kind value about in "${(@)response}"; do
        case $kind in
            (dir) _path_files -/ ;;
            (file) _path_files ;;
            (plain)
                if [[ $about == _ ]]; then
                    value=${value//:/\\:}
                else
                    value+=:$about
                fi
                if [[ $value == *=(|:*) ]]; then
                    open+=("$value")
                else
                    whole+=("$value")
                fi
                ;;
        esac
    done
    # What stands before the value of an option is no part of what comes back.
    [[ $words[CURRENT] == --*=* ]] && compset -P 1 '*='
    [[ -n $open ]] && _describe -V magnate open -S ''
    [[ -n $whole ]] && _describe -V magnate whole
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _magnate_complete magnate magnate-server
"""

_FISH: Final = r"""
function __magnate_complete
    set -l program (commandline -opc)[1]
    set -l variable _MAGNATE_COMPLETE
    string match -q -- '*magnate-server' $program; and set variable _MAGNATE_SERVER_COMPLETE
    set -l words (commandline -cp)
    set -l word (commandline -ct)
    # What stands before the value of an option is no part of what comes back.
    set -l before (string match -r -- '^--[^=]*=' $word)
    for line in (env COMP_WORDS="$words" COMP_CWORD="$word" $variable=fish_complete $program 2>/dev/null)
        set -l parts (string split -m 1 , -- $line)
        switch $parts[1]
            case dir
                __fish_complete_directories $parts[2]
            case file
                __fish_complete_path $parts[2]
            case plain
                echo -- "$before$parts[2]"
        end
    end
end
for program in magnate magnate-server
    complete -c $program -f -k -a '(__magnate_complete)'
end
"""

SCRIPTS: Final = {shell: text.removeprefix("\n") for shell, text in (("bash", _BASH), ("zsh", _ZSH), ("fish", _FISH))}
"""The script of each shell, for both programs."""

INSTALL: Final = {
    "bash": "magnate completion bash > ~/.magnate.bash && echo '. ~/.magnate.bash' >> ~/.bashrc",
    "zsh": "magnate completion zsh > ~/.magnate.zsh && echo '. ~/.magnate.zsh' >> ~/.zshrc",
    "fish": "mkdir -p ~/.config/fish/conf.d && magnate completion fish > ~/.config/fish/conf.d/magnate.fish",
}
"""The line to paste into each shell, once. The script is kept in a file: it loads fast, and before `magnate` is on the path."""
