#!/usr/bin/env node
// The full envelope of incur: everything on stdout, exit 1 for failures. The first word is a fault: ok_contradicts.
const [fault, ...argv] = process.argv.slice(2)
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))
const words = argv.filter((word) => !['--json', '--full-output'].includes(word))
const meta = {
  command: words.slice(0, 2).join(' '),
  duration: `${Math.round(performance.now())}ms`,
}

const say = (document) => console.log(JSON.stringify({ ...document, meta }, null, 2))
function fail(code, message, more = {}) {
  say({ ok: fault === 'ok_contradicts', error: { code, message, ...more } })
  process.exitCode = 1
}

const [group, command, name] = words
const odd = words.find((word) => word.startsWith('-'))
if (words.includes('--help'))
  console.log('usage: pay COMMAND\n\ncommands:\n  wallet  Wallets\n  config  Settings')
else if (words.includes('--version')) console.log('1.16.0')
else if (odd) fail('UNKNOWN', `Unknown flag: ${odd}`)
else if (group !== 'wallet') fail('COMMAND_NOT_FOUND', `'${group}' is not a command`)
else if (command === 'list') say({ ok: true, data: [{ name: 'main', chain: 'base' }] })
else if (command !== 'show') fail('COMMAND_NOT_FOUND', `'${command}' is not a command`)
else if (name === 'main') say({ ok: true, data: { name, chain: 'base' } })
else fail('no_wallet', `There is no wallet ${name}`, { retryable: false })
