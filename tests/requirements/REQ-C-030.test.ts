import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { expectRefusals, contracts } from './contracts.ts'
import { lines, refusal } from './lines.ts'

describe('exits that a fix precedes', () => {
  it('a correctable error has the declared fix_command beside fix_required', async () => {
    const { error } = await lines(['fix-declared'])
    expect(error).toMatchObject({
      retryable: false,
      fix_required: 'Create the lock file.',
      fix_command: 'lines make --id 1',
    })
  })

  it.each([
    ['fix-pipe', 'has a fixCommand with "|"'],
    ['fix-placeholder', 'has a fixCommand with "<"'],
    ['fix-variable', 'has a fixCommand with "$"'],
    ['fix-alone', 'needs fixRequired'],
    ['fix-elsewhere', "runs 'curl'"],
    ['fix-destructive', 'is destructive'],
  ])('%s is refused before the command runs', async (name, reason) => {
    expect((await refusal(name)).message).toContain(reason)
  })

  it.each(['lines make | sh', 'lines make <id>', 'lines make $ID', 'lines make; lines remove'])(
    'a fix_command that a handler makes up is left out: %s',
    async (fix) => {
      const { error, envelope } = await lines(['fix-spliced', fix])
      expect(error).not.toHaveProperty('fix_command')
      expect(error['fix_required']).toBe('Create the lock file.')
      expect(JSON.stringify(envelope['warnings'])).toContain('fix_command')
    },
  )
})

describe('a declaration', () => {
  it('of a fix that is unsafe, unknown or a piece of shell is refused', async () => {
    await expectRefusals('C-030')
  })
})

describe('a failure', () => {
  const env = { HOME: folder() }
  let [failed, fixed, twice, again, prose, init]: Awaited<ReturnType<typeof contracts>>[] = []
  beforeAll(async () => {
    failed = await contracts('build', { env })
    const words = String(failed.error['fix_command']).split(' ').slice(1)
    fixed = await contracts(words, { env })
    ;[twice, again, prose, init] = await Promise.all([
      contracts(words, { env }),
      contracts('build', { env }),
      contracts('fails NO_NAME'),
      contracts('init --schema'),
    ])
  })

  it('has a command that fixes it, beside the words and never to be repeated as it is', () => {
    expect(failed!.error).toMatchObject({
      retryable: false,
      fix_required: 'Create the project.',
      fix_command: 'contracts init',
    })
  })

  it('has a command that runs as it is', () => {
    expect(fixed!.data).toEqual({ effect: 'created' })
  })

  it('has a command that changes nothing a second time', () => {
    expect(twice!.data).toEqual({ effect: 'noop' })
    expect(init!.data['idempotent']).toBe(true)
  })

  it('does not come again after the fix', () => {
    expect(again!.code).toBe(0)
  })

  it('that no command fixes has words alone', () => {
    expect(prose!.error['fix_required']).toBe('Choose a name.')
    expect(prose!.error).not.toHaveProperty('fix_command')
  })
})
