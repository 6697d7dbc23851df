// Waits for all of its input before it answers.
let bytes = 0
for await (const chunk of process.stdin) bytes += chunk.length
console.log(
  JSON.stringify({
    ok: true,
    data: { bytes },
    error: null,
    warnings: [],
    meta: { duration_ms: 1 },
  }),
)
