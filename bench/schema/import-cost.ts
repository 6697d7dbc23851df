import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

// What a schema library adds to the start of a program: each contender declares the same four schemas
// and prints one object. Runs are interleaved, so that a busy machine slows all of them alike, and the
// figure is the median of CPU time against the same program without a library.
//
//   npx tsx bench/schema/import-cost.ts [--runs 25] [--json]

const run = promisify(execFile)
const root = new URL('../../', import.meta.url)
const built = new URL('packages/surety/dist/schema/public.js', root)

/** The floor: what the import of any module costs. */
const EMPTY = 'data:text/javascript,'

const contenders: Readonly<Record<string, string>> = {
  bare: '',
  'an empty module': `import ${JSON.stringify(EMPTY)}; const schema = { '~standard': { validate() {} } }`,
  'surety/schema': `import { s } from ${JSON.stringify(built.href)}
    const schema = s.object({ name: s.string().min(1), size: s.integer().default(3), zone: s.enum(['a', 'b']).optional() })`,
  'zod/mini': `import * as z from ${JSON.stringify(resolve('zod/mini'))}
    const schema = z.object({ name: z.string().check(z.minLength(1)), size: z._default(z.int(), 3), zone: z.optional(z.enum(['a', 'b'])) })`,
  zod: `import * as z from ${JSON.stringify(resolve('zod'))}
    const schema = z.object({ name: z.string().min(1), size: z.int().default(3), zone: z.enum(['a', 'b']).optional() })`,
}

function resolve(name: string): string {
  return import.meta.resolve(name)
}

async function main(): Promise<void> {
  if (!existsSync(built)) throw new Error('build first: npm run build')
  const flag = process.argv.indexOf('--runs')
  const runs = flag === -1 ? 25 : Number(process.argv[flag + 1])
  const folder = mkdtempSync(join(tmpdir(), 'surety-bench-'))
  try {
    const files = Object.entries(contenders).map(([name, source]) => {
      const file = join(folder, `${name.replaceAll('/', '-')}.mjs`)
      const use = source === '' ? '' : `schema['~standard'].validate({ name: 'x' });`
      writeFileSync(
        file,
        `${source}\n${use}const { user, system } = process.cpuUsage();console.log(JSON.stringify({ cpu: user + system }))\n`,
      )
      return { name, file: fileURLToPath(pathToFileURL(file)), samples: [] as number[] }
    })
    const env = { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: '' }
    for (let round = 0; round <= runs; round += 1) {
      for (const { file, samples } of files) {
        const { stdout } = await run(process.execPath, [file], { env })
        // The first round only warms the disk.
        if (round > 0) samples.push((JSON.parse(stdout) as { cpu: number }).cpu / 1000)
      }
    }
    report(files, runs)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(
  files: readonly { name: string; samples: readonly number[] }[],
  runs: number,
): void {
  const base = median(files[0]!.samples)
  const rows = files.map(({ name, samples }) => {
    const cpu = median(samples)
    return { name, cpu_ms: round(cpu), added_ms: round(cpu - base), ratio: round(cpu / base, 2) }
  })
  const result = { bench: 'schema-import-cost', node: process.version, runs, rows }
  if (process.argv.includes('--json')) console.log(JSON.stringify(result))
  else console.table(rows)
}

function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}

await main()
