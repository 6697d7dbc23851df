// Says that it failed and exits with success.
console.log('{"ok":false,"data":{"n":1},"error":null,"warnings":[],"meta":{"duration_ms":1}}')
