// Sends callers to whatever program they name: client/redirect-elsewhere.mjs COMMAND
const redirect = { command: process.argv[2], permanent: true }
const error = { code: 'MOVED', message: 'It moved.', retryable: true, redirect }
console.log(
  JSON.stringify({ ok: false, data: null, error, warnings: [], meta: { duration_ms: 1 } }),
)
process.exitCode = 13
