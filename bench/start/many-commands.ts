import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { timeStarts, type Start } from './cpu-time.ts'
import { install } from './install.ts'

/**
 * How much a tool pays for the commands that a call does not use: 1,000 that are declared at once, and
 * 5,000 that load when they are called, against three. Making so many objects takes time by itself, so a
 * tool of three commands that makes them and leaves them lying is measured beside it. Processor time,
 * interleaved, as in start.ts.
 *
 *   npx tsx bench/start/many-commands.ts [--rounds 15] [--starts 3] [--surety FOLDER]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    starts: { type: 'string', default: '3' },
    surety: { type: 'string' },
  },
})

const folder = install(values.surety)
try {
  const files = {
    'three commands': write('three', 3, 'eager'),
    '1,000 objects, three commands': write('objects', 1_000, 'eager', 3),
    '1,000 declared': write('eager', 1_000, 'eager'),
    '5,000 objects, three commands': write('lazy-objects', 5_000, 'lazy', 3),
    '5,000 lazy': write('lazy', 5_000, 'lazy'),
  }
  const samples = new Map(Object.keys(files).map((name) => [name, [] as Start[]]))
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [name, file] of Object.entries(files)) {
      const command = [process.execPath, file, 'command2', 'Ada']
      const start = timeStarts(command, Number(values.starts), folder)
      if (start.exitCodes.some((code) => code !== 0)) throw new Error(`${name}: ${start.output}`)
      samples.get(name)!.push(start)
    }
  }
  const three = samples.get('three commands')!
  console.table(Object.fromEntries([...samples].map(([name, own]) => [name, compare(own, three)])))
} finally {
  rmSync(folder, { recursive: true })
}

/** Writes a tool of many commands; the lazy ones are in one file, which the call loads. */
function write(name: string, count: number, kind: 'eager' | 'lazy', used = count): string {
  const command = `defineCommand({
  description: 'Greets someone',
  danger: 'safe',
  args: { name: s.string().describe('Who') },
  options: { loud: s.boolean().default(false).describe('Shout'), times: s.number().optional().describe('How often') },
  run: ({ args }) => ({ greeting: args.name }),
})`
  const file = join(folder, `${name}.mjs`)
  const part = join(folder, `${name}-part.mjs`)
  writeFileSync(part, `import { defineCommand, s } from 'surety'\nexport default ${command}\n`)
  const each =
    kind === 'eager'
      ? command
      : `{ description: 'Greets', load: () => import('./${name}-part.mjs') }`
  writeFileSync(
    file,
    `import { defineCli, defineCommand, s, serve } from 'surety'
const commands = {}
const unused = {}
for (let at = 0; at < ${count}; at += 1) (at < ${used} ? commands : unused)['command' + at] = ${each}
await serve(defineCli({ name: 'many', version: '1.0.0', description: 'Has commands', commands }))
`,
  )
  return file
}

function compare(own: readonly Start[], other: readonly Start[]) {
  const smallest = (starts: readonly Start[]): number => Math.min(...starts.map(({ cpu }) => cpu))
  const ratios = own.map(({ cpu }, round) => cpu / other[round]!.cpu).toSorted((a, b) => a - b)
  return {
    cpu_ms: Number(smallest(own).toFixed(1)),
    ratio: Number((smallest(own) / smallest(other)).toFixed(2)),
    ratio_median: Number(ratios[Math.floor(ratios.length / 2)]!.toFixed(2)),
  }
}
