// Answers with texts that take over a terminal: they set the clipboard, clear the screen, move the
// cursor, use C1 controls and reverse the direction of writing.
const [kind] = process.argv.slice(2)
const text =
  '\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u001b[1;1H\u009b31m\u009d0;x\u009c\u0085\u202eX\u0007'
const meta = { duration_ms: 1, command: `list ${text}` }
const warnings = [`warning ${text}`]

if (kind === 'success') {
  const data = { [`name ${text}`]: `value ${text}`, list: [{ a: text }] }
  console.log(JSON.stringify({ ok: true, data, error: null, warnings, meta }))
} else if (kind === 'failure') {
  const error = {
    code: 'BAD',
    message: `message ${text}`,
    retryable: false,
    suggestion: `suggestion ${text}`,
    target: `target ${text}`,
    operation: `operation ${text}`,
    details: { [`name ${text}`]: text },
  }
  console.log(JSON.stringify({ ok: false, data: null, error, warnings, meta }))
  process.exitCode = 5
} else {
  process.stdout.write(`stdout ${text}\n`)
  process.stderr.write(`stderr ${text}\n`)
  process.exitCode = kind === 'plain-failure' ? 1 : 0
}
