import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { timeStarts, type Start } from './cpu-time.ts'
import { install } from './install.ts'

/**
 * How much a tool pays for the commands that a call does not use: 1,000 that are declared at once, and
 * 5,000 that load when they are called, in one list and in 50 groups that load as well. The yardstick of
 * each is a tool of three commands of the same kind, which opens as many files; the ratio to three that
 * are declared at once stands beside it. Making so many objects takes time by itself, so a tool of three
 * commands that makes them and leaves them lying is measured too. Processor time, interleaved, as in
 * start.ts.
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
  const rows = [
    { name: 'three declared', file: write('three', 3, 'eager'), of: 'three declared' },
    {
      name: '1,000 objects, three declared',
      file: write('objects', 1_000, 'eager', 3),
      of: 'three declared',
    },
    { name: '1,000 declared', file: write('eager', 1_000, 'eager'), of: 'three declared' },
    { name: 'three lazy', file: write('three-lazy', 3, 'lazy'), of: 'three lazy' },
    {
      name: '5,000 objects, three lazy',
      file: write('lazy-objects', 5_000, 'lazy', 3),
      of: 'three lazy',
    },
    { name: '5,000 lazy', file: write('lazy', 5_000, 'lazy'), of: 'three lazy' },
    { name: 'three lazy in a group', file: writeGroups('three-grouped', 1, 3), of: undefined },
    { name: '5,000 lazy in 50 groups', file: writeGroups('grouped', 50, 100), of: undefined },
  ].map((row) => ({ ...row, of: row.of ?? 'three lazy in a group', samples: [] as Start[] }))
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const { name, file, of, samples } of rows) {
      const path = of === 'three lazy in a group' ? ['group0', 'command2'] : ['command2']
      const command = [process.execPath, file, ...path, 'Ada']
      const start = timeStarts(command, Number(values.starts), folder)
      if (start.exitCodes.some((code) => code !== 0)) throw new Error(`${name}: ${start.output}`)
      samples.push(start)
    }
  }
  const samplesOf = (name: string) => rows.find((row) => row.name === name)!.samples
  console.table(
    Object.fromEntries(
      rows.map(({ name, of, samples }) => {
        const { ratio, ratio_median } = compare(samples, samplesOf('three declared'))
        const alike = compare(samples, samplesOf(of))
        return [name, { ...alike, to_declared: ratio, to_declared_median: ratio_median }]
      }),
    ),
  )
} finally {
  rmSync(folder, { recursive: true })
}

/** Writes a tool of groups that load, with commands that load. */
function writeGroups(name: string, groups: number, each: number): string {
  const file = join(folder, `${name}.mjs`)
  const member = (what: string) => `{ description: 'Greets', load: () => import('./${what}.mjs') }`
  const list = (word: string, count: number, what: string) =>
    `const list = {}\nfor (let at = 0; at < ${count}; at += 1) list['${word}' + at] = ${member(what)}\n`
  writeFileSync(
    join(folder, `${name}-group.mjs`),
    `${list('command', each, 'three-lazy-part')}export default { description: 'Greets', commands: list }\n`,
  )
  writeFileSync(
    file,
    `import { defineCli, serve } from 'surety'
${list('group', groups, `${name}-group`)}await serve(defineCli({ name: 'many', version: '1.0.0', description: 'Has commands', commands: list }))
`,
  )
  return file
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
