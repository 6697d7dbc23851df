import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { s } from '../../../schema/index.ts'
import { runCli } from '../../../testing/index.ts'
import { defineCli, defineCommand, defineGroup, type CliDeclaration } from '../../index.ts'

const list = defineCommand({
  description: 'Lists volumes',
  danger: 'safe',
  list: true,
  options: { zone: s.enum(['a', 'b']).describe('Where they are') },
  examples: [{ description: 'One zone', command: 'acme volume list --zone a' }],
  run: () => [],
})
const remove = defineCommand({
  description: 'Removes a volume\n# or two',
  danger: 'destructive',
  args: { name: s.string().describe('Which one') },
  errors: { VOLUME_BUSY: { exit: 'CONFLICT', description: 'It is in use', retryable: true } },
  run: () => ({ effect: 'deleted' }),
  dryRun: () => ({ effect: 'would_delete' }),
})
const ping = defineCommand({ description: 'Answers', danger: 'safe', run: () => ({ pong: true }) })
const secret = defineCommand({ description: 'Is hidden', hidden: true, run: () => null })

const tool = (more: Partial<CliDeclaration> = {}) =>
  defineCli({
    name: 'acme',
    version: '1.0.0',
    description: 'Manages volumes',
    commands: {
      ping,
      secret,
      volume: defineGroup({ description: 'Volumes', commands: { list, remove } }),
    },
    guide: () => ({
      goldenPath: [{ step: 'Look', why: 'It is free', command: 'acme volume list --zone a' }],
      pitfalls: [{ step: 'Do not rush', why: 'It costs', notes: ['really'] }],
      sections: {
        funding: [{ step: 'Pay', why: 'It costs', command: 'acme ping' }],
        motto: 'Slow',
      },
    }),
    ...more,
  })

const INDEX = `# acme 1.0.0

Manages volumes

- \`acme ping\`: Answers
- \`acme volume list --zone <a|b>\`: Lists volumes
- \`acme volume remove <name>\`!: Removes a volume # or two

! destroys: needs --confirm-destructive.
Details: \`acme <command> --help\`. Guide: \`acme agent-guide\`.`

describe('--llms', () => {
  it('lists commands as Markdown, and as data with a format', async () => {
    expect((await runCli(tool(), ['--llms'])).stdout).toBe(`${INDEX}\n`)
    const { outcome } = await runCli(tool(), ['--llms', '--json'])
    expect(outcome).toMatchObject({
      data: {
        name: 'acme',
        commands: {
          ping: { danger_level: 'safe', usage: 'acme ping' },
          'volume remove': { danger_level: 'destructive', usage: 'acme volume remove <name>' },
        },
      },
    })
    expect(Object.keys((outcome.data as { commands: object }).commands)).toHaveLength(3)
  })

  it('lists what is below a group', async () => {
    const { stdout } = await runCli(tool(), ['volume', '--llms'])
    expect(stdout).toContain('# acme volume\n\nVolumes\n')
    expect(stdout).not.toContain('ping')
  })

  it('lists a large tool by name alone, by group', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`c${at}`, ping]))
    const large = tool({ commands: { ...many, volume: tool().declaration.commands['volume']! } })
    const { stdout } = await runCli(large, ['--llms'])
    expect(stdout).toMatch(/^Commands: c0 c1 .* c29$/m)
    expect(stdout).toMatch(/^volume \(Volumes\): list remove!$/m)
    expect(stdout).toContain('`acme <group> --llms`')
  })

  it('works in a tool that is one command or demands one', async () => {
    const one = defineCli({ name: 'one', args: { name: s.string() }, run: () => null })
    expect((await runCli(one, ['--llms'])).stdout).toContain('- `one <name>`*\n')
    const strict = await runCli(tool({ dialect: 'claw-2.0' }), ['--llms'])
    expect(strict.exit).toBe(0)
  })
})

describe('agent-guide', () => {
  it('joins what the author says with what the commands declare', async () => {
    const { outcome } = await runCli(tool(), ['agent-guide'])
    expect(outcome.data).toMatchObject({
      for_agents: true,
      intro: 'acme: Manages volumes',
      golden_path: [
        { step: 'Look', why: 'It is free', command_example: 'acme volume list --zone a' },
      ],
      pitfalls: [
        { step: 'Do not rush', notes: ['really'] },
        { step: /code of an error/ },
        { why: /volume remove/, command_example: 'acme volume remove --dry-run' },
        { why: /volume list/ },
      ].map((step) => expect.objectContaining(toMatchers(step)) as unknown),
      exit_codes: { 0: 'SUCCESS' },
      error_codes: { VOLUME_BUSY: 'CONFLICT, retryable: It is in use' },
      error_envelope: {
        channel: 'stdout',
        shape: { code: 'stable word to branch on' },
        full_output_shape:
          '{ok, data, error, warnings, meta}: one JSON document; error as in shape',
      },
      funding: [{ step: 'Pay', command_example: 'acme ping' }],
      motto: 'Slow',
    })
  })

  it('leads through the tool where the author says nothing', async () => {
    const { outcome } = await runCli(tool({ guide: {} }), ['agent-guide'])
    const { golden_path: path } = outcome.data as { golden_path: { command_example: string }[] }
    expect(path.map((step) => step.command_example)).toEqual([
      'acme --llms',
      'acme ping --help',
      'acme volume list --zone a',
    ])
  })

  it('says on which stream errors of the dialect are', async () => {
    const { outcome } = await runCli(tool({ dialect: 'animus-1' }), ['agent-guide'])
    expect(outcome.data).toMatchObject({ error_envelope: { channel: 'stderr' } })
  })
})

