import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { defineExitCode, FAILURE_NAMES } from '../../../contract/index.ts'
import { checkedOf } from '../check/check-command.ts'
import { defineCli, type Cli } from '../cli.ts'
import { findExit } from './find-exit.ts'

const custom = [
  defineExitCode({ name: 'DISK_FULL', number: 80, description: 'The disk is full' }),
  defineExitCode({
    name: 'QUEUE_FULL',
    number: 81,
    description: 'It is full',
    retryable: true,
    sideEffects: 'none',
  }),
]
const exit = fc.oneof(fc.constantFrom(...FAILURE_NAMES), fc.constantFrom(...custom))
const errors = fc.dictionary(fc.constantFrom('GONE', 'BUSY', 'BROKEN', 'FULL'), exit)
const exitCodes = fc
  .uniqueArray(fc.oneof(fc.constantFrom('SUCCESS', ...FAILURE_NAMES), fc.constantFrom(...custom)))
  .map((names) =>
    Object.fromEntries(
      names.map((name) =>
        typeof name === 'string' ? [name, `It ended with ${name}`] : [name.name, name],
      ),
    ),
  )
const declarations = fc.record(
  {
    exitCodes,
    errors,
    danger: fc.constantFrom('safe', 'mutating'),
    stdin: fc.constant(true),
    cacheable: fc.constant(true),
    interactive: fc.constant(true),
    auth: fc.constant({ tokenEnv: ['TOKEN'] }),
    configScope: fc.constant('global'),
  },
  { requiredKeys: [] },
)

describe('findExit', () => {
  it('finds each exit as the table of the whole declaration has it', () => {
    const names = ['SUCCESS', ...FAILURE_NAMES, 'INTERRUPTED', 'DISK_FULL', 'QUEUE_FULL', 'NOSUCH']
    fc.assert(
      fc.property(declarations, errors, (declared, ofTool) => {
        const command = { description: 'Tries it', run: () => ({}), ...declared }
        const cli = (defineCli as (declaration: object) => Cli)({
          name: 'tool',
          version: '1.0.0',
          description: 'A tool',
          errors: ofTool,
          commands: { try: command },
        })
        const made = { declaration: command } as unknown as Parameters<typeof findExit>[1]
        const { exits } = checkedOf(cli, made, ['try'])
        for (const name of names) expect(findExit(cli, made, name)).toEqual(exits[name])
      }),
    )
  })
})
