import { Ajv } from 'ajv'
import { z } from 'zod'

import { compileArgv } from '../../packages/surety/src/runtime/input/argv/compile.ts'
import { s } from '../../packages/surety/src/schema/index.ts'

// How fast one core checks a small input, and how fast it reads a command line. CPU time of this one
// process, rounds interleaved, the best round counts.
//
//   npx tsx bench/schema/checks.ts [--json]

const ROUNDS = 7
const PER_ROUND_MS = 150

const input = { name: 'volume-7', size: 12, zone: 'b', tags: ['blue', 'eu'] }
const light = s.object({
  name: s.string().min(1),
  size: s.integer().min(1).default(3),
  zone: s.enum(['a', 'b']).optional(),
  tags: s.array(s.string()),
})
const zod = z.object({
  name: z.string().min(1),
  size: z.int().min(1).default(3),
  zone: z.enum(['a', 'b']).optional(),
  tags: z.array(z.string()),
})
const ajv = new Ajv({ strict: false, allErrors: true }).compile(
  light['~standard'].jsonSchema.input({ target: 'draft-07' }),
)
const parser = compileArgv({
  args: { name: s.string() },
  flags: {
    options: {
      size: s.integer().default(3),
      zone: s.enum(['a', 'b']).optional(),
      force: s.boolean().default(false),
    },
  },
})
const argv = ['volume-7', '--size', '12', '--zone=b', '--force']

const contenders: readonly (readonly [string, () => unknown])[] = [
  ['surety/schema: check an object', () => light['~standard'].validate(input)],
  ['zod: check an object', () => zod['~standard'].validate(input)],
  ['ajv, compiled: check an object', () => ajv(input)],
  ['surety: read and check a command line', () => parser.read(argv)],
]

const best = contenders.map(() => 0)
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, [, work]] of contenders.entries())
    best[index] = Math.max(best[index]!, measure(work))
}
const rows = contenders.map(([name], index) => ({ name, per_second: Math.round(best[index]!) }))
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ bench: 'schema-checks', node: process.version, rows }))
} else console.table(rows)

function measure(work: () => unknown): number {
  const started = process.cpuUsage()
  let count = 0
  let spent = 0
  while (spent < PER_ROUND_MS * 1000) {
    for (let batch = 0; batch < 500; batch += 1) work()
    count += 500
    const { user, system } = process.cpuUsage(started)
    spent = user + system
  }
  return count / (spent / 1_000_000)
}
