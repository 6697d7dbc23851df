// Dies in the middle of its answer.
process.stdout.write('{"ok":true,"data":')
process.kill(process.pid, 'SIGKILL')
