// A tool of nobody's framework whose command moved: CODE and MESSAGE are its words, MANIFEST is a file with its manifest.
import { appendFileSync, readFileSync } from 'node:fs'

const words = process.argv.slice(2)
const { CALLS, CODE, MESSAGE, MANIFEST } = process.env
appendFileSync(CALLS, `${words.join(' ')}\n`)
const print = (envelope) =>
  console.log(
    JSON.stringify({
      data: null,
      error: null,
      ...envelope,
      warnings: [],
      meta: { duration_ms: 1 },
    }),
  )
const isMoved = words[0] === 'make'
if (isMoved) {
  const redirect = { command: `redirects touch ${words.slice(1).join(' ')}`, permanent: true }
  print({ ok: false, error: { code: CODE, message: MESSAGE, retryable: true, redirect } })
  process.exitCode = 13
} else if (words[0] === 'manifest' && MANIFEST) {
  print({ ok: true, data: JSON.parse(readFileSync(MANIFEST, 'utf8')) })
} else {
  print({ ok: true, data: { words } })
}
