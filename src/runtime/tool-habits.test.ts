import { describe, expect, test } from 'vitest'

import { runCli } from '../testing/index.ts'
import { defineCli, defineCommand, type CliDeclaration } from './index.ts'

const hello = defineCommand({
  description: 'Greets',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The greeting was made' },
  run: () => ({ greeting: 'hello' }),
})

const tool = (more: Partial<CliDeclaration> = {}) =>
  defineCli({
    name: 'habit',
    version: '1.0.0',
    description: 'Has habits of its own',
    dialect: 'td',
    commands: { hello },
    ...more,
  })

describe('a tool that requires a command', () => {
  test('answers a call without one as a mistake', async () => {
    const { outcome } = await runCli(tool({ requiresCommand: true }), [])
    expect(outcome).toMatchObject({
      ok: false,
      exit: 'ARG_ERROR',
      error: { code: 'MISSING_ARGUMENT' },
    })
  })

  test('still shows its help and its version', async () => {
    expect((await runCli(tool({ requiresCommand: true }), ['--help'])).exit).toBe(0)
    expect((await runCli(tool({ requiresCommand: true }), ['--version'])).exit).toBe(0)
  })
})

test('a default command leaves --version to the tool', async () => {
  const { stdout } = await runCli(tool({ default: 'hello' }), ['--version'])
  expect(stdout).toBe('habit 1.0.0\n')
})

describe('mistakes in text', () => {
  const old = tool({
    output: { inputErrorExit: 2, plainFailure: ({ message }) => `Error: ${message}` },
  })

  test('end with the exit that the tool says, and in its words', async () => {
    const { stderr, exit } = await runCli(old, ['hello', '--nope', '--output', 'plain'])
    expect(exit).toBe(2)
    expect(stderr).toBe('Error: There is no option --nope.\n')
  })

  test('end in data as the dialect says', async () => {
    expect((await runCli(old, ['hello', '--nope'])).exit).toBe(1)
  })
})

test('a terminal without colour can have a format of its own', async () => {
  const pale = tool({ output: { noColor: 'plain' } })
  const env = { NO_COLOR: '1' }
  expect((await runCli(pale, ['hello'], { tty: true, env })).stdout).toBe('greeting\thello\n')
  expect((await runCli(pale, ['hello'], { env })).stdout).toMatch(/^\{/)
})

test('a format that the environment names and nobody knows is ignored with a warning', async () => {
  const { stderr, outcome } = await runCli(tool({ output: { env: 'HABIT_FORMAT' } }), ['hello'], {
    env: { HABIT_FORMAT: 'xml' },
  })
  expect(outcome.ok).toBe(true)
  expect(stderr).toBe(
    "Warning: HABIT_FORMAT is 'xml', which is not an output format; it was ignored.\n",
  )
})

test('schema lists the codes and exits of the tool and its dialect', async () => {
  const { outcome } = await runCli(tool({ frameworkErrors: { ARG_ERROR: 'BAD_INPUT' } }), [
    'schema',
  ])
  const { errors, types } = outcome.data as {
    errors: { code: string; exit_code: number }[]
    types: string[]
  }
  const input = errors.find(({ code }) => code === 'BAD_INPUT')
  expect(input?.exit_code).toBe(1)
  expect(errors.map(({ code }) => code)).not.toContain('UNKNOWN_FLAG')
  expect(types).toEqual(expect.arrayContaining(['schema', 'success']))
})
