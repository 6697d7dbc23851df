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
    description: 'Overrides defaults of the framework',
    dialect: 'td',
    commands: { hello },
    ...more,
  })

describe('a tool that requires a command', () => {
  test('refuses a call without one', async () => {
    const { outcome } = await runCli(tool({ dialect: 'claw-2.0' }), [])
    expect(outcome).toMatchObject({
      ok: false,
      exit: 'ARG_ERROR',
      error: { code: 'parse' },
    })
  })

  test('still shows its help and its version', async () => {
    expect((await runCli(tool({ dialect: 'claw-2.0' }), ['--help'])).exit).toBe(0)
    expect((await runCli(tool({ dialect: 'claw-2.0' }), ['--version'])).exit).toBe(0)
  })
})

describe('a tool that is not called by its name', () => {
  const called = tool({
    dialect: 'spec-1.0',
    calledAs: ['npx', 'the habit'],
    redirects: { hi: { to: 'hello' } },
  })
  const answerOf = async (...argv: string[]) => (await runCli(called, argv)).outcome

  test('shows command lines that callers can run', async () => {
    const words = "npx 'the habit'"
    expect((await answerOf('nosuch')).error?.suggestion).toBe(`See ${words} --help.`)
    expect((await answerOf('hallo')).error?.suggestion).toBe(`Did you mean ${words} hello?`)
    expect((await answerOf('hello', '--nope')).error?.suggestion).toContain(
      `see ${words} hello --help`,
    )
    expect((await answerOf('hi')).error?.redirect?.command).toBe(`${words} hello`)
    const help = await runCli(called, ['hello', '--help'])
    expect(help.stdout).toContain(`$ ${words} hello\n`)
    expect(help.stdout).toContain(`For agents: ${words} hello --help --all`)
    expect((await runCli(called, ['--llms'])).stdout).toContain(`\`${words} hello\``)
    expect(JSON.stringify(await answerOf('agent-guide'))).toContain(`${words} --llms`)
  })

  test('keeps its name everywhere else', async () => {
    expect((await runCli(called, ['--version'])).stdout).toBe('habit 1.0.0\n')
    expect((await answerOf('manifest')).data).toMatchObject({ name: 'habit' })
  })

  test.each([
    [[], "of words, as in ['npx', 'acme']"],
    [['npx', ''], "of words, as in ['npx', 'acme']"],
    // The guard of every call names the kind of the value.
    ['npx habit', "not 'npx habit'"],
  ])('refuses %j as its words', async (calledAs, said) => {
    const wrong = tool({ calledAs: calledAs as never })
    const { outcome } = await runCli(wrong, ['hello'], { unchecked: true })
    expect(outcome.error?.message).toContain('calledAs must be a list')
    expect(outcome.error?.message).toContain(said)
  })
})

test('prints the version of the tool even if it has a default command', async () => {
  const { stdout } = await runCli(tool({ default: 'hello' }), ['--version'])
  expect(stdout).toBe('habit 1.0.0\n')
})

describe('input errors of a tool with its own exit code and text for them', () => {
  const old = tool({
    output: { inputErrorExit: 2, plainFailure: ({ message }) => `Error: ${message}` },
  })

  test('use that exit code and text in plain output', async () => {
    const { stderr, exit } = await runCli(old, ['hello', '--nope', '--format', 'plain'])
    expect(exit).toBe(2)
    expect(stderr).toBe('Error: There is no option --nope.\n')
  })

  test('use the exit code of the dialect in JSON output', async () => {
    expect((await runCli(old, ['hello', '--nope'])).exit).toBe(1)
  })
})

test('REQ-F-003: NO_COLOR drops the colour at a terminal; later generations want JSON', async () => {
  const at = { tty: true, env: { NO_COLOR: '' } }
  expect((await runCli(tool({}), ['hello'], at)).stdout).toBe('Greeting  hello\n')
  const strict = tool({ dialect: 'spec-1.6' })
  expect(JSON.parse((await runCli(strict, ['hello'], at)).stdout)).toMatchObject({ ok: true })
})

test('uses the noColor format at a terminal with NO_COLOR, and only there', async () => {
  const colorless = tool({ output: { noColor: 'plain' } })
  const env = { NO_COLOR: '1' }
  expect((await runCli(colorless, ['hello'], { tty: true, env })).stdout).toBe('greeting\thello\n')
  expect((await runCli(colorless, ['hello'], { env })).stdout).toMatch(/^\{/)
})

test('takes a format from the environment, and refuses one that does not exist by the name of the variable', async () => {
  const plain = await runCli(tool({}), ['hello'], { env: { HABIT_FORMAT: 'plain' } })
  expect(plain.stdout).toBe('greeting\thello\n')
  const wrong = { env: { HABIT_FORMAT: 'xml' } }
  const { outcome } = await runCli(tool({ dialect: 'spec-1.0' }), ['hello'], wrong)
  expect(outcome.error?.message).toBe(
    'HABIT_FORMAT must be one of json, jsonl, yaml, toon, md, plain; spec-1.0 has no xml.',
  )
  // The document of td ignores it.
  expect((await runCli(tool(), ['hello'], wrong)).stderr).toBe(
    "Warning: HABIT_FORMAT is 'xml', which is not an output format; it was ignored.\n",
  )
})

test('lists the codes and exits of the tool and its dialect in schema', async () => {
  const { outcome } = await runCli(tool({ dialect: 'td' }), ['schema'])
  const { errors, types } = outcome.data as {
    errors: { code: string; exit_code: number }[]
    types: string[]
  }
  const input = errors.find(({ code }) => code === 'validation_error')
  expect(input?.exit_code).toBe(1)
  expect(errors.map(({ code }) => code)).not.toContain('UNKNOWN_FLAG')
  expect(types).toEqual(expect.arrayContaining(['schema', 'success']))
})

test('a dialect that the author misspelt is a mistake of the author', async () => {
  const asked = await runCli(tool({ dialect: 'spec-1.6' }), ['hello', '--envelope', 'tdd'])
  expect(asked.outcome.error).toMatchObject({ code: 'INVALID_CHOICE' })
  const { outcome } = await runCli(tool({ dialect: 'tdd' }), ['hello'], { unchecked: true })
  expect(outcome.error).toMatchObject({ code: 'INTERNAL_ERROR', retryable: false })
  expect(outcome.error?.message).toMatch(/declared wrongly: There is no dialect 'tdd'/)
})

test('a tool that is declared wrongly answers in the dialect of its contract', async () => {
  const contract = { versions: { '1': 'spec-1.6', '2': 'spec-1.16' }, default: '2' }
  const cli = tool({ contract, dialect: undefined, bogus: 1 } as object)
  const { outcome } = await runCli(cli, ['hello'], { unchecked: true })
  expect(outcome).toMatchObject({ ok: false, error: { phase: 'validation' } })
})
