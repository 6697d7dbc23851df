import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { loadDeclarationDrafting, loadDrafting, type Draft } from '../../../wrap/index.ts'
import { toolNameProblems } from '../run/call-options.ts'

/** What a command that drafts a file has of its own. */
interface InitDeclaration {
  readonly description: string
  /** What the file is called if the caller does not say: `<tool>-agent.surety.yaml`. */
  readonly fileName: string
  /** What the file holds: `a description`. */
  readonly content: string
  readonly example: string
  readonly draft: (words: readonly string[], options: DraftRequest) => Promise<Draft>
}

interface DraftRequest {
  readonly env: NodeJS.ProcessEnv
  readonly timeoutMs: number
  readonly folder: string
  readonly signal: AbortSignal
}

/** Makes a command that looks at a program and writes a file to start with, which it never overwrites. */
function defineInit({ description, fileName, content, example, draft }: InitDeclaration) {
  return defineCommand({
    description,
    danger: 'mutating',
    exitCodes: {
      SUCCESS: `The file holds ${content} with lines to decide about`,
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
      file: s.string().min(1).optional().describe(`What to write; default ${fileName}`),
      timeout: s.duration().default('10s').describe('Time limit of each run of the program'),
    },
    examples: [{ description: 'A program on the PATH', command: example }],
    output: s.object({
      effect: s.enum(['created']),
      file: s.string(),
      commands: s.integer(),
      decisions: s.integer(),
    }),
    validate: ({ args }) => toolNameProblems(args.words),
    timeoutMs: 0,
    run: async ({ args, options, processEnv, signal, fail }) => {
      const drafted = await draft(args.words, {
        env: processEnv,
        timeoutMs: options.timeout,
        folder: dirname(options.file ?? '.'),
        signal,
      })
      const [target] = args.words as [string]
      if (!drafted.ok)
        return fail('PROGRAM_NOT_FOUND', `${target} cannot be started (${drafted.startError}).`, {
          target,
        })
      const { text, tool, commands } = drafted
      const file = options.file ?? fileName.replace('<tool>', tool)
      await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
        fail('FILE_EXISTS', `${file} exists and is not overwritten.`, { target: file })
      })
      const decisions = text.split('DECIDE').length - 1
      return { effect: 'created' as const, file, commands, decisions }
    },
    text: ({ file }) => `Wrote ${file}; look at the lines marked with DECIDE.`,
  })
}

/** Writes a first description of a program from its help. */
export const wrapInit = defineInit({
  description: 'Writes a first description of a program from its help',
  fileName: '<tool>-agent.surety.yaml',
  content: 'a description',
  example: 'surety wrap init -- kubectl',
  draft: async (words, options) => (await loadDrafting()).draftDescription(words, options),
})

/** Writes first declarations for the adapter of a program. */
export const adaptInit = defineInit({
  description: 'Writes first declarations for an adapted program from its manifest or its help',
  fileName: '<tool>.surety.yaml',
  content: 'declarations',
  example: 'surety adapt init -- ./desk',
  draft: async (words, options) =>
    (await loadDeclarationDrafting()).draftDeclarations(words, options),
})
