/* oxlint-disable typescript/no-explicit-any -- declarations are loose here on purpose: half of them are wrong */
import { describe, expect, it } from 'vitest'

import { Defect, defineExitCode } from '../contract/index.ts'
import { s } from '../schema/index.ts'
import { runCli } from '../testing/index.ts'
import { defineCli, defineCommand, defineGroup, type Command } from './index.ts'

const base = {
  description: 'Does something',
  danger: 'safe',
  exitCodes: { SUCCESS: 'It is done' },
  run: () => ({}),
} as const

const declare = (more: object): Command => defineCommand({ ...base, ...more })
const refusal = (more: object): string => {
  try {
    declare(more)
  } catch (error) {
    expect(error).toBeInstanceOf(Defect)
    return (error as Defect).code
  }
  return 'accepted'
}
const tool = (command: Command) =>
  defineCli({ name: 'acme', version: '1.0.0', description: 'Acme', commands: { do: command } })
const schemaOf = async (more: object): Promise<Record<string, any>> => {
  const { document } = await runCli(tool(declare(more)), [
    'do',
    '--schema',
    '--envelope',
    'spec-1.6',
  ])
  return (document as { data: Record<string, any> }).data
}

describe('registration of exit codes', () => {
  it('REQ-C-001: a command without exit codes or without SUCCESS among them is refused', () => {
    expect(refusal({ exitCodes: undefined })).toBe('EXIT_CODES_MISSING')
    expect(refusal({ exitCodes: {} })).toBe('EXIT_CODES_MISSING')
    expect(refusal({ exitCodes: { NOT_FOUND: 'Nothing there' } })).toBe('EXIT_SUCCESS_MISSING')
  })

  it('REQ-C-001 REQ-F-001: a retryable exit with side effects is refused', () => {
    const exitCodes = {
      SUCCESS: 'x',
      UNAVAILABLE: { description: 'x', retryable: true, sideEffects: 'partial' },
    }
    expect(refusal({ exitCodes })).toBe('EXIT_RETRYABLE_UNSAFE')
  })

  it('REQ-F-001: an exit code given as a number is refused, and the error names its constant', () => {
    expect(() => declare({ exitCodes: { SUCCESS: 'x', 5: 'gone' } })).toThrow(/NOT_FOUND/)
  })

  it('REQ-F-001: ARG_ERROR with side effects and failures with complete side effects are refused', () => {
    expect(
      refusal({
        exitCodes: { SUCCESS: 'x', ARG_ERROR: { description: 'x', sideEffects: 'partial' } },
      }),
    ).toBe('EXIT_ARG_ERROR_EFFECTS')
    expect(
      refusal({
        exitCodes: { SUCCESS: 'x', CONFLICT: { description: 'x', sideEffects: 'complete' } },
      }),
    ).toBe('EXIT_COMPLETE_REFUSED')
  })

  it('REQ-F-001: an error whose exit is not declared is refused', () => {
    expect(refusal({ errors: { GONE: 'NOT_FOUND' } })).toBe('ERROR_EXIT_UNDECLARED')
  })

  it("REQ-C-001 REQ-F-001: --schema lists exit codes by number, including the framework's", async () => {
    const quota = defineExitCode({
      name: 'QUOTA_SPENT',
      number: 79,
      description: 'The quota is used up',
      sideEffects: 'none',
    })
    const { exit_codes } = await schemaOf({
      exitCodes: { SUCCESS: 'It is done', QUOTA_SPENT: quota },
    })
    expect(exit_codes['0']).toEqual({
      name: 'SUCCESS',
      description: 'It is done',
      retryable: false,
      side_effects: 'complete',
    })
    expect(exit_codes['79']).toMatchObject({ name: 'QUOTA_SPENT' })
    for (const code of Object.keys(exit_codes)) expect(code).toMatch(/^(0|[1-9][0-9]*)$/)
  })

  it('REQ-C-006 REQ-F-002 REQ-F-011 REQ-F-069: every command lists ARG_ERROR, TIMEOUT and 130', async () => {
    const { exit_codes } = await schemaOf({})
    expect(exit_codes['2']).toMatchObject({ name: 'ARG_ERROR', side_effects: 'none' })
    expect(exit_codes['10']).toMatchObject({ name: 'TIMEOUT' })
    expect(exit_codes).toHaveProperty('130')
  })

  it('REQ-C-001: the exit codes of a command are frozen', () => {
    expect(Object.isFrozen(declare({}).checked.exits)).toBe(true)
  })

  it('REQ-C-001: exiting with an undeclared code adds a warning that names code and command', async () => {
    const cli = tool(declare({ run: ({ failWith }: any) => failWith('CONFLICT', 'Two at once.') }))
    const { outcome } = await runCli(cli, ['do'], { unchecked: true })
    expect(outcome.warnings.join()).toMatch(/do.*CONFLICT/)
  })
})

