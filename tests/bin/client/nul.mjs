// Puts NUL bytes around its answer.
process.stdout.write(
  '\0\0{"ok":true,"data":{"n":1},"error":null,"warnings":[],"meta":{"duration_ms":1}}\0\n',
)
