// Has nothing to say.
console.log('{"ok":true,"data":null,"error":null,"warnings":[],"meta":{"duration_ms":1}}')
