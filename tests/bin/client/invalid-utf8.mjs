// Prints bytes that are no text.
process.stdout.write(Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0x0a]))
process.stdout.write(
  '{"ok":true,"data":{"n":1},"error":null,"warnings":[],"meta":{"duration_ms":1}}\n',
)
