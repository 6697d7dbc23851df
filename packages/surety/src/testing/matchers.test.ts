import { spawnSync } from 'node:child_process'

import { expect as jestExpect } from 'expect'
import { describe, expect, test } from 'vitest'

import { defineCli, defineCommand } from '../runtime/index.ts'
import { suretyMatchers, type SuretyMatchers } from './matchers.ts'
import { runCli } from './run-cli.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-explicit-any -- the declaration of vitest has it
  interface Matchers<T = any> extends SuretyMatchers<T> {}
}
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>> extends SuretyMatchers<R> {}
}

expect.extend(suretyMatchers)
jestExpect.extend(suretyMatchers)

const cli = defineCli({
  name: 'acme',
  version: '1.0.0',
  commands: {
    list: defineCommand({
      description: 'Lists',
      danger: 'safe',
      run: () => ({ items: [{ id: 'a' }] }),
    }),
    gone: defineCommand({
      description: 'Fails',
      danger: 'safe',
      errors: { NO_VOLUME: { exit: 'NOT_FOUND', description: 'There is none' } },
      run: ({ fail }) => fail('NO_VOLUME', 'There is no volume x.'),
    }),
  },
})

describe.each([
  ['vitest', expect as unknown as typeof jestExpect],
  ['jest', jestExpect],
])('in %s', (_name, runner) => {
  test('toBeEnvelope reads results, processes, texts and documents of any dialect', async () => {
    const result = await runCli(cli, ['list'])
    await runner(result).toBeEnvelope()
    await runner(result.stdout).toBeEnvelope()
    await runner(result.document).toBeEnvelope('spec-1.0')
    await runner(result.document).not.toBeEnvelope('td')
    await runner({ ok: true, data: [] }).not.toBeEnvelope()
    await runner(42).not.toBeEnvelope()
    const child = spawnSync(process.execPath, ['-e', 'console.log("hello")'])
    await runner(child).not.toBeEnvelope()
    await runner(runner(child).toBeEnvelope()).rejects.toThrow(
      /expected that the answer is an envelope of spec-1\.0, but:\n- [^]*hello/,
    )
  })

  test('toFailWith compares the code, the exit, the message and what a retry means', async () => {
    const result = await runCli(cli, ['gone'])
    await runner(result).toFailWith('NO_VOLUME', {
      exit: 'NOT_FOUND',
      message: 'volume x',
      retryable: false,
    })
    await runner(result).toFailWith('NO_VOLUME', { exit: 5, message: /^There/ })
    await runner(result).not.toFailWith('NO_DISK')
    await runner(
      runner(result).toFailWith('NO_VOLUME', { exit: 4, message: /^no/ }),
    ).rejects.toThrow(/- the exit is 5, not 4\n- the message is "There is no volume x\."/)
    await runner(runner(await runCli(cli, ['list'])).toFailWith('NO_VOLUME')).rejects.toThrow(
      'the call succeeded with exit 0',
    )
    await runner({ ok: false, error: { message: 'No', code: 'not_found' } }).toFailWith(
      'not_found',
      {
        dialect: 'td',
      },
    )
  })

  test('a test that expects the opposite of a mistake fails all the same', async () => {
    const result = await runCli(cli, ['list'])
    await runner(runner(Promise.resolve(result)).not.toFailWith('GONE')).rejects.toThrow(
      'got a promise; await it first',
    )
  })
})
