import { describe, expect, it } from 'vitest'

import { validateManifest, type JsonObject } from '../../contract/index.ts'
import { s } from '../../schema/index.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli, defineCommand } from '../index.ts'

const show = defineCommand({
  description: 'Shows a note',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The note is in data' },
  args: { id: s.string().describe('Which note') },
  options: { lang: s.enum(['de', 'en']).default('en'), width: s.integer().optional() },
  timeoutMs: 2000,
  run: () => ({ note: 'hello' }),
})
const wait = defineCommand({
  description: 'Never ends',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Never' },
  timeoutMs: 40,
  run: () => new Promise<never>(() => {}),
})
const drop = defineCommand({
  description: 'Drops all notes',
  danger: 'destructive',
  exitCodes: { SUCCESS: 'They are gone' },
  run: () => ({ effect: 'deleted' as const }),
  dryRun: () => ({ effect: 'would_delete', would_affect: ['1'] }),
})
const notes = defineCli({
  name: 'notes',
  version: '1.0.0',
  description: 'Keeps notes',
  commands: { show, wait, drop },
})

/** Runs the tool, and returns the document with its duration left out. */
async function answer(...argv: string[]) {
  const { stdout, outcome } = await runCli(notes, argv, { unchecked: true })
  const { duration_ms: _duration, ...meta } = outcome.meta
  return { stdout, error: outcome.error, meta }
}

describe('in the default dialect', () => {
  it('meta of a plain success holds the duration and nothing else', async () => {
    const { stdout } = await answer('show', '1')
    expect(stdout.trim()).toMatch(
      /^\{"ok":true,"data":\{"note":"hello"\},"error":null,"warnings":\[\],"meta":\{"duration_ms":\d+\}\}$/,
    )
  })

  it('a fix that the suggestion names is not said again', async () => {
    const { error, stdout } = await answer('drop')
    expect(error?.suggestion).toBe('Review would_affect, then add --confirm-destructive.')
    expect(stdout).not.toContain('fix_required')
    const newer = await answer('drop', '--envelope', 'spec-1.6')
    expect(newer.error).toMatchObject({ fix_required: 'Add --confirm-destructive.' })
  })

  it('meta names the limit only if it was passed', async () => {
    expect((await answer('wait')).meta).toEqual({ timeout_ms: 40 })
  })

  it.each([
    [['show', '1', '--lnag', 'de'], 'There is no option --lnag.', 'Did you mean --lang?'],
    [
      ['show', '1', '--x'],
      'There is no option --x.',
      'Leave out --x. Known options: --lang, --width; see notes show --help.',
    ],
    [['show'], 'The argument <id> (Which note) is required.', 'Usage: notes show [options] <id>'],
    [['shwo', '1'], "There is no command 'shwo'.", 'Did you mean notes show 1?'],
    [
      ['show', '1', '--lang', 'dee'],
      '--lang: expected one of "de", "en", got "dee".',
      'Did you mean de?',
    ],
    [
      ['show', '1', '--width', 'x'],
      '--width: expected a whole number, got "x".',
      'Give --width a whole number.',
    ],
  ])('%j is explained once, in the error', async (argv, message, suggestion) => {
    const { stdout, error, meta } = await answer(...argv)
    expect(error).toMatchObject({ message, suggestion, recovery: 'after_fix' })
    expect(stdout).toContain('"retryable":true')
    expect(meta).toEqual({})
    expect(stdout).not.toContain('x_envelope')
  })

  it('several problems are listed in meta, and the message only names them', async () => {
    const { error, meta } = await answer('show', '--lang', 'fr', '--nope')
    expect(error?.message).toBe('3 problems with the input: --lang, --nope, <id>.')
    expect(error?.suggestion).toBeUndefined()
    const listed = meta['errors'] as { param: string; allowed?: string[] }[]
    expect(listed.map(({ param }) => param)).toEqual(['--lang', '--nope', '<id>'])
    expect(listed.find(({ param }) => param === '--nope')?.allowed).toEqual(['--lang', '--width'])
  })
})

describe('--schema in the default dialect', () => {
  it('describes what is particular to the command, once', async () => {
    const { outcome } = await runCli(notes, ['show', '--schema'])
    expect(outcome.data).toEqual({
      command: 'show',
      description: 'Shows a note',
      danger_level: 'safe',
      timeout_ms: 2000,
      arguments: ['id'],
      flags: {
        id: { type: 'string', required: true, description: 'Which note' },
        lang: { type: 'enum', default: 'en', enum_values: ['de', 'en'] },
        width: { type: 'integer' },
      },
      exit_codes: {
        0: {
          name: 'SUCCESS',
          description: 'The note is in data',
          retryable: false,
          side_effects: 'complete',
        },
      },
    })
  })
})

