import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

import { suretyError, type JsonObject } from '../../../contract/index.ts'
import { writeFileAtomically } from '@surety/internal/atomic-file.ts'
import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { Members } from '../../declare/types/member-tree.ts'
import { modelOf } from '../load-model.ts'
import { loadGuide } from '../discovery/agent-guide.ts'
import { agentsFile, isAgentsFile } from '../discovery/agents-file.ts'
import { withSection } from '../discovery/llms-index.ts'
import { compareSkills, skillFiles, skillPath, type SkillFile } from '../discovery/skill-files.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'

const folder = s.string().min(1).describe('Folder of skills, such as .claude/skills')
const FILE_MODE = 0o644

async function filesOf(cli: Cli, all: () => Members, warn: (text: string) => void) {
  return skillFiles(await modelOf(cli, all(), warn), await loadGuide(cli))
}

/** Makes `skills generate`, which writes nothing. */
export function generateCommand(cli: Cli, all: () => Members): Command {
  return defineCommand({
    description: 'Shows the skills, one for each group',
    danger: 'safe',
    type: 'skills',
    exitCodes: { SUCCESS: 'The texts of the skills are in data' },
    text: (data) =>
      (data as unknown as { skills: readonly SkillFile[] }).skills
        .map(({ text }) => text)
        .join('\n'),
    run: async ({ warn }) => ({
      skills: (await filesOf(cli, all, warn)).map((file) => ({ ...file })),
    }),
  })
}

/** Makes `skills install`. It overwrites only what it wrote itself, and removes what became obsolete. */
export function installCommand(cli: Cli, all: () => Members): Command {
  const { name: tool } = cli.declaration
  const plan = async (path: string, warn: (text: string) => void) => {
    const files = await filesOf(cli, all, warn)
    return { files, drift: compareSkills(tool, path, files) }
  }
  return defineCommand({
    description: 'Writes the skills into a folder',
    danger: 'mutating',
    type: 'skills_installed',
    exitCodes: {
      SUCCESS: 'The folder has the skills of this version',
      CONFLICT: 'A file was changed by somebody else',
      PARTIAL_FAILURE: 'Some files were perhaps written, others were not',
    },
    errors: {
      SKILLS_EDITED: { exit: 'CONFLICT', description: 'A file was changed by somebody else' },
    },
    args: { folder },
    options: { force: s.boolean().default(false).describe('Overwrites changed files too') },
    run: async ({ args, options, warn, fail }): Promise<JsonObject> => {
      const { files, drift } = await plan(args.folder, warn)
      if (drift.edited.length > 0 && !options.force) {
        fail('SKILLS_EDITED', `Changed by somebody else: ${drift.edited.join(', ')}.`, {
          details: { edited: drift.edited },
          suggestion: 'Move these files away, or add --force.',
        })
      }
      const wanted = new Set([...drift.missing, ...drift.stale, ...drift.edited])
      const written: string[] = []
      for (const { name, text } of files.filter((file) => wanted.has(file.name))) {
        const path = skillPath(args.folder, name)
        makeFolder(dirname(path))
        await writeFileAtomically(path, text, { mode: FILE_MODE })
        written.push(path)
      }
      const removed = drift.obsolete.map((name) => skillPath(args.folder, name))
      for (const path of removed) rmSync(path)
      const effect = written.length + removed.length > 0 ? 'updated' : 'noop'
      return { effect, written, removed, skills: files.map(({ name }) => name) }
    },
    dryRun: async ({ args, warn }): Promise<JsonObject> => {
      const { drift } = await plan(args.folder, warn)
      return { effect: 'would_update', would_affect: Object.values(drift).flat(), ...drift }
    },
  })
}

