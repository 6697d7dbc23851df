import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { workloads } from '../../bench/start/workloads.ts'
import { buildPackagesIfStale } from '../build/build.mjs'
import { root } from '../build/targets.mjs'
import { packedSizes } from '../test/install-package.ts'
import { countStart } from './count-start.ts'
import { house } from './house.ts'
import { countNodes, longFunctions, textOf, tracked } from './sources.ts'

/**
 * Prints how heavy the house is: `npm run weigh`, with `-- --files` for what is behind each figure. Functions and bytes
 * of a start are counted on the build; tests, suites, tables, arbitraries and programs of tests do not count.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'boolean', default: false },
  },
})

buildPackagesIfStale()
for (const name of ['sync', 'await', 'list', 'unknown-flag', 'help'] as const) {
  const { argv } = workloads[name]
  const { functions, bytes, files } = countStart(name)
  show(
    functions,
    `functions called by a start of \`${argv.join(' ')}\`, ${kilobytes(bytes)} loaded`,
  )
  list(files.map(({ file, called }) => `${file}: ${called.join(', ')}`))
}

for (const [name, figure] of Object.entries(house())) show(figure, name)
list(
  [...countNodes()]
    .toSorted(([, one], [, other]) => other - one)
    .map(([room, nodes]) => `${String(nodes).padStart(7)}  ${room}`),
)
tell('functions over 60 lines', longFunctions(60))
show(callRatio(), "calls in one process, of commander's in the same run")
show(publicNames(), 'public names')
const build = tracked.filter((file) =>
  /(?:^packages\/\w+\/tsdown\.config\.ts$|^scripts\/build\/)/.test(file),
)
show(
  build.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0),
  'lines of configurations of tsdown and scripts/build',
)
for (const { name, bytes, files } of await packedSizes())
  show(files, `files of ${name}, ${kilobytes(bytes)} unpacked`)
show(within('docs/decisions', /^\d{4}-/), 'decision records')

function show(figure: number, name: string): void {
  console.log(`${String(figure).padStart(7)}  ${name}`)
}

function list(lines: readonly string[]): void {
  if (values.files) for (const line of lines) console.log(`         ${line}`)
}

function tell(name: string, found: readonly string[]): void {
  show(found.length, name)
  list(found)
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} KB`
}

function within(folder: string, name: RegExp): number {
  return readdirSync(join(root, folder)).filter((file) => name.test(file)).length
}

function publicNames(): number {
  const api = JSON.parse(textOf('tests/public-api.json')) as Record<
    string,
    Record<string, readonly string[]>
  >
  return new Set(Object.values(api).flatMap((lists) => Object.values(lists).flat())).size
}

/** Compares calls of one command in a process with those of commander; the rest of `bench` needs packages of its own. */
function callRatio(): number {
  const argv = [join(root, 'bench/dispatch.mjs'), '--rounds', '5', '--print']
  const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' })
  if (stdout === '') throw new Error(`bench/dispatch.mjs failed: ${stderr}`)
  return (JSON.parse(stdout) as { ratio: number }).ratio
}
