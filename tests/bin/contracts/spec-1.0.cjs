#!/usr/bin/env node
// Contract 1.0: five members in every answer, on stdout. The first word is a fault: no_warnings.
const [fault, ...words] = process.argv.slice(2)
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))

function say(data, error, exitCode) {
  const meta = { duration_ms: Math.round(performance.now()), schema_version: '1.0' }
  const document = { ok: exitCode === 0, data, error, warnings: [], meta }
  if (fault === 'no_warnings') delete document.warnings
  console.log(JSON.stringify(document))
  process.exitCode = exitCode
}

function refuse(code, message, exitCode, retryable) {
  const phase = exitCode === 3 ? 'validation' : 'execution'
  say(null, { code, message, retryable, phase, suggestion: 'See vol --help' }, exitCode)
}

const [command, name] = words
const odd = words.find((word) => word.startsWith('-'))
if (words.includes('--help'))
  console.log('usage: vol COMMAND\n\ncommands:\n  list  Lists volumes\n  show  Shows a volume')
else if (words.includes('--version')) console.log('1.4.0')
else if (odd) refuse('UNKNOWN_OPTION', `unknown option ${odd}`, 3, true)
else if (command === 'list') say([{ id: 'v1' }], null, 0)
else if (command !== 'show') refuse('UNKNOWN_COMMAND', `unknown command ${command}`, 3, true)
else if (name === 'v1') say({ id: 'v1', size: 3 }, null, 0)
else refuse('VOLUME_NOT_FOUND', `there is no volume ${name}`, 5, false)
