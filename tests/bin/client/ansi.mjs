// Colours its answer although nobody is looking.
const answer = '{"ok":true,"data":{"n":1},"error":null,"warnings":[],"meta":{"duration_ms":1}}'
process.stdout.write(`\u001B[2K\u001B[32mok\u001B[0m\n\u001B[1m${answer}\u001B[0m\n`)