/** Makes `skills check`, for pipelines. */
export function checkCommand(cli: Cli, all: () => Members): Command {
  const { name: tool } = cli.declaration
  return defineCommand({
    description: 'Fails if the skills in a folder are out of date',
    danger: 'safe',
    type: 'skills_check',
    exitCodes: {
      SUCCESS: 'The folder has the skills of this version',
      PRECONDITION: 'Skills are missing, out of date or changed',
    },
    errors: {
      SKILLS_STALE: { exit: 'PRECONDITION', description: 'Skills are out of date' },
    },
    args: { folder },
    run: async ({ args, warn, fail }): Promise<JsonObject> => {
      const files = await filesOf(cli, all, warn)
      const drift = compareSkills(tool, args.folder, files)
      const parts = Object.entries(drift).filter(([, names]) => names.length > 0)
      if (parts.length === 0) return { skills: files.map(({ name }) => name) }
      const reasons = parts.map(
        ([state, names]) => `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} ${state}`,
      )
      const force = drift.edited.length > 0 ? ' --force' : ''
      return fail('SKILLS_STALE', `In ${args.folder}, ${reasons.join('; ')}.`, {
        details: { ...drift },
        suggestion: `Run ${tool} skills install ${args.folder}${force}.`,
      })
    },
  })
}

export function sectionCommand(cli: Cli, all: () => Members): Command {
  return fileCommand(cli, 'section', 'section of the tool in AGENTS.md', async (before, warn) =>
    withSection(before, await modelOf(cli, all(), warn)),
  )
}

/** Makes `skills agents-file`, for the file that a tool ships with; it never replaces one of somebody else. */
export function agentsFileCommand(cli: Cli, all: () => Members): Command {
  const what = 'AGENTS.md that the tool ships with'
  return fileCommand(cli, 'agents-file', what, async (before, warn) => {
    if (!isAgentsFile(before))
      throw suretyError('FILE_EXISTS', 'The file was written by somebody else.', {
        suggestion: 'Move it away, or write the section of the tool into it with: skills section.',
      })
    const guide = await loadGuide(cli)
    if (guide.install === undefined)
      warn('INSTALL_UNKNOWN: The guide of the tool has no install, so the file does not say how.')
    return agentsFile(await modelOf(cli, all(), warn, '1.16'), guide)
  })
}

function fileCommand(
  cli: Cli,
  command: string,
  what: string,
  make: (before: string, warn: (text: string) => void) => Promise<string>,
): Command {
  const { name: tool } = cli.declaration
  const planned = async (path: string, warn: (text: string) => void) => {
    const before = readText(path)
    return { before, after: await make(before, warn) }
  }
  return defineCommand({
    description: `Writes the ${what}`,
    danger: 'mutating',
    type: 'skills_section',
    exitCodes: {
      SUCCESS: 'The section is that of this version',
      PRECONDITION: 'The section is missing or out of date',
      CONFLICT: 'The file is not one that this command wrote',
      PARTIAL_FAILURE: 'The file could not be written',
    },
    errors: { SECTION_STALE: { exit: 'PRECONDITION', description: 'The section is out of date' } },
    args: { file: s.string().min(1).describe('The file, such as AGENTS.md') },
    options: {
      check: s
        .boolean()
        .default(false)
        .describe('Writes nothing; fails if the file is out of date'),
    },
    run: async ({ args, options, warn, fail }): Promise<JsonObject> => {
      const { before, after } = await planned(args.file, warn)
      if (before === after) return { effect: 'noop', file: args.file }
      if (options.check) {
        fail('SECTION_STALE', `The section about ${tool} in ${args.file} is out of date.`, {
          ...(command === 'agents-file' && { details: { diff: differences(before, after) } }),
          suggestion: `Run ${tool} skills ${command} ${args.file}.`,
        })
      }
      makeFolder(dirname(args.file))
      await writeFileAtomically(args.file, after, { mode: FILE_MODE })
      return { effect: 'updated', file: args.file }
    },
    dryRun: async ({ args, warn }): Promise<JsonObject> => {
      const { before, after } = await planned(args.file, warn)
      const would_affect = before === after ? [] : [args.file]
      return { effect: 'would_update', would_affect }
    },
  })
}

/** Lists the lines of a text that the other lacks, as a diff shows them. */
function differences(before: string, after: string): readonly string[] {
  const [old, fresh] = [before, after].map((text) => text.split('\n'))
  return [
    ...old!.filter((line) => !fresh!.includes(line)).map((line) => `-${line}`),
    ...fresh!.filter((line) => !old!.includes(line)).map((line) => `+${line}`),
  ]
}

function readText(path: string): string {
  if (!existsSync(path)) return ''
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw suretyError('FILE_UNREADABLE', `The file ${path} cannot be read.`, {
      target: path,
      detail: (cause as Error).message,
      cause,
    })
  }
}
