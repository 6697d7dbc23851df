import { beforeAll, describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { runProgram, type Loose } from '../e2e/processes/run-program.ts'
import { surety } from '../e2e/processes/run-surety.ts'

describe('a declaration', () => {
  let tried: Loose

  beforeAll(async () => {
    const { documents, stderr } = await runProgram('requirements/refusals.mjs', [])
    expect(stderr).toBe('')
    tried = documents[0]!
  })

  it.each([
    ['REQ-C-001/3 REQ-F-001/10', 'retryable after a part', 'EXIT_RETRYABLE_UNSAFE'],
    ['REQ-C-001/3 REQ-F-001/10', 'retryable after all', 'EXIT_RETRYABLE_UNSAFE'],
    ['REQ-C-001/6 REQ-F-001/4', 'a number', 'EXIT_BY_NUMBER: .* write NOT_FOUND'],
    ['REQ-C-001/6', 'an unknown name', 'EXIT_UNKNOWN'],
    ['REQ-C-001/8 REQ-F-001/12', 'an own exit by number', 'EXIT_BY_NUMBER'],
    ['REQ-C-001/8 REQ-F-001/12', 'own exit without a name', 'EXIT_NAME_INVALID'],
    ['REQ-F-001/8', 'PRECONDITION retryable', 'EXIT_NEVER_RETRYABLE'],
    ['REQ-F-001/11', 'ARG_ERROR with effects', 'EXIT_ARG_ERROR_EFFECTS'],
    ['REQ-F-001/11', 'PARTIAL_FAILURE retryable', 'EXIT_NEVER_RETRYABLE'],
    ['REQ-F-001/11', 'CONFLICT complete', 'EXIT_COMPLETE_REFUSED'],
    ['REQ-F-001/12', 'own exit 14', 'EXIT_NUMBER_REFUSED'],
    ['REQ-F-001/14', 'own exit 15', 'EXIT_NUMBER_REFUSED'],
    ['REQ-F-001/14', 'own exit 63', 'EXIT_NUMBER_REFUSED'],
    ['REQ-F-001/15', 'own exit 130', 'EXIT_NUMBER_REFUSED'],
    ['REQ-F-001/12', 'own exit 126', 'EXIT_NUMBER_REFUSED'],
    ['REQ-F-001/12', 'own exit 255', 'EXIT_NUMBER_REFUSED'],
    ['REQ-C-002/2', 'an unknown danger', 'DANGER_INVALID'],
    ['REQ-C-002/4 REQ-C-004/5', 'no dry run', 'DRY_RUN_MISSING'],
    ['', 'a protocol with questions', 'PROTOCOL_INVALID'],
    ['REQ-C-021/5', 'auth without headless', 'AUTH_HEADLESS_MISSING'],
    ['REQ-C-021/5', 'auth without variables', 'AUTH_TOKEN_ENV_MISSING'],
    ['REQ-F-015/3', 'a hook before validation', 'HOOK_ORDER'],
    ['REQ-F-015/3', 'execute beside run', 'HOOK_ORDER'],
  ])('%s: with %s is refused as %s', (_line, name, reason) => {
    expect(tried['refusals'][name]).toMatch(new RegExp(`^${reason}`))
  })

  it('without exits or danger gets them from the framework', () => {
    const exits = ['no exits', 'empty exits', 'no SUCCESS', 'an undeclared exit']
    for (const name of [...exits, 'no danger'])
      expect(tried['refusals'][name], name).toBe('accepted')
  })

  it('REQ-F-001/2,9: each of the codes 0 to 13 has a constant and a row in the table', () => {
    const numbers = Object.values(tried['ExitCode'] as Record<string, string>).map(
      (name) => tried['table'][name].number as number,
    )
    expect(numbers).toEqual(Array.from({ length: 14 }, (_, number) => number))
  })
})

describe('the schema of a command', () => {
  const schemaOf = async (name: string): Promise<Loose> => (await acme([name, '--schema'])).data

  describe('that can fail in every way', () => {
    let exits: Record<string, Loose>
    beforeAll(async () => {
      exits = (await schemaOf('failure'))['exit_codes'] as Record<string, Loose>
    })

    it('REQ-F-001/7 REQ-C-001/4,6: lists its exits by number, each with four members', () => {
      for (const [number, entry] of Object.entries(exits)) {
        expect(number).toMatch(/^(0|[1-9][0-9]*)$/)
        expect(entry).toEqual({
          name: expect.stringMatching(/^[A-Z_]+$/),
          description: expect.stringMatching(/^.{1,120}$/),
          retryable: expect.any(Boolean),
          side_effects: expect.stringMatching(/^(none|partial|complete)$/),
        })
        if (entry['retryable']) expect(entry['side_effects']).toBe('none')
      }
    })

    it('REQ-C-001/7: lists its failures too', () => {
      const standard = Array.from({ length: 13 }, (_, exit) => String(exit))
      expect(Object.keys(exits)).toEqual(expect.arrayContaining(standard))
    })

    it('REQ-F-001/9 REQ-C-005/7: says what is safe to repeat, and that nobody knows it as no', () => {
      expect(exits['1']).toMatchObject({ retryable: false, side_effects: 'partial' })
      expect(exits['10']).toMatchObject({ retryable: false, side_effects: 'partial' })
      expect(exits['4']).toMatchObject({ retryable: false, side_effects: 'none' })
      expect(exits['11']).toMatchObject({ retryable: true, side_effects: 'none' })
    })
  })

  describe('whose declaration was changed later', () => {
    let schema: Loose
    beforeAll(async () => {
      schema = await schemaOf('declared-late')
    })

    it('REQ-C-001/9: has the exits of the framework, and none that came later', () => {
      expect(Object.keys(schema['exit_codes'])).toEqual(['0', '1', '2', '10', '130', '143'])
      expect(schema).toMatchObject({
        danger_level: 'safe',
        interactive: false,
      })
    })

    it('REQ-C-006/7 REQ-F-002/5 REQ-F-015/7: has ARG_ERROR', () => {
      expect(schema['exit_codes']['2']).toMatchObject({ name: 'ARG_ERROR', side_effects: 'none' })
    })

    it('REQ-F-011/6 REQ-F-069/5: has TIMEOUT and 130', () => {
      expect(schema['exit_codes']['10'].name).toBe('TIMEOUT')
      expect(schema['exit_codes']).toHaveProperty('130')
    })
  })

  it('REQ-C-005/4,5,6,7: of one that asks has interactive, both flags and PRECONDITION', async () => {
    const { interactive, flags, exit_codes: exits } = await schemaOf('asks')
    expect(interactive).toBe(true)
    for (const flag of ['yes', 'non-interactive'])
      expect(flags[flag]).toMatchObject({ type: 'boolean', required: false, default: false })
    expect(exits['4']).toMatchObject({
      name: 'PRECONDITION',
      retryable: false,
      side_effects: 'none',
    })
  })

  it('REQ-C-012/1,6: of one with network access has its flag and TIMEOUT', async () => {
    const { has_network_io: network, flags, exit_codes: exits } = await schemaOf('calls-network')
    expect(network).toBe(true)
    expect(flags['timeout']).toMatchObject({ required: false })
    expect(exits['10'].name).toBe('TIMEOUT')
  })

  it('REQ-C-021/3: of one that signs in has its variables in order', async () => {
    expect(await schemaOf('sign-in')).toMatchObject({
      headless_supported: false,
      token_env_vars: ['ACME_TOKEN', 'ACME_OTHER_TOKEN'],
    })
  })

  it('REQ-C-004/6 REQ-O-021/3,7: of a destructive one has the flags of the framework', async () => {
    const { flags, requires_confirmation: needed } = await schemaOf('remove')
    const flag = { type: 'boolean', required: false, default: false }
    expect(needed).toBe(true)
    expect(flags['dry-run']).toMatchObject(flag)
    expect(flags['confirm-destructive']).toMatchObject(flag)
  })

  it('REQ-O-003/6 REQ-F-019/4,5: of a list has its own', async () => {
    const many = await schemaOf('many')
    expect(many['flags']['limit']).toMatchObject({ type: 'integer', default: 20 })
    expect(many['flags']).toHaveProperty('cursor')
    expect((await schemaOf('many-of-own'))['flags']['limit'].default).toBe(5)
  })

  it('REQ-C-002/3,5 REQ-O-021/4 REQ-O-001/5: the manifest has one entry for each command', async () => {
    const { data } = await acme(['manifest'])
    const entries = Object.entries<Loose>(data['commands']).filter(([name]) => name !== 'job')
    expect(entries.length).toBeGreaterThan(40)
    for (const [name, entry] of entries) {
      const danger = entry['danger_level'] as string
      expect(danger, name).toMatch(/^(safe|mutating|destructive)$/)
      expect({ ...data['flags'], ...entry['flags'] }, name).toHaveProperty('format')
      expect(Object.hasOwn(entry['flags'], 'idempotency-key'), name).toBe(danger !== 'safe')
      const isDestructive = danger === 'destructive'
      expect(Object.hasOwn(entry['flags'], 'confirm-destructive'), name).toBe(isDestructive)
    }
  })
})

describe('the commands of surety itself', () => {
  it('REQ-C-002/6 REQ-C-001/7: are safe unless they write or start programs, and list their failures', async () => {
    const { commands, exit_codes: common } = (await surety(['manifest'])).envelope()[
      'data'
    ] as Loose
    const changing = Object.entries<Loose>(commands)
      .filter(([, { danger_level: danger }]) => danger !== 'safe')
      .map(([name]) => name)
    expect(changing).toEqual([
      'batch.cancel',
      'batch.delete',
      'batch.rerun',
      'batch.run',
      'batch.settle',
      'check',
      'fixtures.compare',
      'fixtures.drift',
      'fixtures.record',
      'hook.install',
      'hook.uninstall',
      'inspect',
      'journal.orphans',
      'mcp.serve',
      'memory.forget',
      'memory.learn',
      'new',
      'run',
      'sh',
      'worker',
      'wrap.init',
      'wrap.run',
      'wrap.write',
    ])
    for (const [name, { exit_codes: exits }] of Object.entries<Loose>(commands))
      expect(Object.keys({ ...common, ...exits }).length, name).toBeGreaterThan(1)
  })

  it('REQ-C-029/2,3,4,5: list no scopes, because none of them uses a credential', async () => {
    for (const name of ['run', 'decode']) {
      const answer = await surety([name, '--schema', '--envelope', 'spec-1.6'])
      expect(answer.envelope()['data'].required_scopes).toEqual([])
    }
  })
})