describe('skills', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'skills-'))))
  afterEach(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => join(folder, name, 'SKILL.md')

  it('are one file for each group, with the front matter that loaders read', async () => {
    const { outcome } = await runCli(tool(), ['skills', 'generate'])
    const { skills } = outcome.data as { skills: { name: string; text: string }[] }
    expect(skills.map(({ name }) => name)).toEqual(['acme', 'acme-volume'])
    for (const { name, text } of skills) {
      const [, head] = text.split('---\n')
      const { description, ...facts } = parse(head!) as Record<string, string>
      expect(facts).toMatchObject({ name, metadata: { tool: 'acme', version: '1.0.0' } })
      expect(description!.length).toBeGreaterThan(20)
    }
    expect(skills[0]!.text).toContain('1. Look: It is free. `acme volume list --zone a`')
    expect(skills[1]!.text).toContain('Error codes: VOLUME_BUSY (CONFLICT)')
    expect(skills[1]!.text).not.toMatch(/^# or two/m)
  })

  it('are written where the user says, kept up to date, and never over the work of others', async () => {
    const install = (cli = tool(), ...flags: string[]) =>
      runCli(cli, ['skills', 'install', folder, ...flags])
    const check = (cli = tool()) => runCli(cli, ['skills', 'check', folder])
    expect((await check()).outcome.error).toMatchObject({ code: 'SKILLS_STALE' })
    expect((await install(tool(), '--dry-run')).outcome.data).toMatchObject({
      missing: ['acme', 'acme-volume'],
    })
    expect(existsSync(at('acme'))).toBe(false)
    expect((await install()).outcome.data).toMatchObject({ effect: 'updated' })
    expect((await check()).exit).toBe(0)
    expect((await install()).outcome.data).toMatchObject({ effect: 'noop' })

    const newer = tool({ version: '1.1.0', commands: { ping } })
    expect((await check(newer)).outcome.error).toMatchObject({
      message: `In ${folder}, acme is stale; acme-volume is obsolete.`,
      suggestion: `Run acme skills install ${folder}.`,
      details: { missing: [], stale: ['acme'], edited: [], obsolete: ['acme-volume'] },
    })
    expect((await install(newer)).outcome.data).toMatchObject({ removed: [at('acme-volume')] })
    expect(existsSync(at('acme-volume'))).toBe(false)

    writeFileSync(at('acme'), readFileSync(at('acme'), 'utf8').replace('Answers', 'Mine'))
    expect((await install(newer)).outcome.error).toMatchObject({ code: 'SKILLS_EDITED' })
    expect(readFileSync(at('acme'), 'utf8')).toContain('Mine')
    expect((await install(newer, '--force')).exit).toBe(0)
    expect((await check(newer)).exit).toBe(0)
  })

  it('keep a section of AGENTS.md, and fail on drift', async () => {
    const file = join(folder, 'AGENTS.md')
    const section = (cli = tool(), ...flags: string[]) =>
      runCli(cli, ['skills', 'section', file, ...flags])
    writeFileSync(file, '# Mine\n')
    expect((await section(tool(), '--check')).outcome.error).toMatchObject({
      code: 'SECTION_STALE',
    })
    expect((await section()).exit).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^# Mine\n\n<!-- acme:begin -->\n## acme 1\.0\.0/)
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nAfter\n`)
    const newer = tool({ version: '2.0.0' })
    expect((await section(tool(), '--check')).exit).toBe(0)
    expect((await section(newer, '--check')).exit).not.toBe(0)
    await section(newer)
    expect(readFileSync(file, 'utf8').match(/acme:begin|acme 2\.0\.0|After/g)).toHaveLength(3)
  })

  it('make the folder of AGENTS.md, and name the file that could not be written', async () => {
    const file = join(folder, 'new', 'AGENTS.md')
    expect((await runCli(tool(), ['skills', 'section', file])).exit).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('acme:begin')
    const below = await runCli(tool(), ['skills', 'section', join(file, 'AGENTS.md')])
    expect(below.outcome.ok).toBe(false)
    expect(below.outcome.error?.message).not.toContain('.tmp')
    expect(below.outcome.warnings).toEqual([])
  })
})

function toMatchers(step: object): object {
  return Object.fromEntries(
    Object.entries(step).map(([key, value]) => [
      key,
      value instanceof RegExp ? (expect.stringMatching(value) as unknown) : value,
    ]),
  )
}