describe('the manifest in the default dialect', () => {
  type Lean = Record<'flags' | 'exit_codes' | 'commands', Record<string, JsonObject>> & {
    builtins: Record<string, string>
  }
  const manifestOf = async (...argv: string[]) => {
    const { outcome } = await runCli(notes, ['manifest', ...argv])
    const { duration_ms: _duration, ...meta } = outcome.meta
    return { data: outcome.data as unknown as Lean, meta }
  }

  it('says once what all commands share, and lists for each what is its own', async () => {
    const { data, meta } = await manifestOf()
    expect(validateManifest(data)).toEqual([])
    expect(meta).toEqual({ type: 'manifest' })
    expect(Object.keys(data.flags)).toContain('format')
    expect(data.flags['lang']).toBeUndefined()
    expect(Object.keys(data.exit_codes)).toEqual(['1', '3', '10', '130', '143'])
    const { outcome } = await runCli(notes, ['show', '--schema'])
    const { command: _command, timeout_ms: _limit, ...entry } = outcome.data as JsonObject
    expect(data.commands['show']).toEqual(entry)
    for (const value of Object.values(data.commands).flatMap((each) => Object.values(each)))
      expect(value).not.toEqual({})
  })

  it('names built-in commands that have work to do, and describes one that is asked for', async () => {
    const { builtins, commands } = (await manifestOf()).data
    const named = { danger_level: 'safe', builtin: true }
    expect(builtins).toMatchObject({ help: 'safe', version: 'safe' })
    expect(Object.keys({ ...builtins, ...commands })).not.toContain('job.cancel')
    const { data, meta } = await manifestOf('manifest')
    expect(Object.keys(data)).toEqual(['schema_version', 'framework_version', 'name', 'commands'])
    expect(data.commands['manifest']).toMatchObject({ ...named, flags: { etag: {}, depth: {} } })
    expect(meta).toEqual({ type: 'manifest' })
  })

  it('says the same about a built-in command that it names and that it describes', async () => {
    const cli = defineCli({
      name: 'jobs',
      commands: {
        build: {
          description: 'Builds',
          danger: 'mutating',
          run: () => ({ effect: 'created' }),
        },
      },
    })
    const entriesOf = async (...argv: string[]) =>
      (await runCli(cli, ['manifest', ...argv])).outcome.data as unknown as Lean
    const named = Object.entries((await entriesOf()).builtins)
    expect(named.map(([path]) => path)).toEqual(expect.arrayContaining(['manifest', 'version']))
    for (const [path, danger] of named) {
      const { commands } = await entriesOf(...path.split('.'))
      expect(commands[path], path).toMatchObject({ danger_level: danger, builtin: true })
    }
  })

  it('answers not_modified to its own etag', async () => {
    const { etag } = (await manifestOf()).data as unknown as { etag: string }
    const { data, meta } = await manifestOf('--etag', etag)
    expect([data, meta['not_modified'], meta['etag']]).toEqual([null, true, etag])
  })

  it('lists the commands of a group that --depth cuts off', async () => {
    const cli = defineCli({
      name: 'notes',
      globals: { room: s.integer().min(1).optional() },
      commands: {
        tag: { description: 'Tags', commands: { add: { description: 'Adds', run: () => ({}) } } },
      },
    })
    const cut = await runCli(cli, ['manifest', '--depth', '1'])
    const whole = await runCli(cli, ['manifest'])
    const [short, long] = [cut, whole].map(({ outcome }) => outcome.data as unknown as Lean)
    expect(short!.commands['tag']).toMatchObject({ subcommands: ['tag.add'] })
    expect(long!.commands['tag']).toEqual({ description: 'Tags', danger_level: 'safe' })
    expect(long!.flags['room']).toEqual({ type: 'integer', description: 'at least 1' })
  })
})

describe('in spec-1.6', () => {
  it('the manifest keeps the closed form of its schema', async () => {
    const { outcome } = await runCli(notes, ['manifest', '--envelope', 'spec-1.6'])
    const data = outcome.data as { commands: Record<string, { flags: object }> }
    expect(validateManifest(data)).toEqual([])
    expect(data).toMatchObject({ schema_version: '1.0' })
    expect(Object.keys(data.commands['version']!.flags)).toContain('format')
  })

  it('every answer holds what the generation demands', async () => {
    const { meta } = await answer('show', '1', '--envelope', 'spec-1.6')
    expect(meta).toEqual({ command: 'show', timeout_ms: 2000, headless: true })
  })

  it('REQ-C-006: one problem is listed too, and the fix is stated', async () => {
    const { error, meta } = await answer('show', '1', '--nope', '--envelope', 'spec-1.6')
    expect(error?.fix_required).toBe('Correct --nope.')
    expect(meta['errors']).toMatchObject([{ param: '--nope', code: 'UNKNOWN_FLAG' }])
  })
})
