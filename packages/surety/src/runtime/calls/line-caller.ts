import { fail, isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { loadEncoder, traitsOf, wordFor, type EncodedDocument } from '../../dialects/wires.ts'
import { problemInJson } from '@surety/internal/json/json-exactness.ts'
import type { Line } from '@surety/internal/lines.ts'
import type { Redactor } from '@surety/internal/redact/redactor.ts'
import type { Members } from '../declare/groups/group.ts'
import type { Run } from '../run/run-state.ts'
import type { OutputStream } from '../process/world.ts'
import { warnOfLosses } from '../output/format-text.ts'
import type { FinishedRun } from '../output/surroundings.ts'
import { reportProblem } from '../output/write.ts'
import { catchNoise } from '../process/scoped-stdout-guard.ts'
import { ActiveCalls } from './active-calls.ts'
import {
  declaredInput,
  findCommand,
  flagTokens,
  inputTokens,
  problemInInput,
  undeclaredInput,
} from './call-argv.ts'
import { redactStderr } from './standard-streams.ts'
import { problemInNames } from '@surety/internal/argument-names.ts'

/** The longest line that is read, in bytes. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024

export interface LineAnswer {
  readonly document: JsonValue
  /** Where the dialect prints such a document. */
  readonly stream: OutputStream
  readonly isOk: boolean
  /** Whether a command was called, so that there may be effects. */
  readonly isCall: boolean
}

type Taken = Pick<FinishedRun, 'outcome' | 'encoded'>

type Written = Pick<EncodedDocument, 'document' | 'stream'>

/** Flags that decide how an answer looks; a line is always one JSON document. */
const OUTPUT_FLAGS: ReadonlySet<string> = new Set(['format', 'json', 'output', 'output-format'])

/** Answers the lines of `exec` in the place of a run: its signals and its crashes go to the call at work. */
export class LineCaller {
  readonly #run: Run
  readonly #builtins: Members
  readonly #calls = new ActiveCalls()
  readonly #env: Readonly<Record<string, string | undefined>> = { ...process.env }
  readonly #cwd = process.cwd()
  /** With an envelope for every outcome, also where the tool prints bare data. */
  readonly #dialect: string
  readonly #endRedaction: () => void
  readonly #printed: (text: string) => void
  #end: (() => void) | null = null

  constructor(run: Run, builtins: Members) {
    const { world, output } = run
    this.#run = run
    this.#builtins = builtins
    this.#dialect = traitsOf(output.dialect).fullVariant ?? output.dialect
    // They outlive the calls: what those left behind may print until the process ends.
    const { redactor } = run
    const redact: Redactor['redact'] = (text, isArgument) =>
      this.#calls.redact(redactor.redact(text, isArgument))
    run.redactor = { learn: (secret) => redactor.learn(secret), redact }
    this.#printed = (text) => catchNoise(text, (late) => void world.write('stderr', redact(late)))
    run.deputy = {
      interrupted: (by, end) => {
        if (by.kind === 'signal') this.#end = end
        if (by.kind !== 'uncaught') return this.#calls.interruptAll(by)
        const isOwn = this.#calls.blameSurely(by.error) === 'call'
        const problem = isOwn ? null : this.#calls.describeLate(by.error)
        if (problem !== null) reportProblem(run, run.redactor.redact(problem))
        return true
      },
      printed: this.#printed,
    }
    this.#endRedaction = redactStderr(redact)
  }

