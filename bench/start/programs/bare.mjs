import { readFile } from 'node:fs/promises'

// The same tool by hand: the yardstick.
const HELP = `Usage: notes <command> [options]

Keeps notes

Commands:
  hello <name>  Greets someone
  read <file>   Reads a file
  list          Lists things

Options:
  -h, --help    Show this help
`
const COMMANDS = [
  { name: 'hello', args: ['name'], flags: [{ name: 'loud', type: 'boolean' }] },
  { name: 'read', args: ['file'], flags: [] },
  { name: 'list', args: [], flags: [{ name: 'tag', type: 'string' }] },
]
const FLAGS = { hello: ['--loud'], read: [], list: ['--tag'] }

const [command = '', ...rest] = process.argv.slice(2)
const flags = rest.filter((word) => word.startsWith('-'))
const operand = rest.find((word) => !word.startsWith('-'))
const unknown = flags.find((flag) => !FLAGS[command]?.includes(flag))

if (command === '--help' || flags.includes('--help')) console.log(HELP)
else if (command === 'manifest') answer(COMMANDS)
else if (flags.includes('--schema')) answer(COMMANDS.find(({ name }) => name === command))
else if (unknown) refuse(`Unknown option ${unknown}`)
else if (command === 'hello') {
  const name = flags.includes('--loud') ? operand.toUpperCase() : operand
  answer({ greeting: `Hello ${name}` })
} else if (command === 'read') {
  const text = await readFile(operand, 'utf8')
  answer({ file: operand, text })
} else if (command === 'list') answer([{ id: 1 }, { id: 2 }])
else refuse(`Unknown command ${command}`)

function answer(data) {
  console.log(JSON.stringify({ ok: true, data }))
}

function refuse(message) {
  console.log(JSON.stringify({ ok: false, error: { code: 'ARG_ERROR', message } }))
  process.exitCode = 2
}
