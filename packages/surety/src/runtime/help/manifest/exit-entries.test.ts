import { describe, expect, test } from 'vitest'

import { defineExitCode, type JsonObject } from '../../../contract/index.ts'
import { decode } from '../../../dialects/index.ts'
import { s } from '../../../schema/index.ts'
import { runCli } from '../../../testing/index.ts'
import { defineCli, defineCommand, type Cli, type CliDeclaration } from '../../index.ts'

const LOCKED = defineExitCode({
  name: 'LOCKED',
  number: 81,
  description: 'Somebody holds it',
  sideEffects: 'none',
  category: 'CONFLICT',
})

const codes = {
  GONE: 'NOT_FOUND',
  TAKEN: 'CONFLICT',
  NOT_READY: 'PRECONDITION',
  DOWN: 'UNAVAILABLE',
  SLOW_DOWN: 'RATE_LIMITED',
  NO_MONEY: 'PAYMENT_REQUIRED',
  HALF_DONE: 'PARTIAL_FAILURE',
  HELD: { exit: LOCKED },
} as const

const act = defineCommand({
  description: 'Fails with the given code',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'It is done',
    NOT_FOUND: 'It is gone',
    CONFLICT: 'It is taken',
    PRECONDITION: 'It is not ready',
    UNAVAILABLE: 'The service is down',
    RATE_LIMITED: 'There were too many calls',
    PAYMENT_REQUIRED: 'Money is missing',
    PARTIAL_FAILURE: 'Half of it is done',
    LOCKED,
  },
  errors: codes,
  args: { code: s.string().optional() },
  run: ({ args, fail }) => {
    if (args.code === 'crash') throw new Error('crashed')
    if (args.code !== undefined) fail(args.code as keyof typeof codes, 'Failed on request.')
    return {}
  },
})

const tool = (more: Partial<CliDeclaration>): Cli =>
  defineCli({
    name: 'acme',
    version: '1.0.0',
    description: 'Acts',
    commands: { act },
    ...more,
  })

const payTable = { GONE: 10, TAKEN: 20, NO_MONEY: 40, SLOW_DOWN: 30, UNKNOWN: 99 }

const family: readonly (readonly [string, Cli])[] = [
  ['spec-1.0', tool({})],
  ['spec-1.6', tool({ dialect: 'spec-1.6' })],
  ['td', tool({ dialect: 'td' })],
  ['animus-1', tool({ dialect: 'animus-1' })],
  ['claw-1.0', tool({ dialect: 'claw-1.0' })],
  ['claw-2.0', tool({ contract: { versions: { '2.0': 'claw-2.0' }, default: '2.0' } })],
  ['incur-full', tool({ dialect: 'incur-full', exitByCode: payTable })],
  ['incur-compact', tool({ dialect: 'incur-compact', exitByCode: payTable })],
]

/** Runs one call for each exit; lists the exit names with the real exit codes and error codes. */
async function realExits(
  cli: Cli,
  dialect: string,
): Promise<readonly (readonly [string, number, string | null])[]> {
  const calls: [string, string[]][] = [
    ['SUCCESS', ['act']],
    ['ARG_ERROR', ['act', '--nope']],
    ['GENERAL_ERROR', ['act', 'crash']],
    ...Object.entries(codes).map(([code, exit]): [string, string[]] => [
      typeof exit === 'string' ? exit : exit.exit.name,
      ['act', code],
    ]),
  ]
  return Promise.all(
    calls.map(async ([name, argv]) => {
      const { exit, stdout, stderr } = await runCli(cli, [...argv, '--json'], { unchecked: true })
      const { outcome } = await decode({ stdout, stderr, exit_code: exit }, { dialect })
      return [name, exit, (argv[1] ?? '') in codes ? outcome.error!.code : null] as const
    }),
  )
}

type Entries = Readonly<Record<string, { readonly name: string; readonly retryable: boolean }>>

