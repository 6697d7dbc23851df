// A program of commander that does everything that the framework forbids its own commands.
import { writeFileSync, writeSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { Command, InvalidArgumentError, Option } from 'commander'
import { adaptCommander } from 'surety/commander'

const program = new Command('hostile')
  .enablePositionalOptions()
  .option('--json', 'as JSON')
  .option('-o, --output <file>')
const command = (name, action) => program.command(name).action(action)

command('print-then-throw', () => {
  console.log('{"done":1}')
  throw new Error('It broke after that')
})
command('exit-zero-early', () => {
  console.log('all is well')
  process.exit(0)
})
command('exit-caught', () => {
  try {
    process.exit(7)
  } catch {
    console.log('never printed by the bare program')
    console.error('nor is this')
  }
})
command('exit-later', () => {
  setTimeout(() => {
    console.log('late')
    process.exit(0)
  }, 20)
})
command('callback', () => {
  setTimeout(() => console.log('from a callback'), 20)
})
command('unhandled', () => {
  void Promise.reject(new TypeError('Nobody handles this'))
  return new Promise((resolve) => setTimeout(resolve, 5000))
})
command('throw-in-timer', () => {
  setTimeout(() => {
    throw new RangeError('In a timer')
  }, 1)
})
command('throw-nothing', () => {
  // oxlint-disable-next-line only-throw-error -- programs do
  throw undefined
})
command('reject-text', () => Promise.reject('just a text'))
command('exit-code', () => {
  console.error('first\n\nerror: the real reason')
  process.exitCode = 9
})
command('huge', () => {
  for (let at = 0; at < 200; at += 1) console.log('x'.repeat(10_000))
})
command('split-bytes', () => {
  const bytes = Buffer.from('é'.repeat(3))
  process.stdout.write(bytes.subarray(0, 1))
  process.stdout.write(bytes.subarray(1, 4))
  process.stdout.write(bytes.subarray(4))
})
command('invalid-bytes', () => process.stdout.write(Buffer.from([0x61, 0xff, 0x62])))
command('by-descriptor', () => {
  writeSync(1, 'one ')
  writeFileSync(1, 'two ')
  console.log('three')
})
command('child', () => {
  execFileSync(process.execPath, ['-e', 'console.log("from a child")'], { stdio: 'inherit' })
})
command('slow', () => {
  console.error('at work')
  return new Promise((resolve) => setTimeout(resolve, 60_000))
})
command('never', () => new Promise(() => {}))
command('program-error', () =>
  program.error('error: by the program', { exitCode: 5, code: 'acme.own' }),
)
command('colours', () => console.log('\u001b[31mred\u001b[39m'))
command('returns-junk', () => [].push(console.log('printed') ?? 1))
command('json', function () {
  console.log(JSON.stringify(this.optsWithGlobals()))
})
program
  .command('either')
  .addOption(new Option('--all').conflicts(['onlyThese', 'nothing']))
  .option('--only-these <names...>')
  .addOption(new Option('--no-save').conflicts('all'))
  .action((options) => options)
program.command('elsewhere [code]', 'Is a program of its own', {
  executableFile: fileURLToPath(new URL('exits-with.mjs', import.meta.url)),
})
program
  .command('number')
  .argument('<n>', 'a number', (text) => {
    if (Number.isNaN(Number(text))) throw new InvalidArgumentError('Not a number.')
    return Number(text)
  })
  .action((n) => ({ twice: 2 * n }))
program
  .command('pass')
  .allowUnknownOption()
  .passThroughOptions()
  .argument('[words...]')
  .action((words) => ({ words }))

await adaptCommander(program, {
  timeoutMs: 20_000,
  commands: {
    never: { danger: 'safe' },
    slow: { timeoutMs: 2500 },
    'exit-code': { exits: { 9: 'CONFLICT' } },
  },
}).serve()
