import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'

import {
  manifestName,
  offersManifest,
  placeOf,
  toolIdentity,
  withoutCursor,
  type Client,
  type RunOptions,
  type RunResult,
  type ToolName,
} from '@surety/client/unstable/client'
import type { Profile } from '@surety/check/unstable/conformance'
import { objectOf, fail, isJsonObject, succeed, type Outcome } from 'surety/unstable/contract'
import { DEFAULT_DIALECT, loadEncoder, traitsOf } from 'surety/unstable/dialects'
import {
  answerRefusal,
  toCallAnswer,
  type CallAnswer,
  type CallContext,
  type ServedTool,
} from 'surety/unstable/mcp'
import { given } from '@surety/internal/given.ts'
import { LineSplitter } from '@surety/internal/lines.ts'
import { redactText } from '@surety/internal/redact/redactor.ts'
import { oneLine } from '@surety/internal/visible-text.ts'
import { isDone, toFailure } from '../run/tool-failure.ts'
import { commandsOfManifest, commandsOfProfile, type ForeignCommand } from './foreign-commands.ts'
import { spellCall } from './foreign-words.ts'

export interface ForeignTool {
  readonly client: Client
  readonly tool: ToolName
  readonly profile: Profile | null
  readonly options: RunOptions
  readonly ownVersion: string
  /** Hears that there is nothing to call; may throw. */
  readonly report: (problem: string) => void
}

export interface LearnedTool extends ServedTool {
  readonly ready: Promise<unknown>
  readonly end: () => Promise<void>
}

/** How long a client waits for the version of a tool that is slow to say what it offers. */
const VERSION_WAIT_MS = 5000

/** Help that takes longer says nothing. */
const HELP_MS = 10_000

export function createForeignTool(foreign: ForeignTool): LearnedTool {
  const { profile, options } = foreign
  const known: Known = {
    name: foreign.tool.name,
    version: foreign.ownVersion,
    dialect: namedDialect(options.dialect) ?? DEFAULT_DIALECT,
  }
  const ending = new AbortController()
  const running = new Set<Promise<unknown>>()
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    const over = work.catch(() => {}).finally(() => running.delete(over))
    running.add(over)
    return work
  }
  const learned = profile
    ? Promise.resolve(commandsOfProfile(profile))
    : track(learn(foreign, known, ending.signal))
  // Who serves it looks at `ready`.
  learned.catch(() => {})
  return {
    get name() {
      return known.name
    },
    ready: learned,
    end: async () => {
      ending.abort()
      await Promise.all(running)
    },
    version: async () => {
      const waiting = sleep(VERSION_WAIT_MS, null, { ref: false })
      await Promise.race([learned.catch(() => null), waiting])
      return known.version
    },
    get description() {
      return `${known.name}, through surety`
    },
    get dialect() {
      return fullOf(known.dialect)
    },
    commands: () => learned,
    describe: (command) =>
      encode(known.dialect, succeed({ data: describe(command as ForeignCommand) })),
    call: async (command, args, context) => {
      const call = spellCall(command as ForeignCommand, args)
      if (!call.ok) {
        const { code, message, fix } = call
        return answerRefusal(fullOf(known.dialect), { code, message, suggestion: fix })
      }
      const signal = AbortSignal.any([context.signal, ending.signal])
      return track(run(foreign, command as ForeignCommand, call.words, { ...context, signal }))
    },
  }
}

/** What is learned about a tool. Refusals of ours are in its dialect as soon as that is known. */
interface Known {
  name: string
  version: string
  dialect: string
}

function namedDialect(dialect: unknown): string | undefined {
  return typeof dialect === 'string' && dialect !== 'auto' && dialect !== 'plain'
    ? dialect
    : undefined
}

