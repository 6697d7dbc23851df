// What ordinary calls cost bare and through `surety run`, in tokens of both streams, with verdict and code.
import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { encode } from 'gpt-tokenizer/encoding/o200k_base'

import { CALLS } from './calls.ts'
import { openWorkshop } from './workshop.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const surety = [process.execPath, join(root, 'packages/cli/dist/cli/main.cjs'), 'run']
const { folder, url, server } = await openWorkshop(join(root, 'node_modules'))
const env = { ...process.env, HOME: folder, SURETY_STATE_DIR: `${folder}-state`, LC_ALL: 'C' }
for (const name of ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'CI'])
  delete (env as NodeJS.ProcessEnv)[name]

interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

function run(words: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      words[0]!,
      words.slice(1),
      { cwd: folder, env, maxBuffer: 1e9 },
      (error, stdout, stderr) => {
        const { code = 0 } = (error ?? {}) as { code?: number | string }
        resolve({ stdout, stderr, code: typeof code === 'number' ? code : 127 })
      },
    )
    child.stdin?.end()
  })
}

const tokens = ({ stdout, stderr }: Ran) => encode(stdout + stderr).length
const bytes = ({ stdout, stderr }: Ran) => Buffer.byteLength(stdout + stderr)
/** Bytes and tokens of every output that is not short, by which `journal stats --tokens` estimates. */
const seen: { readonly bytes: number; readonly tokens: number }[] = []
const rows: string[] = []
const over: string[] = []
for (const call of CALLS) {
  // Each way has its own folder to make.
  const words = (way: string) => call.replace('URL', url).replace('made', `made-${way}`).split(' ')
  const bare = await run(words('a'))
  const json = await run([...surety, '--', ...words('b')])
  const text = await run([...surety, '--text', '--', ...words('c')])
  const { ok, error, meta } = JSON.parse(json.stdout) as {
    ok: boolean
    error: { code: string } | null
    meta: { verdict: { kind?: string; reason: string } }
  }
  const cost = { bare: tokens(bare), json: tokens(json), text: tokens(text) }
  for (const [way, ran] of Object.entries({ bare, json, text }))
    seen.push({ bytes: bytes(ran), tokens: cost[way as keyof typeof cost] })
  // What clients show of a command; longer output is cut.
  const isLong = bytes(bare) > 30_000
  const mostJson = isLong ? cost.bare : cost.bare * 1.25 + 60
  const mostText = isLong ? cost.bare : cost.bare + (bare.code === 0 ? 0 : 20)
  if (cost.json > mostJson || cost.text > mostText || text.code !== bare.code)
    over.push(
      `${call}: bare ${cost.bare}, JSON ${cost.json}, text ${cost.text}, exits ${bare.code} ${text.code}`,
    )
  const verdict = `${meta.verdict.kind ?? 'escalate'} ${meta.verdict.reason}`
  rows.push(
    `| \`${call.replaceAll('|', '\\|')}\` | ${bare.code} | ${ok ? 'ok' : (error?.code ?? '')} | ${verdict} | ${cost.bare} | ${cost.json} | ${cost.text} |`,
  )
}
server.close()
for (const each of [folder, `${folder}-state`]) rmSync(each, { recursive: true, force: true })
/** How far an estimate of so many bytes per token is off: of one output, in the middle and at worst, and of the sum. */
function errorOf(divisor: number): string {
  const known = seen.filter((each) => each.tokens >= 20)
  const errors = known
    .map((each) => Math.abs(each.bytes / divisor / each.tokens - 1))
    .toSorted((one, other) => one - other)
  const sum = (name: 'bytes' | 'tokens') => known.reduce((all, each) => all + each[name], 0)
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const nine = errors[Math.floor(errors.length * 0.9)]!
  const total = sum('bytes') / divisor / sum('tokens') - 1
  return `| ${divisor} | ${percent(errors[Math.floor(errors.length / 2)]!)} | ${percent(nine)} | ${percent(errors.at(-1)!)} | ${percent(total)} |`
}
const estimates = [
  '`surety journal stats --tokens` counts bytes. How far the tokens that it estimates are off, of outputs of 20 tokens and more:',
  '',
  '| Bytes per token | Half of them within | 90 % within | At worst | All together |',
  '|--:|--:|--:|--:|--:|',
  ...[2.5, 2.75, 3, 3.25, 3.5, 4].map(errorOf),
].join('\n')
const table = [
  '| Call | Exit | Code | Verdict | Bare | JSON | Text |',
  '|---|--:|---|---|--:|--:|--:|',
  ...rows,
].join('\n')
const about = `${CALLS.length} calls, tokens (o200k) of both streams. Budgets: JSON 1.25 times bare and 60 more, text bare and 20 more after a failure, above 30,000 bytes less than bare. Over them: ${over.length}.`
writeFileSync(
  join(root, 'bench/results/everyday.md'),
  `# Everyday calls\n\n${about}\n\n${table}\n\n${estimates}\n`,
)
console.log(table)
console.log(estimates)
console.log(`\nover: ${over.length} of ${CALLS.length}\n${over.join('\n')}`)
