// Judges lines, given as arguments, and prints what each took once its programs are known: looks at files, files opened,
// calls of functions of ours and of the parser. A process of its own: other tests in the same one would be counted too.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { whyNoLine } from '../../packages/cli/src/cli/commands/read/known-line.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-judging-')))
const [bin, cwd] = [join(folder, 'bin'), join(folder, 'project')]
for (const each of [bin, cwd]) mkdirSync(each)
for (const name of ['bash', 'gh', 'head', 'grep', 'ls', 'jq', 'sort', 'cat']) {
  writeFileSync(join(bin, name), '#!/bin/sh\n')
  chmodSync(join(bin, name), 0o755)
}
const limits = { cwd, from: cwd, path: bin, mayUseNetwork: true, mayLeave: false }
process.env['SURETY_STATE_DIR'] = join(folder, 'state')

const costs = []
for (const line of process.argv.slice(2)) {
  const refused = await whyNoLine(line, limits)
  costs.push({ refused: 'code' in refused, ...(await costOf(() => whyNoLine(line, limits))) })
}
rmSync(folder, { recursive: true })
process.stdout.write(`${JSON.stringify(costs)}\n`)

/** Runs something, and counts how often it looks at files, opens them, and calls a function of ours or of the parser. */
async function costOf(run: () => Promise<unknown>) {
  const fs = process.getBuiltinModule('node:fs')
  const counts = { looks: 0, opens: 0 }
  const kinds = {
    looks: ['existsSync', 'statSync', 'lstatSync', 'realpathSync', 'readdirSync'],
    opens: ['readFileSync', 'openSync'],
  } as const
  const kept: [string, unknown][] = []
  for (const kind of ['looks', 'opens'] as const)
    for (const name of kinds[kind]) {
      const real = fs[name] as (...given: readonly unknown[]) => unknown
      kept.push([name, real])
      const counting = (...given: readonly unknown[]) => {
        counts[kind] += 1
        return real(...given)
      }
      const native = (place: string) => {
        counts[kind] += 1
        return (real as typeof fs.realpathSync).native(place)
      }
      Object.assign(fs, { [name]: Object.assign(counting, { native }) })
    }
  syncBuiltinESMExports()
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await run()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return { ...counts, calls: callsIn(result) }
  } finally {
    session.disconnect()
    Object.assign(fs, Object.fromEntries(kept))
    syncBuiltinESMExports()
  }
}

function callsIn(scripts: readonly Profiler.ScriptCoverage[]): number {
  return scripts
    .filter(({ url }) => /\/src\/(?!.*\.test\.ts)|unbash/.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges[0]?.count ?? 0))
    .reduce((sum, count) => sum + count, 0)
}
