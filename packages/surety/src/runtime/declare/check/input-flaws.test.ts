/* oxlint-disable typescript/no-explicit-any -- declarations are loose here on purpose: they are wrong */
import { expect, it } from 'vitest'

import { s } from '../../../schema/index.ts'
import { runCli } from '../../../testing/index.ts'
import { defineCli, run } from '../../index.ts'

const base = { description: 'Does something', danger: 'safe', run: () => ({}) } as const

it.each([
  [
    { args: { id: s.string().optional(), to: s.string() } },
    'ARGUMENT_ORDER',
    '<to> is required, so it must come before <id>, which is optional',
  ],
  [
    { args: { ids: s.array(s.string()), to: s.string() } },
    'ARGUMENT_ORDER',
    '<ids> takes all remaining arguments, so it must come last',
  ],
  [
    { options: { dryMode: s.string(), 'dry-mode': s.string() } },
    'FLAG_TAKEN',
    '--dry-mode belongs to both options.dryMode and options.dry-mode; rename one',
  ],
  [
    { options: { size: s.string().short('n'), name: s.string().short('n') } },
    'FLAG_TAKEN',
    '-n belongs to both options.size and options.name',
  ],
  [
    { options: { size: s.string(), name: s.string().alias('size') } },
    'FLAG_TAKEN',
    '--size belongs to both',
  ],
  [
    { errors: { lower: 'NOT_FOUND' } },
    'ERROR_CODE_INVALID',
    "error code 'lower' must be two or more capital letters",
  ],
  [
    { commands: { list: base } },
    'MEMBER_INVALID',
    'do has both run() and commands; name the member that runs without a word in default',
  ],
])(
  'is told to a person who asks for help or the manifest, and to tests: %j',
  async (more, defect, reason) => {
    const commands = { good: base, do: { ...base, ...more } } as any
    const cli = defineCli({ name: 'acme', commands })
    expect((await run(cli, ['good'])).outcome.ok).toBe(true)
    for (const argv of [['--help'], ['manifest'], ['good', '--help'], ['do', '--help']]) {
      const { outcome } = await run(cli, argv, { tty: true, env: {} })
      expect(outcome.warnings.join() + outcome.error?.message).toContain(reason)
      if (outcome.error) expect(outcome.error.details).toMatchObject({ defect })
    }
    await expect(runCli(cli, ['good'])).rejects.toThrow(reason)
  },
)

it('names the known dialects beside one that does not exist', async () => {
  const cli = defineCli({ name: 'acme', dialect: 'claw', commands: { do: base } })
  const { error } = (await run(cli, ['do'])).outcome
  expect(error?.message).toContain("There is no dialect 'claw'. Use spec-1.0, ")
})
