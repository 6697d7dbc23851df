/* oxlint-disable typescript/no-explicit-any -- declarations are loose here on purpose: half of them are wrong */
import { describe, expect, it } from 'vitest'

import { defineExitCode } from '../contract/index.ts'
import { s } from '../schema/index.ts'
import { runCli } from '../testing/index.ts'
import { defineCli, defineCommand, run, type Command } from './index.ts'
import { tablesOf } from './surface.ts'

const base = {
  description: 'Does something',
  danger: 'safe',
  exitCodes: { SUCCESS: 'It is done' },
  run: () => ({}),
} as const

const declare = (more: object): Command => defineCommand({ ...base, ...more })
const tool = (command: Command) =>
  defineCli({ name: 'acme', version: '1.0.0', description: 'Acme', commands: { do: command } })
/** Calls a command and returns why its declaration was refused; nothing of it may have run. */
const refusal = async (more: object): Promise<string> => {
  let isRun = false
  const run = () => ((isRun = true), {})
  const cli = tool(declare({ run, ...more }))
  const { outcome } = await runCli(cli, ['do'], { unchecked: true })
  const { defect } = (outcome.error?.details ?? {}) as { defect?: string }
  if (defect === undefined) return 'accepted'
  expect(isRun).toBe(false)
  expect(outcome.error?.message).toMatch(/^The tool is declared wrongly: command 'do'/)
  await expect(runCli(cli, ['--version'])).rejects.toThrow(/command 'do'/)
  return defect
}
const problemOf = async (more: object): Promise<string> =>
  (await runCli(tool(declare(more)), ['do'], { unchecked: true })).outcome.error?.message ?? ''
const enoent = () => Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
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
  it.each(['NOTFOUND', 'not-found', 'NotFound'])(
    'names the standard exit that %s means',
    async (exit) => {
      const cli = tool(declare({ errors: { GONE: exit } }))
      const { outcome } = await runCli(cli, ['do'], { unchecked: true })
      expect(outcome.error?.message).toContain('use NOT_FOUND')
    },
  )

  it('REQ-C-001: exit codes follow from the errors if they are not declared', async () => {
    const quota = defineExitCode({ name: 'QUOTA_SPENT', number: 79, description: 'Used up' })
    const errors = { GONE: 'NOT_FOUND', QUOTA_SPENT: quota, TAKEN: { exit: 'CONFLICT' } }
    for (const exitCodes of [undefined, {}]) {
      const { exit_codes } = await schemaOf({ exitCodes, errors })
      expect(exit_codes['0']).toMatchObject({ name: 'SUCCESS', side_effects: 'complete' })
      expect(exit_codes['5']).toMatchObject({ name: 'NOT_FOUND', side_effects: 'none' })
      expect(exit_codes['6']).toMatchObject({ name: 'CONFLICT' })
      expect(exit_codes['79']).toMatchObject({ name: 'QUOTA_SPENT', description: 'Used up' })
      for (const { description } of Object.values<any>(exit_codes)) expect(description).not.toBe('')
    }
    expect(await refusal({ exitCodes: 'none' })).toBe('EXIT_CODES_INVALID')
  })

  it('REQ-C-001: an exit of the errors of the tool counts as declared', async () => {
    const cli = defineCli({
      name: 'acme',
      errors: { GONE: 'NOT_FOUND' },
      run: ({ fail }: any) => fail('GONE', 'Gone.'),
    })
    const { outcome, advice } = await runCli(cli, [])
    expect([outcome.exit, outcome.warnings, advice]).toEqual(['NOT_FOUND', [], []])
  })

  it('every wrong way to an exit code of one’s own is answered with the right one', async () => {
    const right =
      "const quotaSpent = defineExitCode({ name: 'QUOTA_SPENT', number: 90, description: '...' }), and use it in errors: { QUOTA_SPENT: quotaSpent }"
    for (const wrong of [
      { exitCodes: { QUOTA_SPENT: 90 } },
      { exitCodes: { QUOTA_SPENT: { number: 90, description: 'x' } } },
      { errors: { QUOTA_SPENT: 90 } },
      { errors: { QUOTA_SPENT: { exit: 90 } } },
    ])
      expect(await problemOf(wrong)).toContain(right)
    for (const wrong of [
      { errors: { QUOTA_SPENT: 'QUOTA_SPENT' } },
      { exitCodes: { QUOTA_SPENT: 'The quota is used up' } },
    ])
      expect(await problemOf(wrong)).toContain(right.replace('90', '79'))
    expect(await problemOf({ exitCodes: { 90: 'Used up' } })).toContain('number: 90')
  })

  it('REQ-C-001 REQ-F-001: a retryable exit with side effects is refused', async () => {
    const exitCodes = {
      SUCCESS: 'x',
      UNAVAILABLE: { description: 'x', retryable: true, sideEffects: 'partial' },
    }
    expect(await refusal({ exitCodes })).toBe('EXIT_RETRYABLE_UNSAFE')
  })

  it('REQ-F-001: an exit code given as a number is refused, and the error names its constant', async () => {
    expect(await problemOf({ exitCodes: { SUCCESS: 'x', 5: 'gone' } })).toMatch(/write NOT_FOUND/)
  })

  it('REQ-F-001: ARG_ERROR with side effects and failures with complete side effects are refused', async () => {
    expect(
      await refusal({
        exitCodes: { SUCCESS: 'x', ARG_ERROR: { description: 'x', sideEffects: 'partial' } },
      }),
    ).toBe('EXIT_ARG_ERROR_EFFECTS')
    expect(
      await refusal({
        exitCodes: { SUCCESS: 'x', CONFLICT: { description: 'x', sideEffects: 'complete' } },
      }),
    ).toBe('EXIT_COMPLETE_REFUSED')
  })

  it('REQ-F-001: the exit of an error counts as declared', async () => {
    const { exit_codes } = await schemaOf({ errors: { GONE: 'NOT_FOUND' } })
    expect(exit_codes['5']).toMatchObject({ name: 'NOT_FOUND' })
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
    const command = declare({})
    expect(Object.isFrozen(tablesOf(tool(command), command).exits)).toBe(true)
  })

  it('REQ-C-001: exiting with an undeclared code adds a warning that names code and command', async () => {
    const cli = tool(declare({ run: ({ failWith }: any) => failWith('CONFLICT', 'Two at once.') }))
    const { outcome } = await runCli(cli, ['do'], { unchecked: true })
    expect(outcome.warnings.join()).toMatch(/do.*CONFLICT/)
    const run = ({ failWith }: any) => failWith('CONFLICT', 'Two at once.')
    const derived = await runCli(tool(declare({ exitCodes: undefined, run })), ['do'])
    expect(derived.outcome.warnings).toEqual([])
    expect(derived.advice).toEqual([expect.stringMatching(/do ended with CONFLICT.*errors/)])
  })
})

