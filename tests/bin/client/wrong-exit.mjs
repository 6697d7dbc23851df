// Says ok and exits with a failure.
console.log('{"ok":true,"data":{"n":1},"error":null,"warnings":[],"meta":{"duration_ms":1}}')
process.exitCode = 5
