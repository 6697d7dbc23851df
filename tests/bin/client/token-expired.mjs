// Finds every token expired, the fresh one too.
const error = {
  code: 'TOKEN_EXPIRED',
  message: 'The token is expired.',
  retryable: true,
  retry_after: 0,
}
console.log(
  JSON.stringify({ ok: false, data: null, error, warnings: [], meta: { duration_ms: 1 } }),
)
process.exitCode = 8