describe.each(family)('a tool with dialect %s lists its real exit codes', (dialect, cli) => {
  test('in --schema and in the manifest', async () => {
    const schema = (await runCli(cli, ['act', '--schema'])).outcome.data as JsonObject
    const manifest = (await runCli(cli, ['manifest'])).outcome.data as JsonObject
    const inManifest = (manifest['commands'] as JsonObject)['act'] as JsonObject
    // A lean dialect lists in --schema only the exits that are particular to the command.
    const described = { ...(manifest['exit_codes'] as JsonObject | undefined) }
    const ofCommand = { ...described, ...(inManifest['exit_codes'] as JsonObject) }
    const listings = [schema['exit_codes'], ofCommand] as Entries[]
    for (const entries of dialect === 'spec-1.0' ? listings.slice(1) : listings) {
      for (const [name, number] of await realExits(cli, dialect)) {
        expect(entries[number]?.name.split(' | '), `${name} ends with ${number}`).toContain(name)
      }
      expect(entries['130']?.name).toBe('INTERRUPTED')
      expect(entries['143']?.name).toBe('TERMINATED')
    }
  })

  test('in --help, and those of every command in --help --all', async () => {
    const screen = { tty: true, columns: 200, env: { TERM: 'dumb' } }
    const own = await runCli(cli, ['act', '--help'], screen)
    const common = await runCli(cli, ['--help', '--all'], screen)
    const stdout = own.stdout + common.stdout
    for (const [name, number, code] of await realExits(cli, dialect)) {
      const ofSpec = `${name} `
      // Other dialects have no names for exits; their callers see the error code.
      const ofOthers = code === null ? ' ' : ` .*\\[(\\w+, )*${code}[\\],]`
      const word = dialect.startsWith('spec') ? ofSpec : ofOthers
      expect(stdout).toMatch(new RegExp(`^ +${number} ${word}`, 'm'))
    }
    expect(stdout.includes('ARG_ERROR')).toBe(dialect.startsWith('spec'))
  })

  test('in schema', async () => {
    const listing = (await runCli(cli, ['schema'])).outcome.data as JsonObject
    const errors = listing['errors'] as { code: string; exit_code: number }[]
    const real = await realExits(cli, dialect)
    for (const [, exit, code] of real.filter(([, , own]) => own !== null)) {
      expect(errors.find((error) => error.code === code)?.exit_code).toBe(exit)
    }
    if (dialect === 'animus-1') {
      const words = ['conflict', 'internal', 'invalid_input', 'not_found', 'unavailable']
      expect(errors.map((error) => error.code)).toEqual(words)
    }
    // Only td and the spec have a place for the type of a result.
    const hasTypes = ['td', 'spec-1.0', 'spec-1.6'].includes(dialect)
    expect([dialect, Array.isArray(listing['types'])]).toEqual([dialect, hasTypes])
  })
})

test('an entry for several exits is retryable only if all of them are', async () => {
  const schema = (await runCli(tool({ dialect: 'animus-1' }), ['act', '--schema'])).outcome
    .data as JsonObject
  const entries = schema['exit_codes'] as unknown as Record<string, JsonObject>
  expect(Object.keys(entries)).toEqual(['0', '1', '2', '3', '4', '5', '130', '143'])
  expect(entries['5']).toMatchObject({ retryable: false, side_effects: 'partial' })
  expect(entries['5']!['name']).toBe('UNAVAILABLE | RATE_LIMITED | TIMEOUT')
  expect(String(entries['1']!['description']).length).toBeLessThanOrEqual(120)
})

test('--schema lists the exits of the dialect from --envelope', async () => {
  const argv = ['act', '--schema', '--envelope', 'animus-1']
  const schema = (await runCli(tool({}), argv)).outcome.data as JsonObject
  expect(Object.keys(schema['exit_codes'] as JsonObject)).toContain('5')
  expect(Object.keys(schema['exit_codes'] as JsonObject)).not.toContain('12')
})

test('--help --all lists the exit code for input errors in text at a terminal', async () => {
  const old = tool({ dialect: 'td' })
  const { stdout } = await runCli(old, ['--help', '--all'], {
    tty: true,
    columns: 120,
    env: { TERM: 'dumb' },
  })
  expect(stdout).toMatch(/^ +2  The input was refused/m)
  const piped = await runCli(old, ['--help', '--all'])
  expect(piped.stdout).toMatch(/^ +1  The input was refused/m)
})
