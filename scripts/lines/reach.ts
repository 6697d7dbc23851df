import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { whyNoLine } from '../../packages/cli/src/cli/commands/read/known-line.ts'
import { READY } from '../../packages/client/src/programs/index.ts'
import more from '../../tests/lines/axi-more-lines.json' with { type: 'json' }
import first from '../../tests/lines/axi-lines.json' with { type: 'json' }

/** What an agent typed, and how often; `gh` counts the runs in which it worked with gh alone. */
interface TypedLine {
  readonly line: string
  readonly count: number
  readonly gh: number
}

/** How many of the lines `surety read --line` runs. */
export interface Reach {
  readonly all: number
  readonly gh: number
  /** Of the lines of gh's runs, with reads of the network. */
  readonly ghReached: number
  /** Of all lines, without those of the client's own results, and with them. */
  readonly reached: number
  readonly reachedWithResults: number
  /** Why the others are refused, most often first. */
  readonly refusals: readonly (readonly [reason: string, count: number])[]
  /** Programs that no description knows, most often typed first. */
  readonly undescribed: readonly (readonly [program: string, count: number])[]
}

/** Judges all lines of AXI's published runs, with programs of our own in the place of those that are missing here. */
export async function measureReach(): Promise<Reach> {
  const lines: readonly TypedLine[] = [first, more].flatMap(({ lines: texts, counts, gh }) =>
    texts.map((line, at) => ({ line, count: counts[at]!, gh: gh[at]! })),
  )
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-reach-')))
  const [bin, cwd] = [join(folder, 'bin'), join(folder, 'project')]
  mkdirSync(bin)
  mkdirSync(cwd)
  const described = readdirSync(READY).map((file) => file.split('.')[0]!)
  for (const name of [...described, 'bash', 'egrep', 'fgrep', 'python', 'timeout']) {
    writeFileSync(join(bin, name), '#!/bin/sh\n')
    chmodSync(join(bin, name), 0o755)
  }
  const home = process.env['HOME']
  process.env['HOME'] = '/Users/someone'
  const sum = { all: 0, gh: 0, ghReached: 0, reached: 0, reachedWithResults: 0 }
  const refusals = new Map<string, number>()
  const undescribed = new Map<string, number>()
  try {
    for (const { line, count, gh } of lines) {
      const [, slug] = /\.claude\/projects\/-([\w-]+)\//.exec(line) ?? []
      // A folder whose results have that name; the runs were in such a folder each.
      const at = slug === undefined ? cwd : `/${slug}`
      const limits = { cwd: at, from: at, path: bin, mayUseNetwork: true, mayLeave: false }
      const found = await whyNoLine(line, limits)
      const isReached = !('code' in found)
      sum.all += count
      sum.gh += gh
      if (isReached) sum.ghReached += gh
      if (isReached) sum.reachedWithResults += count
      if (isReached && slug === undefined) sum.reached += count
      if ('code' in found) {
        const reason = found.message.replaceAll(/'[^']*'/g, '…')
        refusals.set(reason, (refusals.get(reason) ?? 0) + count)
        const [, name] = /^There is no program '?([\w.+-]+)/.exec(found.message) ?? []
        if (name !== undefined) undescribed.set(name, (undescribed.get(name) ?? 0) + count)
      }
    }
  } finally {
    process.env['HOME'] = home
    rmSync(folder, { recursive: true })
  }
  const mostFirst = (counts: ReadonlyMap<string, number>) =>
    [...counts].toSorted(([, one], [, other]) => other - one)
  return { ...sum, refusals: mostFirst(refusals), undescribed: mostFirst(undescribed) }
}

if (process.argv[1] === import.meta.filename) {
  const { all, gh, ghReached, reached, reachedWithResults, refusals, undescribed } =
    await measureReach()
  const show = (what: string, part: number, whole: number) =>
    console.log(`${what.padEnd(62)} ${part} of ${whole}  ${((100 * part) / whole).toFixed(1)}%`)
  show("lines of AXI's gh runs, with reads of the network", ghReached, gh)
  show('all lines of AXI', reached, all)
  show("all lines, with reads of the client's own tool-results", reachedWithResults, all)
  console.log('\nWhy the others are refused:')
  for (const [reason, count] of refusals.slice(0, 15))
    console.log(`${String(count).padStart(6)}  ${reason}`)
  console.log('\nPrograms that nobody has described:')
  for (const [program, count] of undescribed.slice(0, 15))
    console.log(`${String(count).padStart(6)}  ${program}`)
}
