// A tool that declares contract 1.16, with commands for lines that its declaration decides about.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { defineCli, defineCommand, serve } from 'surety'

const half = () => join(process.env.HOME, 'half')
const exitCodes = { SUCCESS: 'It is done' }

export const tool = () =>
  defineCli({
    name: 'strict',
    version: '1.0.0',
    description: 'A tool of contract 1.16',
    dialect: 'spec-1.16',
    timeoutMs: Number(process.env.STRICT_LIMIT ?? 30_000),
    commands: {
      silent: defineCommand({
        description: 'Says nothing about its change',
        danger: 'mutating',
        exitCodes,
        run: () => ({ changed: true }),
      }),
      repair: defineCommand({
        description: 'Stops halfway, and repairs what it left',
        danger: 'mutating',
        idempotent: true,
        exitCodes: { ...exitCodes, PARTIAL_FAILURE: 'It stopped halfway' },
        errors: { HALF_DONE: 'PARTIAL_FAILURE' },
        run: ({ fail }) => {
          if (existsSync(half())) {
            writeFileSync(half(), 'whole')
            return { effect: 'updated' }
          }
          writeFileSync(half(), 'half')
          return fail('HALF_DONE', 'It stopped halfway.')
        },
      }),
      look: defineCommand({
        description: 'Only reads',
        danger: 'safe',
        idempotent: true,
        exitCodes,
        run: () => ({}),
      }),
      move: defineCommand({
        description: 'Moves files one by one',
        danger: 'mutating',
        exitCodes,
        async *run() {
          for (const effect of ['created', 'noop', 'created']) yield { effect }
        },
      }),
    },
  })

if (process.argv[1] === import.meta.filename) await serve(tool)