  /** Lets the run have its interruptions back. */
  stop(): void {
    this.#run.deputy = { printed: this.#printed }
    if (!this.#run.world.direct) this.#endRedaction()
  }

  /** Ends the run if a signal came while the last line was answered. */
  endIfInterrupted(): boolean {
    this.#end?.()
    return this.#end !== null
  }

  /** Answers a line: runs the call, or says why it is none. */
  async answer({ number, text, problem: flaw }: Line, isPreview: boolean): Promise<LineAnswer> {
    const unusable = `The line is not UTF-8, or has more than ${MAX_LINE_BYTES} bytes.`
    const request = flaw === null ? parseCallRequest(text) : { problem: unusable }
    const problem = 'problem' in request ? request : undefined
    const argv = problem ?? (await this.#argvOf(request as CallRequest, isPreview))
    if ('problem' in argv) return this.#refuse(request, argv, number, text)
    const { command, stdin } = request as CallRequest
    const end = await this.#call(argv, stdin)
    const answer = this.#mark(end, request, number, command)
    return { ...answer, isOk: end.outcome.ok, isCall: true }
  }

  /** Calls a command in this process; an uncaught error or `process.exit()` answers it and leaves the others alone. */
  async #call(
    argv: readonly string[],
    stdin: string,
  ): Promise<Written & Pick<FinishedRun, 'outcome'>> {
    const { cli, world, dispatch } = this.#run
    const env = { ...this.#env, [`${cli.envPrefix}_ENVELOPE`]: this.#dialect }
    const onStderr = (text: string | Uint8Array) => world.write('stderr', text)
    const taken: Taken[] = []
    const more = { takeAnswer: (answer: Taken) => void taken.push(answer) }
    try {
      const options = { argv, stdin, env, cwd: this.#cwd, onStderr, more }
      const { result } = await this.#calls.run(options, (inner) => dispatch!(cli, inner))
      for (const answer of taken) warnOfLosses(this.#run, answer)
      // An answer in a file is not taken, only the one about the file.
      return { ...result, stream: 'stdout', ...taken[0]?.encoded }
    } finally {
      this.#restoreVariables()
    }
  }

  /** Undoes what a call changed in the variables of the process. */
  #restoreVariables(): void {
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name]
    for (const [name, value] of Object.entries(this.#env))
      if (process.env[name] !== value) process.env[name] = value
  }

  async #argvOf(
    { command: key, flags, input }: CallRequest,
    isPreview: boolean,
  ): Promise<readonly string[] | UnusableRequest> {
    const { cli } = this.#run
    if (key === 'exec') return { problem: 'exec cannot call itself.' }
    const shown = Object.keys(flags).find((name) => OUTPUT_FLAGS.has(name.replaceAll('_', '-')))
    if (shown !== undefined)
      return { problem: `_opts.${shown} is not possible: every answer is one line of JSON.` }
    const { words, command } = await findCommand(cli, this.#builtins, key)
    const declared = command ? declaredInput(cli, command) : []
    const unfit = problemInInput(declared, input)
    if (unfit !== null) return { problem: unfit, code: 'INVALID_VALUE' }
    const [undeclared] = command ? undeclaredInput(declared, input) : []
    if (undeclared !== undefined)
      return { problem: `'${key}' has no input '${undeclared}'; flags go into _opts.` }
    const previews = isPreview && command && command.declaration.danger !== 'safe'
    const { dry_run: _dryRun, 'dry-run': _dry, dryRun: _camel, ...others } = flags
    return [
      ...words,
      ...inputTokens(input, declared),
      ...flagTokens(previews ? { ...others, 'dry-run': true } : flags),
    ]
  }

  async #refuse(
    request: object,
    { problem, code: reason = 'DISPATCH_PARSE_ERROR' }: UnusableRequest,
    number: number,
    line: string,
  ): Promise<LineAnswer> {
    // A name in the line may have a secret in it, as `key=abc` has.
    const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)/g)].map(([, word]) => `--${word}`)
    await (await import('../route/refusal.ts')).learnTypedSecrets(this.#run, words)
    const { frameworkErrors, advises } = traitsOf(this.#dialect)
    const word = wordFor(frameworkErrors, reason, 'ARG_ERROR')
    const outcome = fail({
      exit: 'ARG_ERROR',
      error: {
        code: word ?? reason,
        message: this.#run.redactor.redact(problem),
        phase: 'validation',
        retryable: false,
        ...(advises && { suggestion: 'Write one JSON object a line: {"_cmd": "version"}.' }),
        ...(word !== undefined && { details: { reason } }),
      },
      meta: { duration_ms: 0 },
    })
    const encoded = (await loadEncoder(this.#dialect)).toDocument(outcome, {
      now: this.#run.world.now,
      ...(word !== undefined && { errorBody: 'framework' }),
    })
    const { command } = request as { command?: string }
    return { ...this.#mark(encoded, request, number, command), isOk: false, isCall: false }
  }

  /** Adds the line to its answer, in an envelope if there is no room; in a closed dialect only errors have room. */
  #mark(
    { document, stream }: Written,
    { id }: { readonly id?: JsonValue | undefined },
    number: number,
    command: string | undefined,
  ): Pick<LineAnswer, 'document' | 'stream'> {
    const marks: JsonObject = {
      ...(command !== undefined && { _cmd: command }),
      _line: number,
      ...(id !== undefined && { _id: id }),
    }
    if (!isJsonObject(document))
      return { document: { data: document ?? null, error: null, meta: marks }, stream }
    const { meta, error } = document
    if (!traitsOf(this.#dialect).isClosed)
      return { document: { ...document, meta: withMembers(meta, marks) }, stream }
    if (!isJsonObject(error)) return { document, stream }
    const details = withMembers(error['details'], marks)
    return { document: { ...document, error: { ...error, details } }, stream }
  }
}

function withMembers(value: JsonValue | undefined, more: JsonObject): JsonObject {
  return isJsonObject(value) ? { ...value, ...more } : more
}

/** One call of a command, as data. */
interface CallRequest {
  /** The key of the command in the manifest: `wallet.remove`. */
  readonly command: string
  /** Flags of the framework and of the tool. */
  readonly flags: Readonly<Record<string, boolean | string | number>>
  readonly input: JsonObject
  readonly stdin: string
  /** Echoed in the answer; undefined without one. */
  readonly id: JsonValue | undefined
}

interface UnusableRequest {
  readonly problem: string
  /** Default `DISPATCH_PARSE_ERROR`. */
  readonly code?: string
  readonly id?: JsonValue | undefined
}

const COMMAND = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/
const FLAG = /^[A-Za-z0-9][\w-]*$/

/** Parses a line of `exec`: `_cmd`, `_opts`, `_stdin` and `_id`, and the input in all other members. */
function parseCallRequest(text: string): CallRequest | UnusableRequest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    // The parser's message repeats a part of the line, which may be a secret.
    const [at] = /position \d+/.exec((error as Error).message) ?? []
    return { problem: `The line is not JSON${at ? `, from ${at} on` : ''}.` }
  }
  if (!isJsonObject(value)) return { problem: 'The line is not a JSON object.' }
  const lost = problemInJson('The line', text, value)
  if (lost !== null) return { problem: lost }
  const { _cmd: command, _opts: flags = {}, _stdin: stdin = '', _id: id, ...input } = value
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number')
    return { problem: '_id must be a string or a number.' }
  const refuse = (problem: string): UnusableRequest => ({ problem, id })
  if (typeof command !== 'string' || !COMMAND.test(command))
    return refuse('_cmd must be the key of a command in the manifest, such as "user.add".')
  if (typeof stdin !== 'string') return refuse('_stdin must be a string.')
  if (!isJsonObject(flags)) return refuse('_opts must be an object.')
  for (const [name, given] of Object.entries(flags)) {
    // An empty name would be `--`, behind which a preview is a mere word.
    if (!FLAG.test(name))
      return refuse(`_opts has '${name.slice(0, 100)}', which is no name of a flag.`)
    if (!['boolean', 'string', 'number'].includes(typeof given))
      return refuse(`_opts.${name} must be a boolean, a string or a number.`)
  }
  const unfit = problemInNames(input) ?? problemInNames(flags)
  if (unfit !== null) return refuse(unfit)
  return { command, flags: flags as CallRequest['flags'], input, stdin, id }
}
