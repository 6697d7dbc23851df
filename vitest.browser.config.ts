import { defineConfig } from 'vitest/config'

delete process.env['NODE_EXTRA_CA_CERTS']

/** The tests of pages in a real browser, apart because `npm test` needs Node alone; with `--mode site` those of the site. */
export default defineConfig(({ mode }) => ({
  test: {
    include: [mode === 'site' ? 'site/*.test.ts' : 'tests/browser/**/*.test.ts'],
    globalSetup: mode === 'site' ? [] : ['scripts/test/build-before-tests.ts'],
    // These end what hangs, and measure nothing: on a busy machine a page takes a minute.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000, interval: 50 } },
    maxWorkers: 1,
    server: { deps: { external: [/\/dist\//] } },
  },
}))
