import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          // Hooks and tests share two cores with child processes on small machines.
          testTimeout: 20_000,
          // They wait for nobody, so that two go on at a time; those below start processes of their own.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/**/*.test.ts', 'examples/**/*.test.ts'],
          globalSetup: ['scripts/build-before-tests.ts'],
          testTimeout: 60_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          hookTimeout: 120_000,
          // The build is what users load, so Node loads it here as well: the runner's own loader gives
          // out modules that are still under way where two imports meet.
          server: { deps: { external: [/\/dist\//] } },
        },
      },
    ],
  },
})
