import {
  endOrphans,
  findOrphans,
  readJournal,
  tailJournal,
  type EntryFilter,
  type JournalEntry,
  type JournalProblem,
} from '@surety/client/unstable/client'
import { objectOf } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import type { AnyContext } from 'surety/unstable/surface'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { createRedactor } from '@surety/internal/redact/redactor.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import { defineCommand, defineGroup } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { stateFoldersOf, stateOptions } from '../state-folder.ts'
import { isPattern, keptLines } from './journal/kept-lines.ts'
import { printKept } from './journal/kept-text.ts'
import { readKept } from './run/answers.ts'
import {
  count,
  examples,
  flag,
  lasting,
  matching,
  problemIf,
  required,
  text,
} from '../input/option-kinds.ts'

const tail = defineCommand({
  description: 'Shows the latest attempts',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The attempts are listed, oldest first' },
  options: {
    lines: count('Number of attempts to show', 1, 100_000).default(8).short('n'),
    failures: flag('Shows failures only'),
    since: s.duration().optional().describe('Only entries newer than this, such as 24h or 7d'),
    tool: text('Only this tool, by its full name or the last part of it'),
    ...stateOptions,
  },
  examples: examples({
    'Show the last five attempts': 'surety journal tail -n 5',
    'Give the failures of a day to jq':
      'surety journal tail --failures --since 24h -n 100000 --format jsonl',
  }),
  view: (entries) => (entries as unknown as readonly JournalEntry[]).map(toColumns),
  run: async ({ options, processEnv, now, warn }) => {
    const { lines, failures, since, tool } = options
    const filter: EntryFilter = {
      ...given({ tool }),
      ...(failures && { outcome: 'failure' }),
      ...(since !== undefined && { since: new Date(now().getTime() - since) }),
    }
    let damaged = 0
    let first: JournalProblem | undefined
    const onProblem = (problem: JournalProblem): void => {
      if (problem.line === null) return warn(`${problem.file} ${problem.message}; it was skipped.`)
      damaged += 1
      first ??= problem
    }
    const entries = readJournal(stateFoldersOf(options.stateDir, processEnv).journal, { onProblem })
    const found = await tailJournal(entries, lines, filter)
    if (first) warn(`Damaged lines: ${damaged}, the first in ${first.file}, line ${first.line}.`)
    return [...found]
  },
})

function toColumns(entry: JournalEntry) {
  const { time, exit_code, code, verdict, reason, operation, target, attempt, duration_ms } = entry
  const argv = quoteWords(entry.argv)
  return { time, argv, exit_code, code, verdict, reason, operation, target, attempt, duration_ms }
}

/** Shows the full answer of a `run` that was cut, without running the tool again. */
const answer = defineCommand({
  description: 'Shows the whole answer of a call whose output was cut',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The answer is in data, page by page',
    NOT_FOUND: 'No answer of that call is saved',
  },
  errors: {
    ANSWER_NOT_KEPT: lasting('NOT_FOUND', 'The answer was not cut, or newer ones replaced it'),
  },
  args: { call: required('Id of the call: meta.call in its answer') },
  options: {
    lines: matching(
      /^[1-9]\d{0,8}-[1-9]\d{0,8}$/,
      'two numbers of lines, such as 200-400',
      'Only these lines, such as 200-400',
    ).optional(),
    grep: text('Only lines that match this pattern, with their numbers'),
    stream: s
      .enum(['stdout', 'stderr'])
      .optional()
      .describe('The stream to read lines of; default stdout, with --text alone both'),
    text: flag('Prints it as the program printed it'),
    ...stateOptions,
  },
  examples: examples({
    'Show some lines': 'surety journal answer 784ca4eb-0a25-4a55-94d2-df99aa86a14a --lines 200-400',
  }),
  text: (data) => {
    const part = objectOf(data)['text']
    return typeof part === 'string' ? visibleText(part, '\n\t') : JSON.stringify(data, null, 2)
  },
  validate: ({ options: { grep } }) =>
    problemIf(
      grep !== undefined && !isPattern(grep),
      '--grep',
      'INVALID_VALUE',
      `'${grep}' is no regular expression.`,
    ),
  run: async (ctx) => {
    const { args, options, processEnv, fail } = ctx
    const folder = stateFoldersOf(options.stateDir, processEnv).answers
    const data = await readKept(folder, args.call)
    const message = `No answer of the call ${args.call} is saved.`
    if (data === undefined) {
      const suggestion = 'Only answers that were cut are saved; meta.call in one of them is its id.'
      return fail('ANSWER_NOT_KEPT', message, { target: args.call, suggestion })
    }
    if (options.text) return printKept(ctx as unknown as AnyContext, data, { ...options, ...args })
    if (options.lines === undefined && options.grep === undefined) return data
    return keptLines(data, options)
  },
})

const orphans = defineCommand({
  description: 'Lists or ends processes left running by a killed run or batch',
  danger: 'mutating',
  exitCodes: { SUCCESS: 'The processes are listed; with --end they have ended' },
  options: { end: flag('Ends them: SIGTERM, then SIGKILL after two seconds'), ...stateOptions },
  examples: examples({
    'List them': 'surety journal orphans',
    'End them': 'surety journal orphans --end',
  }),
  dryRun: async ({ options, processEnv }) => ({
    effect: 'would_delete',
    would_affect: { orphans: await listed(options.stateDir, processEnv) },
  }),
  run: async ({ options, processEnv }) => {
    const orphans = await listed(options.stateDir, processEnv)
    if (!options.end) return { effect: 'noop', orphans }
    const ended = await endOrphans(orphans)
    return { effect: ended.length > 0 ? 'deleted' : 'noop', orphans, ended: [...ended] }
  },
})

async function listed(given: string | undefined, env: NodeJS.ProcessEnv) {
  const orphans = await findOrphans(stateFoldersOf(given, env).journal)
  const redactor = createRedactor({ env })
  return orphans.map((orphan) => ({ ...orphan, command: redactor.redact(orphan.command) }))
}

export const group = defineGroup({
  description: 'Shows what was run and how it ended',
  commands: { tail, answer, orphans },
})
