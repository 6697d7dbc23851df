import { expect as jestExpect } from 'expect'
import { defineCli, defineCommand } from 'surety/unstable/runtime'
import { runCli } from 'surety/unstable/testing'
import { describe, expect, test } from 'vitest'

import { contractMatchers, type ContractMatchers } from './contract-matchers.ts'
import type { ContractLock } from './fixtures/contract-lock.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-explicit-any -- the declaration of vitest has it
  interface Matchers<T = any> extends ContractMatchers<T> {}
}
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>> extends ContractMatchers<R> {}
}

expect.extend(contractMatchers)
jestExpect.extend(contractMatchers)

const cli = defineCli({
  name: 'acme',
  version: '1.0.0',
  commands: {
    list: defineCommand({
      description: 'Lists',
      danger: 'safe',
      run: () => ({ items: [{ id: 'a' }] }),
    }),
  },
})

const LOCK: ContractLock = {
  schema_version: '1.0',
  tool: 'acme',
  version: '1.0.0',
  dialect: 'spec-1.0',
  declared: { redirects: {}, deprecated: [] },
  commands: {
    list: {
      danger: 'safe',
      aliases: [],
      flags: {},
      exits: { 0: 'SUCCESS' },
      errors: [],
      types: [],
      fields: { '': 'object', items: 'array', 'items[]': 'object', 'items[].id': 'number' },
    },
  },
}

describe.each([
  ['vitest', expect as unknown as typeof jestExpect],
  ['jest', jestExpect],
])('in %s', (_name, runner) => {
  test('toMatchContract compares an answer with a lock', async () => {
    const result = await runCli(cli, ['list'])
    await runner(runner(result).toMatchContract(LOCK, { command: 'list' })).rejects.toThrow(
      '- data.items[].id is string, the lock says number',
    )
    const { list } = LOCK.commands
    const right = { ...list!, fields: { ...list!.fields, 'items[].id': 'string' } }
    await runner(result).toMatchContract(
      { ...LOCK, commands: { list: right } },
      { command: 'list' },
    )
    await runner(
      runner(result).toMatchContract('no-such.lock.json', { command: 'list' }),
    ).rejects.toThrow('no-such.lock.json does not exist')
  })

  test('a test that expects the opposite of a mistake fails all the same', async () => {
    const result = await runCli(cli, ['list'])
    await runner(
      runner(result).not.toMatchContract('no-such.lock.json', { command: 'list' }),
    ).rejects.toThrow('no-such.lock.json does not exist')
  })
})
