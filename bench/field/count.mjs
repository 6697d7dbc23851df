// node bench/field/count.mjs COMMAND [run|decode]: replays the calls of shown.ndjson through programs of the same names that print
// the same bytes and end alike, and counts what the answers say. With both words in turn it also counts where they differ.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [, , given, ...ways] = process.argv
const command = /\.[cm]?js$/.test(given) ? [process.execPath, resolve(given)] : [given]
const rows = readFileSync(new URL('shown.ndjson', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
const home = mkdtempSync(join(tmpdir(), 'field-'))
const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: home, LANG: 'C.UTF-8' }
const ask = (words, options) =>
  JSON.parse(
    spawnSync(command[0], [...command.slice(1), ...words], { encoding: 'utf8', ...options }).stdout,
  )

const answers = {
  run({ argv, stdout, stderr, exit_code: exit }, number) {
    const bin = join(home, String(number))
    mkdirSync(join(bin, 'work'), { recursive: true })
    writeFileSync(join(bin, '.out'), stdout)
    writeFileSync(join(bin, '.err'), stderr)
    const program = join(bin, argv[0])
    writeFileSync(program, `#!/bin/sh\ncat '${bin}/.err' >&2\ncat '${bin}/.out'\nexit ${exit}\n`)
    chmodSync(program, 0o755)
    const path = `${bin}:${env.PATH}`
    return ask(['run', '--json', '--', ...argv], {
      cwd: join(bin, 'work'),
      env: { ...env, PATH: path },
    })
  },
  decode({ id, stdout, stderr, exit_code }) {
    const file = join(home, 'capture.ndjson')
    writeFileSync(file, `${JSON.stringify({ id, stdout, stderr, exit_code })}\n`)
    return ask(['decode', '--captures', file, '--format', 'jsonl'], { env }).outcome
  },
}

const VAGUE = /^(?:EXIT_STATUS|GENERAL_ERROR)$/
const counts = {}
const seen = new Map()
for (const way of ways.length > 0 ? ways : ['run'])
  for (const [number, row] of rows.entries()) {
    const { truth, mode, id } = row
    const answer = answers[way](row, number)
    const add = (name, is) => {
      const count = (counts[`${way}: ${name}`] ??= [0, 0])
      count[1] += 1
      if (is) count[0] += 1
    }
    if (truth.ok !== null) add('ok is right', answer.ok === truth.ok)
    const told = JSON.stringify([answer.ok, answer.error?.code, answer.error?.message])
    if (seen.has(id)) add('as the way before', seen.get(id) === told)
    seen.set(id, told)
    if (answer.ok || truth.ok !== false) continue
    const { code, message, retryable = null } = answer.error
    if (truth.code !== null && !truth.code_is_class) add('own code kept', code === truth.code)
    else add('no code but the exit', VAGUE.test(code))
    add('retryable is wrong', retryable !== null && retryable !== (truth.repeat === 'wait'))
    add('raw JSON as message', /^\s*(?:\{"|\[\{)/.test(message))
    if (truth.lines.length === 0) continue
    const isSaid = truth.lines.some((line) => message.includes(line))
    add('decisive line', isSaid)
    if (mode === 'json') add('decisive line where JSON was asked', isSaid)
  }
console.log('| Measure | Calls | Of |\n|---|--:|--:|')
for (const [name, [is, all]] of Object.entries(counts)) console.log(`| ${name} | ${is} | ${all} |`)
