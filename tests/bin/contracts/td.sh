#!/bin/sh
# td in sh. The first word is a fault: no_suggestion.
fault=$1
shift
fail() {
  suggestion=', "suggestion": "See td --help"'
  [ "$fault" = no_suggestion ] && suggestion=
  printf '{"ok": false, "error": {"code": "%s", "message": "%s"%s}}\n' "$1" "$2" "$suggestion" >&2
  exit 1
}
for word do
  case $word in
    --help) printf 'usage: td COMMAND\n\ncommands:\n  ls    Lists tasks\n  show  Shows a task\n'; exit ;;
    --version) echo 'td 0.9.0'; exit ;;
    -*) fail validation_error "No such option: $word" ;;
  esac
done
case "$1 $2 $#" in
  'ls  1') printf '{"ok": true, "type": "task_list", "data": [{"id": "1", "content": "Buy milk"}]}\n' ;;
  'show 1 2') printf '{"ok": true, "type": "task", "data": {"id": "1", "content": "Buy milk"}}\n' ;;
  'show '*' 2') fail not_found "There is no task $2" ;;
  *) fail validation_error "No such command: $*" ;;
esac
