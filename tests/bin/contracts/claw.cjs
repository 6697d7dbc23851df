#!/usr/bin/env node
// claw 2.0: members beside the payload, everything on stdout. The first word is a fault: other_exit_code.
const [fault, ...argv] = process.argv.slice(2)
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))
const isJson = /(^| )--output-format[= ]json( |$)/.test(argv.join(' '))
const words = argv
  .join(' ')
  .replace(/ ?--output-format[= ]json/, '')
  .split(' ')
  .filter(Boolean)

function say(command, members, exitCode) {
  const common = {
    timestamp: `${new Date().toISOString().slice(0, 19)}Z`,
    command,
    exit_code: fault === 'other_exit_code' && exitCode === 1 ? 2 : exitCode,
    output_format: 'json',
    schema_version: '2.0',
  }
  console.log(isJson ? JSON.stringify({ ...common, ...members }) : JSON.stringify(members, null, 2))
  process.exitCode = exitCode
}

function fail(command, kind, message, more = {}) {
  const error = { kind, message, operation: 'argparse', target: command, retryable: false }
  say(command, { ...more, error }, 1)
}

const [command = '<missing>', name] = words
const odd = words.find((word) => word.startsWith('--'))
if (odd === '--help')
  console.log(
    'usage: claw COMMAND\n\ncommands:\n  show-command  Shows one\n  tool-pool     Lists tools',
  )
else if (odd === '--version') console.log('claw 2.0.1')
else if (odd) fail(command, 'parse', `unknown option ${odd}`)
else if (command === 'tool-pool')
  say(command, { tool_count: 1, tools: [{ name: 'BashTool', source_hint: 'a' }] }, 0)
else if (command !== 'show-command') fail(command, 'parse', `unknown command ${command}`)
else if (name === 'add-dir')
  say(command, { name, found: true, source_hint: 'a', responsibility: 'Adds' }, 0)
else fail(command, 'command_not_found', `there is no command ${name}`, { name, found: false })
