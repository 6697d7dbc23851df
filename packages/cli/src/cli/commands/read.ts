import { dirname, resolve } from 'node:path'

import { createClient, type RunOptions } from '@surety/client/unstable/client'
import { given } from '@surety/internal/given.ts'
import { isAgent } from '@surety/internal/process/agent-caller.ts'
import { defineCommand } from 'surety/unstable/runtime'
import { hostOf, type AnyContext } from 'surety/unstable/surface'
import { s } from 'surety/unstable/schema'
import {
  anyWords,
  count,
  examples,
  flag,
  lasting,
  matching,
  problemIf,
  text,
} from '../input/option-kinds.ts'
import { stateOptions } from '../state-folder.ts'
import { whyNoRead } from './read/known-read.ts'
import { lockedStart, tryLock, type LockReport } from './read/locks.ts'
import type { ReadLimits } from './read/program-file.ts'
import { readVariables } from './read/read-variables.ts'
import { watchedStart } from './read/watched-line.ts'
import { passThroughExits, toClientOptions, toolNameProblems } from './run/call-options.ts'
import { runAsText } from './run/text-run.ts'

export const command = defineCommand({
  description: 'Runs a command if it is known to change nothing, and refuses it otherwise',
  danger: 'safe',
  exitCodes: {
    ...passThroughExits('The program ended with 0; other ends have the exit code of the program'),
    PRECONDITION: 'It is not known to only read, and was not started',
  },
  errors: {
    NOT_A_KNOWN_READ: lasting('PRECONDITION', 'The call changes something, or is not known'),
    NETWORK_READ: lasting('PRECONDITION', 'It reads from the network, which --network allows'),
    READ_OUTSIDE: lasting('PRECONDITION', 'It reads outside of the folder, which --outside allows'),
    SHOWS_SECRETS: lasting('PRECONDITION', 'It shows secrets, which --reveal allows a person'),
    ANSWER_NOT_KEPT: lasting('NOT_FOUND', 'Nothing was left out, or newer calls replaced it'),
    NOT_LOCKED: lasting('PRECONDITION', 'The second lock does not hold, and --locks 2 wants it'),
  },
  args: { words: anyWords('The program and its arguments, after --') },
  options: {
    line: text('A line of bash instead of a program; must be the last option'),
    network: flag('Allows reads from the network as well'),
    outside: flag('Allows reads outside of the folder as well'),
    reveal: flag('Shows secrets, to a person at a terminal'),
    locks: count(
      '1: a read needs a description that says so; 2: the kernel must block its writes too',
      1,
      2,
    ).default(1),
    timeout: s.duration().default('2m').describe('Time limit'),
    short: flag('Counts passed tests and long lists instead of printing them; failures stay whole'),
    rest: text('Shows what was left out of an earlier call, by its id'),
    lines: matching(
      /^[1-9]\d{0,8}-[1-9]\d{0,8}$/,
      'two numbers of lines, such as 200-400',
      'With --rest: only these lines, such as 200-400',
    ).optional(),
    stream: s
      .enum(['stdout', 'stderr'])
      .optional()
      .describe('With --rest: only this stream; --lines are those of stdout without it'),
    maxOutput: count('Limit of output in bytes; 0 for none, default 28672', 0).optional(),
    journal: s.boolean().default(true).describe('Records the call in the journal'),
    cwd: text('Folder to run the program in'),
    ...stateOptions,
  },
  examples: examples({
    'Run one program': 'surety read -- git log --oneline -5',
    'Run a line of bash': "surety read --line 'cd src && grep -rn TODO . | head -5'",
    'Allow the network': 'surety read --network -- git ls-remote origin',
  }),
  validate: ({ args, options }) => [
    ...toolNameProblems(args.words),
    ...problemIf(
      [options.line, options.rest, args.words[0]].filter((each) => each !== undefined).length !== 1,
      '<words>',
      'INVALID_VALUE',
      'Give a program and its words after --, or a line with --line, or an id with --rest.',
    ),
  ],
  // The program has its own limit.
  timeoutMs: 0,
  run: async (ctx) => {
    const { args, options, processEnv } = ctx
    if (options.rest !== undefined)
      return (await import('./read/kept-output.ts')).showRest(ctx as unknown as AnyContext, {
        ...options,
        rest: options.rest,
      })
    const from = process.cwd()
    const limits = {
      cwd: resolve(from, options.cwd ?? ''),
      from,
      path: processEnv['PATH'] ?? '',
      mayUseNetwork: options.network,
      mayLeave: options.outside,
      mayReveal: options.reveal,
    }
    if (options.reveal && !isPerson(processEnv))
      return ctx.fail('SHOWS_SECRETS', '--reveal is for a person at a terminal.')
    const context = ctx as unknown as AnyContext
    const { line } = options
    // What a person allows by its first words has no other option behind them.
    if (line !== undefined && hostOf(context).argv.at(-1) !== line)
      return ctx.fail('NOT_A_KNOWN_READ', 'The line is not the last word of the call.')
    const found =
      line === undefined ? await judged(args.words, limits) : await judgedLine(line, limits)
    if ('code' in found) return ctx.fail(found.code, found.message)
    const { known } = found
    const { env, isMasked } = readVariables(known, found.folders, limits)
    const why = options.locks === 2 ? await whyNotLocked(known.unlocked, processEnv) : undefined
    if (why !== undefined)
      return ctx.fail('NOT_LOCKED', `The second lock does not hold for it here: ${why}`)
    const report: LockReport = { isHeld: false, why: null }
    const locked = lockedStart(known, limits, { isNeeded: options.locks === 2, report })
    const { start, knowledge } =
      'watched' in found && found.watched
        ? watchedStart(line!, found.watched, locked)
        : { start: locked, knowledge: {} }
    const client = createClient({
      ...(await toClientOptions({ ...options, retries: 0, maxWait: 0 }, processEnv)),
      ...knowledge,
      dialect: 'plain',
      memory: false,
    })
    const { cwd } = options
    const callOptions = { ...given({ env, cwd }), start } as RunOptions
    const answer = await runAsText(context, client, found.words, callOptions, options)
    ctx.addMeta('locks', report.isHeld ? 2 : 1)
    const host = hostOf(context)
    if (isMasked && host.isDirect)
      await host.write('stderr', 'surety: Values that may be secrets are masked; see --reveal.\n')
    return answer
  },
})

async function judged(words: readonly string[], limits: ReadLimits) {
  const found = await whyNoRead(words, limits)
  return 'code' in found ? found : { ...found, folders: [dirname(found.file)] }
}

/** The parser of lines is large, and most calls have none. */
const judgedLine = async (line: string, limits: ReadLimits) =>
  (await import('./read/known-line.ts')).whyNoLine(line, limits)

/** Secrets are for a person: an agent may have a terminal, too. */
function isPerson(env: NodeJS.ProcessEnv): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && !isAgent(env)
}

async function whyNotLocked(unlocked: string | undefined, env: NodeJS.ProcessEnv) {
  if (unlocked !== undefined) return `${unlocked}.`
  const lock = await tryLock(env)
  return lock.isHeld ? undefined : lock.why
}