describe('registration of danger', () => {
  it('REQ-C-002: an unknown danger level is refused', async () => {
    expect(await refusal({ danger: 'spicy' })).toBe('DANGER_INVALID')
  })

  it('REQ-C-002: a command without a danger level counts as mutating for callers', async () => {
    const schema = await schemaOf({ danger: undefined })
    expect(schema.danger_level).toBe('mutating')
    expect(schema.flags).toHaveProperty('idempotency-key')
    const cli = tool(declare({ danger: undefined, run: () => Promise.reject(enoent()) }))
    const { outcome, advice } = await runCli(cli, ['do'], { unchecked: true })
    expect([outcome.exit, advice]).toEqual(['PARTIAL_FAILURE', []])
    // Its author said nothing of changes, so nothing is asked of the result.
    expect((await runCli(tool(declare({ danger: undefined })), ['do'])).advice).toEqual([])
  })

  it('REQ-C-002: --schema and the manifest contain the danger level', async () => {
    expect((await schemaOf({})).danger_level).toBe('safe')
    const { outcome } = await runCli(tool(declare({})), ['manifest'])
    expect((outcome.data as any).commands.do.danger_level).toBe('safe')
  })

  it('REQ-C-004: a destructive command without a dry run is refused', async () => {
    expect(await refusal({ danger: 'destructive' })).toBe('DRY_RUN_MISSING')
  })

  it('REQ-C-003: a change without a valid effect succeeds, and tests tell its author', async () => {
    const run = async (given: object) => {
      const cli = tool(declare({ danger: 'mutating', ...given }))
      const { outcome, advice } = await runCli(cli, ['do'])
      expect([outcome.ok, outcome.warnings, outcome.meta['effect']]).toEqual([true, [], undefined])
      return [outcome.data, advice.join()]
    }
    const told = expect.stringMatching(/^do changes things .* effect: 'created'/)
    expect(await run({ run: () => ({}) })).toEqual([{}, told])
    expect(await run({ run: () => ({ effect: 'exploded' }) })).toEqual([
      { effect: 'exploded' },
      told,
    ])
    expect(await run({ run: () => [] })).toEqual([[], told])
    expect(await run({ output: s.object({}), run: () => ({}) })).toEqual([{}, told])
    expect(await run({ run: () => ({ effect: 'noop' }) })).toEqual([{ effect: 'noop' }, ''])
    expect(await run({ danger: 'safe' })).toEqual([{}, ''])
  })
})

