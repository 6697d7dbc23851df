// Answers with what it was given to run in.
const { stdin, stdout, stderr, env } = process
const data = {
  tty: [stdin.isTTY, stdout.isTTY, stderr.isTTY].map((is) => is === true),
  env,
  argv: process.argv.slice(2),
}
console.log(JSON.stringify({ ok: true, data, error: null, warnings: [], meta: { duration_ms: 1 } }))
