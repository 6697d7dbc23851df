import {
  GRAMMAR_IDS,
  GrammarError,
  loadGrammar,
  loadWriter,
  lossWords,
  readAnyGrammar,
  unreadMembers,
  writeGrammar,
  WRITTEN_IDS,
} from 'surety/unstable/grammars'
import { notStarted } from '@surety/internal/not-started.ts'
import { defineCommand } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { loadAsking, loadOpenDraft } from '../../wrap/index.ts'
import { inputExits, invalidDocument } from '../input/declarations.ts'
import { readText } from '../input/read-input.ts'
import { anyWords, examples, flag, lasting, problemIf, text } from '../input/option-kinds.ts'
import { toolNameProblems } from './run/call-options.ts'

const FROM = [...GRAMMAR_IDS, 'help'] as const

export const command = defineCommand({
  description: 'Reads how a program describes itself, and writes it in another format',
  // It starts the program.
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The answer holds the description, and what was lost on the way',
    ...inputExits,
    NOT_FOUND: 'There is no such program or file, or the program does not describe itself',
    INVALID_DOCUMENT: invalidDocument,
  },
  errors: {
    PROGRAM_NOT_FOUND: lasting('NOT_FOUND', 'The program cannot be started'),
    NOT_DESCRIBED: lasting('NOT_FOUND', 'The program describes itself in no known format'),
    NOT_A_DESCRIPTION: { exit: invalidDocument, description: 'Its format is not known' },
  },
  args: { words: anyWords('The program and its leading arguments, after --') },
  options: {
    file: text('Reads a document instead of asking a program; - for stdin'),
    from: s.enum(FROM).optional().describe('Format to read; default: the first that is found'),
    as: s.enum(WRITTEN_IDS).default('surety').describe('Format to write'),
    lossless: flag('Keeps what the format has no place for, under x-surety'),
    draft: flag('Writes a draft: effects that are not stated become lines to decide about'),
    timeout: s.duration().default('10s').describe('Time limit of each run of the program'),
  },
  examples: examples({
    'Describe a program': 'surety describe -- git',
    'Write another format': 'surety describe --as opencli --format plain -- td > td.opencli.json',
    'Read a file instead': 'surety describe --file tool.usage.kdl --as cli-schema',
    'Draft a description from a completion spec':
      'surety describe --draft --file jq.ts --format plain',
  }),
  output: s.object({
    tool: s.string(),
    from: s.string(),
    by: s.string(),
    as: s.string(),
    commands: s.integer(),
    document: s.string(),
    losses: s.array(
      s.object({
        pointer: s.string(),
        kind: s.string(),
        stowed_at: s.string().nullable(),
        note: s.string().optional(),
      }),
    ),
  }),
  text: ({ document }) => document,
  validate: ({ args, options }) => [
    ...toolNameProblems(args.words),
    ...problemIf(
      args.words.length > 0 === (options.file !== undefined),
      '<words>',
      'INVALID_VALUE',
      'Give a program and its words after --, or a document with --file.',
    ),
    ...problemIf(
      options.draft && options.as !== 'surety',
      '--draft',
      'INVALID_VALUE',
      'A draft is a description of surety: leave --as out.',
    ),
  ],
  timeoutMs: 0,
  run: async (ctx) => {
    const { args, options, processEnv, signal } = ctx
    const { from, as, file } = options
    const asked = async () => {
      const { askDescription } = await loadAsking()
      const limits = { env: processEnv, timeoutMs: options.timeout, signal }
      const answer = await askDescription(args.words, { ...limits, ...(from && { from }) })
      if (answer.ok) return answer.found
      const [target] = args.words as [string]
      if (answer.startError === undefined)
        return ctx.fail('NOT_DESCRIBED', `${target} does not describe itself.`, { target })
      const why = notStarted(target, answer.startError)
      return ctx.fail('PROGRAM_NOT_FOUND', why, { target })
    }
    const readFile = async (path: string) => {
      const found = await readDocument(await readText(path, ctx), from)
      if ('why' in found) return ctx.fail('NOT_A_DESCRIPTION', found.why)
      return { ...found, by: path }
    }
    const { description, format, by, losses } =
      file === undefined ? await asked() : await readFile(file)
    const written = await writeGrammar(await loadWriter(as), description, {
      isLossless: options.lossless,
    })
    const lost = [...losses, ...written.losses]
    const draft = options.draft && (await (await loadOpenDraft()).openDraft(description))
    const words = lossWords(as, lost)
    if (words !== undefined) ctx.warn(words)
    return {
      tool: description.name ?? '',
      from: format,
      by,
      as,
      commands: Object.keys(description.commands ?? {}).length,
      document: draft || written.text,
      losses: lost.map((loss) => ({ ...loss })),
    }
  },
})

async function readDocument(document: string, from: (typeof FROM)[number] | undefined) {
  if (from === 'help') return { why: 'Help is read from a program, not from a file.' }
  try {
    if (from !== undefined) {
      const format = await loadGrammar(from)
      const read = await format.read(document)
      const losses = await unreadMembers(format, read)
      return { format: from, description: read.description, losses }
    }
    const found = await readAnyGrammar(document)
    if (found === undefined) return { why: 'The format of the document is not known.' }
    const losses = await unreadMembers(found.format, found.read)
    return { format: found.id, description: found.read.description, losses }
  } catch (error) {
    if (error instanceof GrammarError) return { why: error.message }
    throw error
  }
}
