import { existsSync } from 'node:fs'

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
  inputOptions: { checks: { pluginTimings: false } },
  outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
})