describe('registration of other members', () => {
  it('REQ-C-021: auth must name token variables unless headless is true', async () => {
    expect(await refusal({ auth: {} })).toBe('AUTH_HEADLESS_MISSING')
    expect(await refusal({ auth: { headless: false } })).toBe('AUTH_TOKEN_ENV_MISSING')
  })

  it('a command with auth may sign in by itself', async () => {
    expect(await refusal({ auth: { headless: true } })).toBe('accepted')
  })

  it('REQ-F-015: a hook that would run before validation is refused', async () => {
    expect(await refusal({ before: () => {} })).toBe('HOOK_ORDER')
  })

  it('REQ-C-005 REQ-C-012: the declaration determines framework flags and --schema', async () => {
    const schema = await schemaOf({
      interactive: true,
      network: true,
      auth: { headless: false, tokenEnv: ['ACME_TOKEN'] },
      stdin: true,
      list: { defaultLimit: 5 },
    })
    expect(schema).toMatchObject({
      interactive: true,
      has_network_io: true,
      headless_supported: false,
      token_env_vars: ['ACME_TOKEN'],
    })
    for (const flag of ['yes', 'non-interactive', 'timeout', 'limit', 'cursor'])
      expect(schema['flags']).toHaveProperty(flag)
    expect(schema['flags'].limit.default).toBe(5)
    expect(schema['exit_codes']['4']).toMatchObject({
      name: 'PRECONDITION',
      side_effects: 'none',
      retryable: false,
    })
  })

  it('names a member that does not exist, and the one that was meant', async () => {
    expect(await refusal({ option: {} })).toBe('MEMBER_UNKNOWN')
    expect(await problemOf({ option: {} })).toContain(
      "a member 'option', which does not exist; did you mean options?",
    )
    const misspelt = defineCli({
      name: 'acme',
      verson: '1.0.0',
      commands: { do: declare({}) },
    } as any)
    const { outcome } = await runCli(misspelt, ['do'], { unchecked: true })
    expect(outcome.error?.message).toContain('did you mean version?')
  })

  it('refuses reserved flags, invalid schemas, duplicate names and versions that are not semver', async () => {
    for (const name of ['format', 'llms'])
      expect(await refusal({ options: { [name]: s.string() } })).toBe('FLAG_RESERVED')
    for (const name of ['mcp', 'mcpTools']) {
      const options = { [name]: s.string().optional() }
      const one = defineCli({ name: 'x', options, run: () => 1 })
      await expect(runCli(one, [])).rejects.toThrow(/is reserved/)
      // After the name of a command the word is the author's.
      const many = defineCli({ name: 'x', commands: { a: declare({ options }) } })
      const { outcome } = await runCli(many, ['a', `--${name === 'mcp' ? 'mcp' : 'mcp-tools'}=on`])
      expect(outcome.error?.message ?? '').not.toContain('reserved')
    }
    expect(await refusal({ options: { size: {} } })).toBe('SCHEMA_INVALID')
    const wrong = async (declaration: any) =>
      (await runCli(defineCli(declaration), ['a'], { unchecked: true })).outcome.error?.message
    const commands = { a: declare({ aliases: ['b'] }), b: declare({}) }
    await expect(runCli(defineCli({ name: 'x', commands }), ['a'])).rejects.toThrow(
      /two commands named 'b'/,
    )
    expect(await wrong({ name: 'x', version: 'one', commands })).toMatch(/semver/)
    expect(await wrong({ name: 'x', globals: { mcp: s.string() }, commands })).toMatch(
      /globals of x: option --mcp is reserved/,
    )
    expect(await wrong({ name: 'X y', commands })).toMatch(
      /name must be a valid name of a tool: .*, not 'X y'/,
    )
    expect(await wrong({ name: 'x', commands: { a: declare({}) }, default: 'c' })).toMatch(
      /default 'c'/,
    )
  })
})

