// Loses the end of its answer.
process.stdout.write('{"ok":true,"data":{"items":[{"id":1},{"id":')
