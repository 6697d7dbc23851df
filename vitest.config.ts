import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

import { sourceNames } from './scripts/build/source-names.mjs'
import { LongestFirst } from './scripts/test/longest-first.ts'

// Every Node that a test starts would read these certificates, for longer than all else that it does.
delete process.env['NODE_EXTRA_CA_CERTS']

/**
 * Properties are tried a third as often as they ask, ten times as often by `npm run test:long`, which also runs
 * what takes minutes (`*.long.ts`), and SURETY_RUNS times as often if that is set. `npm run test:harness` runs `*.harness.ts`. Modules load once per
 * worker (`isolate`): tests leave nothing behind in them, and loading took longer than testing.
 */
export default defineConfig(({ mode }) => {
  const isLong = mode === 'long'
  const plugins = [sizedProperties()]
  const patience = isLong ? 30 : 1
  // Limits end what hangs, and measure nothing: on a busy machine a process can need a minute to start.
  const expect = { poll: { timeout: 60_000 } }
  return {
    test: {
      globalSetup: ['scripts/test/temporary-folder.ts'],
      // Tests wait for processes, time limits and terminals: two more of them than there are cores keep all busy. In CI
      // one less, because nobody waits for it and faults that are a matter of time show best on a calm machine.
      maxWorkers: availableParallelism() + (process.env['CI'] ? 1 : 2),
      sequence: { sequencer: LongestFirst },
      projects: [
        {
          plugins,
          resolve: { alias: sourceNames },
          test: {
            name: 'unit',
            include: [
              'packages/*/src/**/*.test.ts',
              'scripts/**/*.test.ts',
              'pages/**/*.test.ts',
              'site/stage/**/*.test.ts',
            ],
            testTimeout: 120_000 * patience,
            expect,
            env: isLong ? { SURETY_LONG: '1' } : {},
            isolate: false,
          },
        },
        {
          plugins,
          test: {
            name: 'e2e',
            include: [
              'tests/**/*.test.ts',
              'examples/**/*.test.ts',
              ...(isLong ? ['tests/**/*.long.ts'] : []),
              ...(mode === 'harness' ? ['tests/**/*.harness.ts'] : []),
            ],
            // They need a browser: `npm run test:browser`.
            exclude: ['tests/browser/**', '**/node_modules/**'],
            globalSetup: ['scripts/test/build-before-tests.ts'],
            testTimeout: 180_000 * patience,
            expect,
            env: isLong ? { SURETY_LONG: '1' } : {},
            hookTimeout: 300_000,
            // A machine that others use can hold a process up for seconds. What needed its second try is named in CI;
            // an input that a property found never gets one.
            retry: { count: process.env['CI'] ? 1 : 0, condition: /^(?!Property failed)/ },
            isolate: false,
            // The build is what users load, so Node loads it here as well: the runner's own loader
            // gives out modules that are still under way where two imports meet.
            server: { deps: { external: [/\/dist\//] } },
          },
        },
      ],
    },
  }
})

/** Gives tests a fast-check that runs every property as often as there is time for. */
function sizedProperties(): Plugin {
  const file = fileURLToPath(new URL('scripts/test/sized-fast-check.ts', import.meta.url))
  return {
    name: 'sized-properties',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'fast-check' && importer !== file ? file : undefined,
  }
}
