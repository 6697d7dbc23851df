// Prints as many bytes as asked for, then its answer: client/flood.mjs BYTES [stderr]
const [bytes, both] = [Number(process.argv[2]), process.argv[3] === 'stderr']
const block = Buffer.alloc(1024 * 1024, `${'x'.repeat(99)}\n`)
const write = (stream) => new Promise((resolve) => stream.write(block, resolve))
for (let done = 0; done < bytes; done += block.length) {
  await Promise.all([write(process.stdout), ...(both ? [write(process.stderr)] : [])])
}
console.log('{"ok":true,"data":{"n":1},"error":null,"warnings":[],"meta":{"duration_ms":1}}')
