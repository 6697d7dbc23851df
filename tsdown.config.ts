import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { defineConfig } from 'tsdown'

const entries = [
  'index',
  'contract/index',
  'contract/schema',
  'dialects/index',
  'formats/index',
  'schema/index',
  'client/index',
  'testing/index',
  'cli/main',
]

/** What a plain command needs: the framework and the writer of its default dialect. */
const front = new Set([
  ...staticImports('src/runtime/index.ts', new Set([resolve('src/dialects/index.ts')])),
  ...staticImports('src/dialects/registry.ts'),
  ...staticImports('src/dialects/spec-1.0/encode.ts'),
])

/**
 * One entry per public subpath plus the command. Shared code becomes chunks, and every dynamic
 * `import()` stays a chunk of its own, so that a heavy package loads only when its home is reached.
 */
export default defineConfig({
  entry: Object.fromEntries(
    entries.filter((name) => existsSync(`src/${name}.ts`)).map((name) => [name, `src/${name}.ts`]),
  ),
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: true,
  clean: true,
  // Every start pays for every character: unminified, half of its own time would be parsing.
  minify: true,
  inputOptions: { checks: { pluginTimings: false } },
  outputOptions: {
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Opening a file costs more than reading it, and every run needs all of these.
    codeSplitting: {
      groups: [{ name: 'front', test: (id) => front.has(resolve(id)) }],
    },
  },
})

/** Finds a module and everything that it imports when it loads; `import()` is left out. */
function staticImports(file: string, found: Set<string> = new Set()): Set<string> {
  const path = resolve(file)
  if (found.has(path) || !existsSync(path)) return found
  found.add(path)
  const text = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  for (const [, clause, target] of text.matchAll(/^(?:im|ex)port (.*?)from '(\.[^']+)'/gms)) {
    if (!clause!.startsWith('type ')) staticImports(join(dirname(path), target!), found)
  }
  return found
}
