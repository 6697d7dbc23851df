import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the tools are that are built: the examples, and those of other projects, rebuilt for the tests. */
export const toolFolders = ['examples', 'tests/tools']

/** Lists the built tools by name: `<folder>/<name>/src/main.ts` is the source, `<folder>/<name>/<name>` starts it. */
export function listTools() {
  return toolFolders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => existsSync(join(root, folder, name, 'src', 'main.ts')))
      .map((name) => ({ name, folder: `${folder}/${name}` })),
  )
}

/** Gives the path from the root at which a built tool is started. */
export function toolPath(name) {
  const tool = listTools().find((each) => each.name === name)
  if (!tool) throw new Error(`There is no tool ${name} in ${toolFolders.join(' or ')}.`)
  return `${tool.folder}/${name}`
}

const shared = ['package.json', 'tsconfig.json', 'scripts/build']

/** What each package is built of, beside its own folder and the parts that all share. */
const below = {
  surety: [],
  adopt: ['packages/surety/src/contract', 'packages/surety/src/failure-reader'],
  client: ['packages/surety'],
  check: ['packages/surety', 'packages/client', 'pages', 'fixtures'],
  cli: ['packages/surety', 'packages/client', 'packages/check', 'pages'],
}

/** The published packages, each after those that it imports: their names by folder. */
export const packages = {
  surety: 'surety',
  adopt: '@surety/adopt',
  client: '@surety/client',
  check: '@surety/check',
  cli: '@surety/cli',
}

/** What is built: its folder, its sources, and the file whose time is that of the build. */
export const targets = {
  packages: Object.keys(packages).map((name) => ({
    name,
    cwd: join(root, 'packages', name),
    config: 'tsdown.config.ts',
    folder: join(root, 'packages', name, 'dist'),
    inputs: [...shared, 'packages/internal', `packages/${name}`, ...below[name]],
    stamp: join(root, 'build', `${name}.stamp`),
  })),
  examples: {
    name: 'examples',
    cwd: root,
    config: 'tsdown.examples.config.ts',
    folder: join(root, 'build', 'examples'),
    inputs: [...shared, 'tsdown.examples.config.ts', ...toolFolders],
    stamp: join(root, 'build', 'examples.stamp'),
  },
}

/** Tests whether a source is newer than the build. */
export function isStale({ folder, inputs, stamp }) {
  if (!existsSync(folder)) return true
  const builtAt = modifiedAt(stamp)
  return inputs.some((input) => newestIn(join(root, input)) > builtAt)
}

/** Gives the modification time of a file in milliseconds; 0 if there is none. */
export function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** A build is newer than what it is built of: what it writes into a package is no source. */
const WRITTEN_BY_BUILDS =
  /packages[/\\](?:\w+[/\\](?:dist|docs|node_modules|LICENSE)|cli[/\\]descriptions|check[/\\]fixtures)$/

function newestIn(path) {
  if (WRITTEN_BY_BUILDS.test(path)) return 0
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return /\.test(-d)?\.ts$|\.md$|transcript\.json$/.test(path) ? 0 : modifiedAt(path)
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0)
}