describe('registration of the read that settles a doubt', () => {
  const change = {
    danger: 'mutating',
    args: { id: s.string() },
    options: { key: s.string().secret() },
  }
  const judged = async (more: object) => {
    const { name, version, description, commands } = tool(
      declare({ ...change, ...more }),
    ).declaration
    const shown = { show: declare({}), drop: declare({ danger: 'mutating' }) }
    const cli = defineCli({
      name,
      version,
      description,
      commands: { ...commands, order: { description: 'Orders', commands: shown } } as any,
    })
    const { outcome } = await runCli(cli, ['do', '1', '--key', 'x'], { unchecked: true })
    return outcome.error?.message ?? 'accepted'
  }
  it.each([
    ['order show {id}', 'accepted'],
    ['order show {id} [--zone {id}]', 'accepted'],
    ['order drop {id}', "reads 'order drop', which is not declared safe"],
    ['order sho {id}', "reads 'order sho', which is no command of the tool"],
    ['order show {name}', 'names {name}, which is no argument or option of it'],
    ['order show {key}', 'names {key}, which is secret'],
    [' ', "settles.read must be the words of a safe command, as in 'show {id}', not ' '"],
  ])('%s is judged: %s', async (read, said) => {
    expect(await judged({ settles: { read } })).toContain(said)
  })

  it('is for commands that change something', async () => {
    expect(await judged({ settles: { read: 'order show {id}' }, danger: 'safe' })).toContain(
      'settles is for commands that change something; remove it',
    )
  })
})

