import { existsSync, readdirSync } from 'node:fs'

import { defineConfig } from 'tsdown'

const names = existsSync('examples') ? readdirSync('examples') : []

/**
 * Each `examples/<name>/src/main.ts` becomes `build/examples/<name>/main.js`, which imports the
 * built `surety` by name, as a user's program would.
 */
export default defineConfig({
  entry: Object.fromEntries(
    names
      .filter((name) => existsSync(`examples/${name}/src/main.ts`))
      .map((name) => [`${name}/main`, `examples/${name}/src/main.ts`]),
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
