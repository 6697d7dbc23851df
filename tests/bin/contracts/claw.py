#!/usr/bin/env python3
"""claw 2.0 in Python. The first word is a fault: retryable_text."""
import datetime, json, signal, sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
fault, words = sys.argv[1], sys.argv[2:]
if "--help" in words:
    print("usage: claw COMMAND --output-format json\n\ncommands:\n  show-tool     Shows one\n  list-sessions  Lists sessions")
    sys.exit(0)
if "--version" in words:
    print("claw 2.0.1")
    sys.exit(0)
if "--output-format" in words:
    at = words.index("--output-format")
    words = words[:at] + words[at + 2 :]
command = words[0] if words else "<missing>"


def say(members, exit_code):
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    common = dict(timestamp=now, command=command, exit_code=exit_code, output_format="json", schema_version="2.0")
    print(json.dumps({**common, **members}))
    sys.exit(exit_code)


def fail(kind, message, **more):
    retryable = "no" if fault == "retryable_text" else False
    say({**more, "error": dict(kind=kind, message=message, operation="argparse", target=command, retryable=retryable)}, 1)


odd = [word for word in words if word.startswith("-")]
if odd:
    fail("parse", f"unrecognized arguments: {odd[0]}")
if words == ["list-sessions"]:
    say({"directory": ".claw/sessions", "sessions_count": 0, "sessions": []}, 0)
if command != "show-tool":
    fail("parse", f"invalid choice: {command}")
if words[1:] != ["BashTool"]:
    name = " ".join(words[1:])
    fail("tool_not_found", f"there is no tool {name}", name=name, found=False)
say(dict(name="BashTool", found=True, source_hint="a", responsibility="Runs lines"), 0)
