import { expect, it } from 'vitest'

import { runCli } from '../../../testing/index.ts'
import { defineCli, defineCommand } from '../../index.ts'

const cli = defineCli({
  name: 'acme',
  version: '1.0.0',
  description: 'A',
  dialect: 'spec-1.16',
  commands: {
    show: defineCommand({
      description: 'Shows a volume',
      danger: 'safe',
      exitCodes: {
        SUCCESS: 'Shown',
        NOT_FOUND: 'There is none',
        CONFLICT: 'It is in use',
        ARG_ERROR: 'The word is wrong',
      },
      errors: { NO_VOLUME: 'NOT_FOUND', BAD_WORD: 'ARG_ERROR' },
      run: () => ({}),
    }),
  },
})

type Exits = Readonly<Record<string, { readonly error_codes?: readonly string[] }>>

it('REQ-C-001: manifest and --schema list the codes of an exit whose codes are all known', async () => {
  const { outcome: manifest } = await runCli(cli, ['manifest'])
  const { outcome: schema } = await runCli(cli, ['show', '--schema'])
  const { commands } = manifest.data as { commands: { show: { exit_codes: Exits } } }
  for (const exits of [
    commands.show.exit_codes,
    (schema.data as { exit_codes: Exits }).exit_codes,
  ]) {
    expect(exits['5']?.error_codes).toEqual(expect.arrayContaining(['NO_VOLUME', 'NOT_FOUND']))
    // Hooks may refuse input with codes of their own, and nothing is declared for a conflict.
    expect(exits['2']).not.toHaveProperty('error_codes')
    expect(exits['6']).not.toHaveProperty('error_codes')
  }
})

it('a tool that is one command is listed without a path, so that nobody calls it by its name', async () => {
  const greet = defineCli({
    name: 'greet',
    version: '1.0.0',
    description: 'Greets',
    dialect: 'spec-1.16',
    danger: 'safe',
    exitCodes: { SUCCESS: 'Greeted' },
    run: () => ({}),
  })
  const { data } = (await runCli(greet, ['manifest'])).outcome
  const names = Object.keys((data as { commands: object }).commands)
  expect(names).toContain('')
  expect(names).not.toContain('greet')
})

it('REQ-C-001: codes of another dialect are listed as answers in 1.16 write them', async () => {
  const notes = defineCli({
    name: 'notes',
    version: '1.0.0',
    description: 'Notes',
    dialect: 'td',
    commands: {
      show: defineCommand({
        description: 'Shows a note',
        danger: 'safe',
        exitCodes: { SUCCESS: 'Shown', NOT_FOUND: 'There is none' },
        errors: { note_missing: 'NOT_FOUND' },
        run: ({ fail }) => fail('note_missing', 'There is no such note.'),
      }),
    },
  })
  const { outcome } = await runCli(notes, ['manifest', '--envelope', 'spec-1.16'])
  const { commands } = outcome.data as { commands: { show: { exit_codes: Exits } } }
  const codes = commands.show.exit_codes['5']?.error_codes
  const { stdout } = await runCli(notes, ['show', '--envelope', 'spec-1.16'])
  expect(codes).toContain((JSON.parse(stdout) as { error: { code: string } }).error.code)
  for (const code of codes ?? []) expect(code).toMatch(/^[A-Z][A-Z0-9_]+$/)
})

it('REQ-C-001: an exit lists no code that its command cannot have', async () => {
  const { data } = (await runCli(cli, ['manifest'])).outcome
  const { commands } = data as { commands: Record<string, { exit_codes: Exits }> }
  const codesOf = (name: string, exit: string) => commands[name]?.exit_codes[exit]?.error_codes
  expect(codesOf('show', '5')).toEqual(['FILE_NOT_FOUND', 'NOT_FOUND', 'NO_VOLUME'])
})

it('what a member of a flag says is not said again by its description', async () => {
  const { data } = (await runCli(cli, ['manifest'])).outcome
  const { flags } = data as { flags: Record<string, Record<string, unknown>> }
  expect(flags['format']?.['media_types']).toEqual({ toon: 'text/toon', md: 'text/markdown' })
})
