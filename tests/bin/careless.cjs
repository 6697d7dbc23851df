#!/usr/bin/env node
// A tool for people with the faults that its first argument names; without any it keeps what every program should.
const { readFileSync, writeFileSync } = require('node:fs')
const { spawn } = require('node:child_process')

const [names = '', ...words] = process.argv.slice(2)
const has = (fault) => names.split(',').includes(fault)

if (!has('closed_pipe'))
  process.stdout.on('error', (error) => {
    const isGone = error.code === 'EPIPE'
    process.exit(isGone || has('full_disk') ? 0 : 1)
  })

function fail(message) {
  if (has('error_trace')) throw new Error(message)
  if (!has('error_word')) console.error(has('no_ansi') ? `\u001b[31m${message}\u001b[0m` : message)
  process.exit(has('fail_exit') ? 0 : 2)
}

const [first = '', file = ''] = has('unknown_flag')
  ? words.filter((word) => word !== '--surety-no-such-flag')
  : words
if (first === '--help') {
  console.log(
    'usage: careless show FILE\n\ncommands:\n  show  Shows a file\n  list  Lists\n\noptions:\n  --help',
  )
  if (has('help_hang')) process.stdin.resume()
  if (has('help_exit')) process.exitCode = 1
} else if (first === '--version') console.log('careless 1.2.3')
else if (words.some((word) => word.startsWith('--')) && !has('unknown_flag'))
  fail('careless: unknown option')
else if (first === 'wait') wait()
else if (first === 'show') show()
else fail(`careless: unknown command ${first}`)

function wait() {
  if (has('sigterm')) process.on('SIGTERM', () => {})
  if (has('orphans')) spawn('sleep', ['60'], { stdio: 'ignore' })
  setTimeout(() => {}, 60_000)
}

function show() {
  if (has('bare_place')) writeFileSync(`${process.env.HOME}/.careless`, 'x')
  if (has('read_writes')) writeFileSync('careless.log', 'x')
  if (has('waits')) process.stdin.resume()
  try {
    const text = readFileSync(file, 'utf8')
    const odd = String.fromCharCode(97 + (process.pid % 26), 97 + (process.hrtime()[1] % 26))
    process.stdout.write(has('same') ? `${text}\nby ${odd}${odd}\n` : text)
  } catch {
    fail(`careless: ${file} is not there`)
  }
}
