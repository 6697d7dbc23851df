// Sends callers from a to b and from b to a.
const to = process.argv[2] === 'a' ? 'b' : 'a'
const redirect = { command: `redirect-loop ${to}`, permanent: false }
const error = { code: 'MOVED', message: 'It moved.', retryable: true, redirect }
console.log(
  JSON.stringify({ ok: false, data: null, error, warnings: [], meta: { duration_ms: 1 } }),
)
process.exitCode = 13