describe('registration of danger', () => {
  it('REQ-C-002: a missing or unknown danger level is refused', () => {
    expect(refusal({ danger: undefined })).toBe('DANGER_MISSING')
    expect(refusal({ danger: 'spicy' })).toBe('DANGER_INVALID')
  })

  it('REQ-C-002: --schema and the manifest contain the danger level', async () => {
    expect((await schemaOf({})).danger_level).toBe('safe')
    const { outcome } = await runCli(tool(declare({})), ['manifest'])
    expect((outcome.data as any).commands.do.danger_level).toBe('safe')
  })

  it('REQ-C-004 REQ-O-048: a destructive command without a dry run and a misplaced safe default are refused', () => {
    expect(refusal({ danger: 'destructive' })).toBe('DRY_RUN_MISSING')
    expect(refusal({ danger: 'mutating', safeDefault: true })).toBe('SAFE_DEFAULT_MISPLACED')
  })

  it('REQ-C-003: a change without a valid effect is reported as an update, with a warning', async () => {
    const run = async (given: object) => {
      const cli = tool(declare({ danger: 'mutating', ...given }))
      const { outcome } = await runCli(cli, ['do'], { unchecked: true })
      expect(outcome.ok).toBe(true)
      expect(outcome.warnings.join()).toContain('updated was assumed')
      return outcome
    }
    const forgetful = tool(declare({ danger: 'mutating', run: () => ({}) }))
    await expect(runCli(forgetful, ['do'])).rejects.toThrow('returned no valid effect')
    expect(await run({ run: () => ({}) })).toMatchObject({ data: { effect: 'updated' } })
    expect(await run({ run: () => ({ effect: 'exploded' }) })).toMatchObject({
      data: { effect: 'exploded' },
      meta: { effect: 'updated' },
    })
    expect(await run({ run: () => [] })).toMatchObject({ meta: { effect: 'updated' } })
    // Data with a declared shape gets no further member.
    const closed = { output: s.object({}), run: () => ({}) }
    expect(await run(closed)).toMatchObject({ data: {}, meta: { effect: 'updated' } })
    const fine = tool(declare({ danger: 'mutating', run: () => ({ effect: 'noop' }) }))
    expect((await runCli(fine, ['do'])).outcome.data).toEqual({ effect: 'noop' })
    expect((await runCli(tool(declare({})), ['do'])).outcome.data).toEqual({})
  })
})

describe('registration of other members', () => {
  it('REQ-C-021: auth must name token variables unless headless is true', () => {
    expect(refusal({ auth: { headless: false }, scopes: [] })).toBe('AUTH_TOKEN_ENV_MISSING')
    expect(refusal({ auth: {}, scopes: [] })).toBe('AUTH_HEADLESS_MISSING')
  })

  it('REQ-C-029: a command with auth and without scopes is refused', () => {
    expect(refusal({ auth: { headless: true } })).toBe('SCOPES_MISSING')
  })

  it('REQ-C-029: every --schema contains required_scopes, which may be empty', async () => {
    expect((await schemaOf({})).required_scopes).toEqual([])
    expect((await schemaOf({ scopes: ['volume:read'] })).required_scopes).toEqual(['volume:read'])
  })

  it('REQ-C-022: an async command without a descriptor schema is refused', () => {
    expect(refusal({ async: true })).toBe('JOB_MISSING')
    expect(refusal({ job: {} })).toBe('JOB_DESCRIPTOR_MISSING')
  })

  it('REQ-F-057: a GUI operation without headless behaviour is refused', () => {
    expect(refusal({ gui: [] })).toBe('GUI_EMPTY')
    expect(refusal({ gui: [{ name: 'browser' }] })).toBe('GUI_HEADLESS_MISSING')
  })

  it('REQ-F-015: a hook that would run before validation is refused', () => {
    expect(refusal({ before: () => {} })).toBe('HOOK_ORDER')
  })

  it('REQ-C-005 REQ-C-012 REQ-C-021 REQ-C-022 REQ-C-025: the declaration determines framework flags and --schema', async () => {
    const schema = await schemaOf({
      interactive: true,
      network: true,
      auth: { headless: false, tokenEnv: ['ACME_TOKEN'] },
      scopes: ['a'],
      configScope: 'local',
      stdin: true,
      list: { defaultLimit: 5 },
      job: { descriptor: { type: 'object' }, status: () => null, cancel: () => null },
    })
    expect(schema).toMatchObject({
      interactive: true,
      has_network_io: true,
      headless_supported: false,
      token_env_vars: ['ACME_TOKEN'],
      config_write_scope: 'local',
      async: true,
      job_descriptor_schema: { type: 'object' },
    })
    for (const flag of [
      'yes',
      'non-interactive',
      'timeout',
      'connect-timeout',
      'headless',
      'token-env-var',
      'global',
      'input-file',
      'limit',
      'cursor',
    ])
      expect(schema['flags']).toHaveProperty(flag)
    expect(schema['flags'].limit.default).toBe(5)
    expect(schema['exit_codes']['4']).toMatchObject({
      name: 'PRECONDITION',
      side_effects: 'none',
      retryable: false,
    })
  })

  it('refuses reserved flags, invalid schemas, duplicate names and versions that are not semver', () => {
    expect(refusal({ options: { output: s.string() } })).toBe('FLAG_RESERVED')
    expect(refusal({ options: { size: {} } })).toBe('SCHEMA_INVALID')
    expect(() =>
      defineGroup({
        description: 'x',
        commands: { a: declare({ aliases: ['b'] }), b: declare({}) },
      }),
    ).toThrow(/two commands named 'b'/)
    expect(() => defineCli({ name: 'x', version: 'one', description: '', commands: {} })).toThrow(
      /semver/,
    )
  })
})