async function learn(
  { client, tool, options, report }: ForeignTool,
  known: Known,
  signal: AbortSignal,
): Promise<readonly ForeignCommand[]> {
  const env = { ...client.options.inheritedEnv, ...options.env }
  const key = toolIdentity(tool.program, placeOf({}, client.options.inheritedEnv ?? {})) ?? ''
  const remembered = await client.memory.readManifest(key)
  const asked = { env, timeoutMs: HELP_MS, signal, ...given({ cwd: options.cwd }) }
  const isOffered = remembered !== null || (await offersManifest(tool.program, asked))
  const nothing = `${tool.name} does not say what commands it has, and surety does not know the program.`
  if (!isOffered) {
    if (!signal.aborted) report(nothing)
    return []
  }
  const result = await client.learn(tool.program, { ...options, tool, signal })
  const { outcome, verdict } = result
  if (verdict.reason === 'PROGRAM_MISSING') throw toFailure(result)
  const plan = await client.plan([...tool.program, 'help'], { ...options, tool })
  known.dialect = namedDialect(plan.dialect) ?? known.dialect
  // Not every dialect can say that nothing changed: then the answer has no data.
  const isSame = outcome.ok && outcome.data === null
  const manifest = (isSame && (await client.memory.readManifest(key))?.document) || outcome.data
  const commands = outcome.ok ? commandsOfManifest(manifest) : []
  known.name = (outcome.ok && manifestName(manifest)) || known.name
  const { schema_version: form, framework_version: inManifest } = objectOf(manifest)
  // From generation 1.16 on, whose manifests begin with 3, this is the version of the framework.
  const stated =
    outcome.meta['tool_version'] ??
    (typeof form === 'string' && form.startsWith('3.') ? undefined : inManifest)
  if (typeof stated === 'string' && stated !== '') known.version = stated
  if (commands.length === 0 && !signal.aborted) report(nothing)
  return commands
}

function describe(command: ForeignCommand) {
  const { name, description, danger, confirmedBy, inputSchema, facts } = command
  const own = (member: string) => (isJsonObject(facts[member]) ? facts[member] : undefined)
  return given({
    command: name,
    description,
    danger_level: danger,
    confirmed_by: confirmedBy ?? undefined,
    input_schema: inputSchema,
    output_schema: own('output_schema'),
    exit_codes: own('exit_codes'),
  })
}

async function run(
  { client, tool, options }: ForeignTool,
  { danger }: ForeignCommand,
  words: readonly string[],
  { signal, report, trace }: CallContext,
): Promise<CallAnswer> {
  const lines = new LineSplitter(MAX_PROGRESS_BYTES)
  const result = await client.run([...tool.program, ...words], {
    ...options,
    // Tools of ours then say how far they are, on stderr.
    env: { ...options.env, ...trace, SURETY_PROGRESS: '1' },
    tool,
    signal,
    onStderr: (chunk) => {
      for (const { text } of lines.feed(chunk)) {
        const progress = progressIn(text)
        if (progress) report(progress)
      }
    },
    ...(danger === 'safe' && { safety: 'safe' as const }),
    onEvent: (event) => {
      // The first needs no words, and its number would stand in the way of the tool's own.
      if (event.kind === 'attempt_started' && event.attempt > 1)
        report({ message: `attempt ${event.attempt}` })
      else if (event.kind === 'waiting') report({ message: `waiting ${event.wait_ms} ms` })
    },
  })
  const whole = outcomeOf(result, danger === 'safe')
  // A model takes a cursor for an invitation.
  const outcome = danger === 'safe' ? whole : withoutCursor(whole)
  return encode(result.attempts.at(-1)?.dialect ?? DEFAULT_DIALECT, outcome)
}

const MAX_PROGRESS_BYTES = 4096

/** Reads a line of stderr as progress: what a tool says while it works, at its end perhaps `(3/5)`. */
function progressIn(line: string): Parameters<CallContext['report']>[0] | null {
  // A line that is drawn anew is several with carriage returns between them.
  const shown = line.split('\r').findLast((part) => part.trim() !== '') ?? ''
  const message = redactText(
    oneLine(stripVTControlCharacters(shown).replace(/^\[INFO\] /, '')).trim(),
  ).slice(0, 300)
  if (message === '') return null
  const [share, done, total] = /\s?\((\d{1,15})\/(\d{1,15})\)$/.exec(message) ?? []
  if (share === undefined) return { message }
  return { message: message.slice(0, -share.length), done: Number(done), total: Number(total) }
}

function outcomeOf(result: RunResult, isRead: boolean): Outcome {
  const { outcome, verdict } = result
  if (isDone(outcome, verdict)) return outcome
  const failure = toFailure(result, isRead)
  const { data, warnings, meta } = outcome
  return fail({ exit: failure.exit, error: failure.toErrorInput(), data, warnings, meta })
}

async function encode(dialect: string, outcome: Outcome): Promise<CallAnswer> {
  const id = fullOf(dialect)
  const encoder = await loadEncoder(id)
  const now = () => new Date()
  return toCallAnswer(id, outcome, encoder.toDocument(outcome, { now, stow: 'never' }))
}

function fullOf(dialect: string): string {
  return traitsOf(dialect).fullVariant ?? dialect
}
