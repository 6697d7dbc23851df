// Prints other things before and after its answer.
console.log('Loading {config}...\n[info] 3 items')
console.log('{"ok":true,"data":{"n":1},"error":null,"warnings":[],"meta":{"duration_ms":1}}')
console.log('Done in 3 ms.')
