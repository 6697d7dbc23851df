import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { defineConfig } from 'tsdown'

const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string>
  bin: Record<string, string>
}
const entries = [...Object.values(exports), ...Object.values(bin)].flatMap(
  (file) => /dist\/(.+)\.js$/.exec(file)?.[1] ?? [],
)

/** One entry per public subpath plus the command. Shared code becomes chunks, and so does every `import()`. */
export default defineConfig({
  entry: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  // Bundled, because loading it from many files takes twice as long, and zod is an optional peer of ours.
  deps: { alwaysBundle: [/^@modelcontextprotocol\//, /^zod(\/|$)/, /^fast-string-/, /\/yaml\//] },
  alias: {
    '@modelcontextprotocol/server/_shims': resolve('src/mcp/protocol/sdk-platform.ts'),
    // Its modules for Node are CommonJS, which applications that bundle us cannot load.
    yaml: resolve('node_modules/yaml/browser/index.js'),
  },
  dts: true,
  clean: true,
  inputOptions: {
    checks: { pluginTimings: false },
    preserveEntrySignatures: 'allow-extension',
  },
  outputOptions: {
    chunkFileNames: 'chunks/[name]-[hash].js',
    // The declarations have them; without them a start reads a quarter less.
    comments: { legal: true, annotation: true, jsdoc: false },
    // Opening a file costs a millisecond, so what a call needs together stands in one.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          name: 'mcp',
          test: /node_modules\/(?:@modelcontextprotocol|zod)\/|\/src\/(?:runtime\/)?mcp\//,
          priority: 4,
        },
        group('framework', 3, 'index'),
        group(
          'describe',
          2,
          'runtime/describe/help-page',
          'runtime/describe/schema-flag',
          'runtime/describe/builtins/manifest',
        ),
        group('run', 1, 'cli/commands/run'),
      ],
    },
  },
})

/** Puts modules, and all that they import when they load, into one chunk. */
function group(name: string, priority: number, ...roots: readonly string[]) {
  const found = new Set<string>()
  for (const root of roots) collectImports(resolve(`src/${root}.ts`), found)
  return { name, priority, test: (id: string) => found.has(resolve(id)) }
}

/** Follows an index only to where the imported names come from, as the bundler does, and no `import()`. */
function collectImports(path: string, found: Set<string>): void {
  if (found.has(path) || !existsSync(path)) return
  found.add(path)
  for (const { names, target } of importsOf(path)) {
    if (!isList(target)) collectImports(target, found)
    else {
      for (const hop of importsOf(target)) {
        if (hop.names.some((name) => names.includes(name))) collectImports(hop.target, found)
      }
    }
  }
}

/** Tests whether a module only passes names on. */
function isList(path: string): boolean {
  return (
    path.endsWith('/index.ts') &&
    !/^(?:export )?(?:async )?(?:const|function) /m.test(readFileSync(path, 'utf8'))
  )
}

/** Lists the modules that one imports at run time, with the names that it takes from each. */
function importsOf(path: string): readonly { names: readonly string[]; target: string }[] {
  const text = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const statements = text.matchAll(/^(?:im|ex)port (?!type )(.*?)from '(\.[^']+\.ts)'/gms)
  return [...statements].flatMap(([, clause = '', target = '']) => {
    const names = clause
      .replaceAll(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
    return names.length === 0 ? [] : [{ names, target: join(dirname(path), target) }]
  })
}
