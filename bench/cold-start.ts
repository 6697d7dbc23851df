import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Start-up of a hello CLI against a bare script that prints one JSON object; runs interleaved. */
const programs: Readonly<Record<string, readonly string[]>> = {
  bare: ['cold-start/bare.mjs'],
  surety: ['cold-start/surety.mjs', 'hello', 'Ada'],
  commander: ['cold-start/commander.mjs', 'hello', 'Ada'],
  cac: ['cold-start/cac.mjs', 'hello', 'Ada'],
}
const rounds = Number(process.argv[2] ?? 30)
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env
const times: Record<string, number[]> = {}

for (let round = 0; round < rounds; round += 1) {
  for (const [name, [file, ...argv]] of Object.entries(programs)) {
    const path = fileURLToPath(new URL(file!, import.meta.url))
    const start = process.hrtime.bigint()
    const { status } = spawnSync(process.execPath, [path, ...argv], { env, stdio: 'pipe' })
    if (status !== 0) throw new Error(`${name} exited with ${status}`)
    ;(times[name] ??= []).push(Number(process.hrtime.bigint() - start) / 1e6)
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!
const bare = median(times['bare']!)
const results = Object.fromEntries(
  Object.entries(times).map(([name, values]) => {
    const ms = median(values)
    return [name, { median_ms: Number(ms.toFixed(1)), ratio: Number((ms / bare).toFixed(2)) }]
  }),
)
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
const report = { node: process.version, rounds, results }
writeFileSync(
  new URL('results/cold-start.json', import.meta.url),
  `${JSON.stringify(report, null, 2)}\n`,
)
process.stdout.write(`${JSON.stringify(report)}\n`)