describe('a member of another form', () => {
  it('leaves --output to the author, for a file of the tool', async () => {
    const options = { output: s.string().short('o').optional() }
    const cli = defineCli({ name: 'acme', options, run: ({ options: given }) => given })
    const { outcome } = await runCli(cli, ['--output', 'a.txt'])
    expect(outcome.data).toEqual({ output: 'a.txt' })
    expect((await runCli(cli, ['-o', 'json'])).outcome.data).toEqual({ output: 'json' })
  })

  it('refuses flags that cannot be reached, and globals that do not exist', async () => {
    expect(await refusal({ options: { size: s.string().short('h') } })).toBe('FLAG_RESERVED')
    expect(await refusal({ globals: { loud: s.boolean() } })).toBe('GLOBAL_UNKNOWN')
    expect(await problemOf({ timeoutMs: '500' })).toContain(
      `timeoutMs must be a number of milliseconds, or 0 for no limit, not '500'`,
    )
    expect(await problemOf({ stdin: 'nope' })).toContain(
      `stdin must be true, false, 'lines' or 'records' or an object, not 'nope'`,
    )
    expect(await problemOf({ filter: 'zz' })).toContain(`filter must be 'on-request'`)
    expect(await problemOf({ stdin: { mode: 'rows' } })).toContain(`stdin.mode must be 'buffered',`)
  })

  it.each([
    [{ run: 5 }, 'run must be a function, as in ({ args }) => ({ ... }), not 5'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs must be a number of milliseconds, or 0'],
    [{ output: () => {} }, 'output is no schema; write s.string()'],
    [
      { options: s.object({ a: s.string() }) },
      'options is one schema; write a schema for each name',
    ],
  ])('of a command: %j', async (more, reason) => {
    expect(await problemOf(more)).toContain(reason)
  })

  it.each([
    [{ redirects: { old: {} } }, 'redirects.old.to must be the path of a command'],
    [{ contract: { versions: {} } }, 'contract.default must be a text, not undefined'],
    [{ output: { width: -1 } }, 'output.width must not be less than 0'],
    [
      { commands: { do: { ...base, aliases: 'x' } } },
      "command 'do': aliases must be a list of texts, not 'x'",
    ],
    [
      { commands: { do: { ...base, description: 7, danger: 'wild', run: 3 } } },
      "do.description must be a text, not 7; acme: do.danger must be 'safe', 'mutating' or 'destructive', not 'wild'; acme: do.run must be a function",
    ],
    [
      { commands: { do: { ...base, description: 7, danger: 'wild' } } },
      "wrongly: command 'do': description must be a text, not 7; command 'do': danger must be",
    ],
    [{ commands: { do: 5 } }, 'do is no command; give it run(), commands or load()'],
  ])('of a tool: %j', async (more, reason) => {
    const cli = defineCli({ name: 'acme', commands: { do: base }, ...more } as any)
    const { error } = (await runCli(cli, ['do'], { unchecked: true })).outcome
    expect(error?.message).toContain(reason)
  })

  it('accepts what a class has for its instances, and members of others inside of values', async () => {
    class Pages {
      readonly defaultLimit = 5
      double() {
        return this.defaultLimit * 2
      }
    }
    expect(await refusal({ list: new Pages() })).toBe('accepted')
    expect(await refusal({ network: false })).toBe('accepted')
  })

  const ANYTHING: readonly unknown[] = [
    null,
    [],
    [null],
    {},
    { a: null },
    'x',
    '',
    '500',
    0,
    5,
    -1,
    Number.NaN,
    true,
    false,
    () => {},
  ]
  const TOOL = `name version description commands default globals errors redirects contract dialect
    exitByCode output timeoutMs envPrefix calledAs guide beforeRun afterRun`
  const COMMAND = `description danger exitCodes args options env globals output type types errors aliases hidden
    deprecated examples nextSteps validate view text failureText run dryRun idempotent
    interactive network timeoutMs auth list cacheable stdin
    filter mcp`

  const isLong = process.env['SURETY_LONG'] === '1'
  it.each([
    ['a tool', TOOL, (more: object) => ({ name: 'acme', commands: { do: base }, ...more })],
    [
      'a command',
      COMMAND,
      (more: object) => ({ name: 'acme', commands: { do: { ...base, ...more } } }),
    ],
  ])('of %s names the member, whatever stands there', async (_name, members, declared) => {
    const calls = [['do'], ['do', '--help'], ['--help']]
    for (const [at, member] of members.split(/\s+/).entries())
      for (const [nth, value] of ANYTHING.entries())
        // All pairs of member, value and call; every three of them where there is time.
        for (const argv of isLong ? calls : [calls[(at + nth) % 3]!]) {
          const cli = defineCli(declared({ [member]: value }) as any)
          const { error } = (await runCli(cli, argv, { unchecked: true })).outcome
          if (error)
            expect(`${member}: ${error.message}`).toMatch(
              /The tool is declared wrongly: |There is no (dialect|command) /,
            )
          // A call that nobody doubts runs until it stumbles.
          const stumbled = (await run(cli, argv)).outcome.error
          expect(`${member}: ${stumbled?.message} ${stumbled?.detail}`).not.toMatch(
            /(internal error|be built)\. .*(is not|[Cc]annot)/,
          )
        }
  })
})

describe('a declaration with mistakes', () => {
  const good = { run: () => ({ done: true }) }
  const tool = defineCli({
    name: 'acme',
    commands: {
      good,
      bad: { run: () => null, option: {}, timeoutMs: 'long', aliases: ['Bad name'] },
    } as any,
  })

  it('does not break the other commands', async () => {
    expect((await run(tool, ['good'])).outcome).toMatchObject({ ok: true, data: { done: true } })
    const { outcome } = await run(tool, ['good', '--lod'])
    expect(outcome.error?.code).toBe('UNKNOWN_FLAG')
    for (const argv of [['--help'], ['good', '--help'], ['manifest'], ['--schema']]) {
      const { outcome: page } = await run(tool, argv)
      expect(page.ok).toBe(true)
      expect(page.warnings.join()).toMatch(/'bad' has a member 'option'/)
    }
  })

  it.each([[['bad']], [['bad', '--lod']], [['bad', '--help']], [['bad', '--schema']]])(
    'is refused by %j',
    async (argv) => {
      const { error } = (await run(tool, argv)).outcome
      expect(error).toMatchObject({ code: 'INTERNAL_ERROR' })
      expect(error?.message).toBe(
        "The tool is declared wrongly: command 'bad' has a member 'option', which does not exist; did you mean options?.",
      )
    },
  )

  it('is refused before anything runs, whatever the call would have stumbled over', async () => {
    const called: string[] = []
    const work = (name: string) => () => (called.push(name), { done: true })
    const commands = {
      seven: { run: work('seven'), output: 7 },
      next: { run: work('next'), nextSteps: 7 },
      lines: { run: work('lines'), stdin: { maxByts: 5 } },
      own: { run: () => (null as any).done },
    }
    const cli = defineCli({ name: 'acme', commands: commands as any })
    const told = async (name: string) => (await run(cli, [name])).outcome.error
    expect(await told('seven')).toMatchObject({ phase: 'validation', retryable: false })
    expect((await told('seven'))?.message).toBe(
      "The tool is declared wrongly: command 'seven': output must be a schema, such as s.object({ ... }), not 7.",
    )
    expect((await told('next'))?.message).toContain("command 'next': nextSteps must be")
    expect((await told('lines'))?.message).toContain("has a member 'stdin.maxByts', which does not")
    expect((await told('own'))?.message).toBe('Unexpected internal error.')
    expect(called).toEqual([])
  })

  it('names the misspelt member behind a flag that is not known', async () => {
    const misspelt = { run: () => null, option: { loud: s.boolean() } }
    const cli = defineCli({ name: 'acme', commands: { do: misspelt } as any })
    const { error } = (await run(cli, ['do', '--loud'])).outcome
    expect(error?.message).toContain("'option', which does not exist; did you mean options?")
  })

  it('advises to describe commands, and refuses none for that', async () => {
    const { outcome, advice } = await runCli(defineCli({ name: 'acme', commands: { good } }), [
      'good',
    ])
    expect(outcome.ok).toBe(true)
    expect(advice).toEqual(['good has no description; say in one sentence what it does'])
  })
})
