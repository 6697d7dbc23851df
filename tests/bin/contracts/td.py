#!/usr/bin/env python3
"""td: {ok, type, data} on stdout, errors on stderr. The first word is a fault: error_on_stdout."""
import json, signal, sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
fault, words = sys.argv[1], sys.argv[2:]
TASKS = [{"id": "1", "content": "Buy milk"}, {"id": "2", "content": "Café"}]


def answer(kind, data):
    print(json.dumps({"ok": True, "type": kind, "data": data}, indent=2))
    sys.exit(0)


def fail(code, message, suggestion, exit=1):
    error = {"code": code, "message": message, "suggestion": suggestion, "details": {}}
    stream = sys.stdout if fault == "error_on_stdout" else sys.stderr
    print(json.dumps({"ok": False, "error": error}, indent=2), file=stream)
    sys.exit(exit)


if "--help" in words:
    print("usage: td [--json] COMMAND\n\ncommands:\n  ls    Lists tasks\n  show  Shows a task")
elif "--version" in words:
    print("td 0.9.0")
else:
    words = [word for word in words if word != "--json"]
    odd = [word for word in words if word.startswith("-")]
    if odd:
        fail("validation_error", f"No such option: {odd[0]}", "See td --help")
    if words == ["ls"]:
        answer("task_list", TASKS)
    if words[:1] == ["show"] and len(words) == 2:
        found = [task for task in TASKS if task["id"] == words[1]]
        if found:
            answer("task", found[0])
        fail("not_found", f"There is no task {words[1]}", "See td ls")
    fail("validation_error", f"No such command: {' '.join(words)}", "See td --help")
