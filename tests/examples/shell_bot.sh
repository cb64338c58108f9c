#!/bin/sh
# A whole bot in plain shell, with nothing but sed: it buys whatever it is offered and answers all else by the default.
#
#   shell_bot.sh HOST[:PORT] TABLE [NAME]    sits down at a table of this id and plays
#   shell_bot.sh HOST[:PORT] new [NAME]      opens a table with three bots of the server and plays ROUNDS (30) rounds
#
# `magnate pipe` speaks JSON lines: a request goes in on descriptor 3, what the server says comes out on descriptor 4.
set -eu

server=$1 table=$2 name=${3:-Shelly}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/in" "$folder/out"
magnate pipe "$server" <"$folder/in" >"$folder/out" &
exec 3>"$folder/in" 4<"$folder/out"

say() {
    printf '%s\n' "$1" >&3
}

if [ "$table" = new ]; then
    say "{\"type\":\"create_table\",\"name\":\"$name's table\",\"player\":\"$name\",\"bots\":[\"careful\",\"careful\",\"careful\"],\"overrides\":{\"max_rounds\":${ROUNDS:-30}}}"
    say '{"type":"start_game"}'
else
    say "{\"type\":\"join_table\",\"table\":\"$table\",\"player\":\"$name\"}"
    say '{"type":"set_ready","ready":true}'
fi

while read -r line <&4; do
    case $line in
    '{"type":"prompts",'*'"command":"buy_deed"'*)
        prompt=$(printf '%s\n' "$line" | sed 's/.*"prompts":\[{"id":\([0-9]*\),.*/\1/')
        say "{\"type\":\"act\",\"prompt\":$prompt,\"command\":{\"type\":\"buy_deed\"}}"
        ;;
    '{"type":"prompts",'*'"default":'*)
        prompt=$(printf '%s\n' "$line" | sed 's/.*"prompts":\[{"id":\([0-9]*\),.*/\1/')
        default=$(printf '%s\n' "$line" | sed 's/.*"default":\(.*\)}\]}$/\1/')
        say "{\"type\":\"act\",\"prompt\":$prompt,\"command\":$default}"
        ;;
    '{"type":"error",'* | '{"type":"closing",'*)
        printf '%s\n' "$line" >&2
        ;;
    '{"type":"update",'*'"type":"game_ended"'*)
        printf '%s\n' "$line" | sed 's/.*{"type":"game_ended",\([^}]*\)}.*/game over: \1/'
        break
        ;;
    esac
done

exec 3>&-
wait
