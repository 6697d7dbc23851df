"""Runs a program with a terminal of its own for each of its streams, and prints what it wrote and how it ended.

The first word is `read` if stdin is what we are given: else that is a terminal, too, whose user says that it ends."""
import base64, fcntl, json, os, pty, select, struct, sys, termios, time, tty

pairs = [pty.openpty() for _ in range(3)]
for _, inner in pairs:
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    if inner != pairs[0][1]:
        # Bytes as they were written: no carriage returns.
        tty.setraw(inner)
child = os.fork()
if child == 0:
    os.setsid()
    for number, (_, inner) in enumerate(pairs):
        if number > 0 or sys.argv[1] != "read":
            os.dup2(inner, number)
    os.closerange(3, 256)
    os.execv(sys.argv[2], sys.argv[2:])
for _, inner in pairs:
    os.close(inner)
os.write(pairs[0][0], b"\x04")
written = {pairs[1][0]: b"", pairs[2][0]: b""}
open_ones = set(written)
until = time.time() + 40
while open_ones and time.time() < until:
    for stream in select.select(list(open_ones), [], [], 1)[0]:
        try:
            chunk = os.read(stream, 65536)
        except OSError:
            chunk = b""
        if chunk:
            written[stream] += chunk
        else:
            open_ones.discard(stream)
if open_ones:
    os.kill(child, 9)
exit = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
out, err = (base64.b64encode(text).decode() for text in written.values())
print(json.dumps({"stdout": out, "stderr": err, "exit": exit}))
