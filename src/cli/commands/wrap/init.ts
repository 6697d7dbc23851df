import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { loadDrafting } from '../../../wrap/index.ts'
import { toolNameProblems } from '../run/tool-name-problems.ts'

/** Writes a first description of a program from its help. */
export const command = defineCommand({
  description: 'Writes a first description of a program from its help',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The file holds a description with lines to decide about',
    NOT_FOUND: 'The program cannot be started',
    CONFLICT: 'The file exists',
  },
  errors: {
    PROGRAM_NOT_FOUND: { exit: 'NOT_FOUND', description: 'The program cannot be started' },
    FILE_EXISTS: { exit: 'CONFLICT', suggestion: 'Delete it, or choose another with --file.' },
  },
  args: {
    words: s.array(s.string()).min(1).describe('The words that start the program, best after --'),
  },
  options: {
    file: s.string().min(1).optional().describe('What to write; default <tool>-agent.yaml'),
    timeout: s.duration().default('10s').describe('Time limit of --help and of --version'),
  },
  examples: [{ description: 'A program on the PATH', command: 'surety wrap init -- kubectl' }],
  output: s.object({
    effect: s.enum(['created']),
    file: s.string(),
    commands: s.integer(),
    decisions: s.integer(),
  }),
  validate: ({ args }) => toolNameProblems(args.words),
  timeoutMs: 0,
  run: async ({ args, options, processEnv, signal, fail }) => {
    const { draftDescription } = await loadDrafting()
    const draft = await draftDescription(args.words, {
      env: processEnv,
      timeoutMs: options.timeout,
      folder: dirname(options.file ?? '.'),
      signal,
    })
    const [target] = args.words as [string]
    if (!draft.ok)
      return fail('PROGRAM_NOT_FOUND', `${target} cannot be started (${draft.startError}).`, {
        target,
      })
    const file = options.file ?? `${draft.name}.yaml`
    await writeFile(file, draft.text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      fail('FILE_EXISTS', `${file} exists and is not overwritten.`, { target: file })
    })
    const decisions = draft.text.split('DECIDE').length - 1
    return { effect: 'created' as const, file, commands: draft.commands, decisions }
  },
  text: ({ file }) => `Wrote ${file}; look at the lines marked with DECIDE.`,
})
