import { defineConfig } from 'vitest/config'

delete process.env['NODE_EXTRA_CA_CERTS']

/** The tests of pages in a real browser, apart because `npm test` needs Node alone. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['scripts/test/build-before-tests.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    server: { deps: { external: [/\/dist\//] } },
  },
})
