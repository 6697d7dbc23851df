import { defineConfig } from 'tsdown'

import { listTools } from './scripts/build/targets.mjs'

/**
 * Each `src/main.ts` of an example, or of a tool in `tests/tools`, becomes `build/examples/<name>/main.js`, which imports the
 * built `surety` by name, as a user's program would.
 */
export default defineConfig({
  entry: Object.fromEntries(
    listTools().map(({ name, folder }) => [`${name}/main`, `${folder}/src/main.ts`]),
  ),
  outDir: 'build/examples',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
  clean: true,
  deps: { neverBundle: [/^surety(\/|$)/, /^zod(\/|$)/] },
  inputOptions: { checks: { pluginTimings: false } },
  outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
})
