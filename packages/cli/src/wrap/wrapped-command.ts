import { basename } from 'node:path'

import { SuretyError, type JsonObject, type JsonValue } from 'surety/unstable/contract'
import { variablesOf, type Output } from 'surety/unstable/description'
import { given } from '@surety/internal/given.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import type { CommandDeclaration, Context, InputProblem } from 'surety/unstable/runtime'
import { hostOf } from 'surety/unstable/surface'
import { s, type AnySchema } from 'surety/unstable/schema'
import { callWords, type CallValues } from './call-words.ts'
import { failureDeclarations, type COMMON_ERRORS } from './output/failures.ts'
import { readEnd } from './output/read-end.ts'
import { readOutput } from './output/read-output.ts'
import { matchPatterns } from './patterns.ts'
import { runProgram, type Place, type ProgramCall, type ProgramEnd } from './run-program.ts'
import type { WrapDescription, WrappedCommand, WrappedParameter } from './wrap-description.ts'

type Parameters = NonNullable<WrappedCommand['args']>
type Values = Readonly<Record<string, unknown>>
type WrappedContext = Context<Values, Values, Values, string>
type Exited = Extract<ProgramEnd, { kind: 'exited' }>

export function toCommand(
  description: WrapDescription,
  path: string,
  command: WrappedCommand,
  place: Place,
  calledAs: readonly string[],
): CommandDeclaration {
  const { danger, summary, stdin, network, list, examples = [] } = command
  const seconds = command.timeout_seconds ?? description.timeout_seconds
  const wrapped = new CommandAtWork(description, command, place)
  return {
    description: summary,
    danger,
    args: toShape(command.args ?? {}, true),
    options: toShape(command.options ?? {}, false),
    ...failureDeclarations(description, command),
    ...(stdin && { stdin: true }),
    ...(network && { network: true }),
    ...(list && { list: true }),
    ...(seconds !== undefined && { timeoutMs: Math.ceil(seconds * 1000) }),
    examples: examples.map((example) => ({
      description: example.summary,
      command: `${quoteWords(calledAs)} ${path} ${example.words}`.trim(),
    })),
    validate: ({ args, options }) => wrapped.problems({ ...args, ...options }),
    run: (context) => wrapped.run(context),
    ...(danger !== 'safe' && { dryRun: (context: WrappedContext) => wrapped.preview(context) }),
  }
}

/** Finds words of a description that no call can have, each with its place and the reason. */
export async function deadWords(description: WrapDescription): Promise<readonly string[]> {
  const found: string[] = []
  for (const [path, command] of Object.entries(description.commands)) {
    const { args = {}, options = {} } = command
    const wrapped = new CommandAtWork(description, command, {})
    for (const [name, parameter] of Object.entries({ ...args, ...options })) {
      const { values = [], default: preset, many } = parameter
      const at = `/commands/${path}/${name in args ? 'args' : 'options'}/${name}`
      for (const value of new Set([...values, ...(typeof preset === 'string' ? [preset] : [])])) {
        const given = { [toKey(name)]: many ? [value] : value }
        const [problem] = await wrapped.problems(given)
        if (problem) found.push(`${at}: '${value}' is never accepted: ${problem.message}`)
      }
    }
  }
  return found
}

class CommandAtWork {
  readonly #description: WrapDescription
  readonly #command: WrappedCommand
  readonly #place: Place
  readonly #parameters: Parameters
  readonly #output: Output
  readonly #program: string

  constructor(description: WrapDescription, command: WrappedCommand, place: Place) {
    this.#place = place
    this.#description = description
    this.#command = command
    this.#parameters = { ...command.args, ...command.options }
    this.#output = command.output ?? { as: 'auto' }
    this.#program = basename(description.program[0]!)
  }

  /** Refuses values that the description does not allow, and those that the program would take as options. */
  async problems(parsed: Values): Promise<readonly InputProblem[]> {
    const { args = {} } = this.#command
    const values = byName(this.#parameters, parsed)
    const problems: InputProblem[] = []
    const refuse = (name: string, value: string, reason: string, suggestion: string): void => {
      const param = Object.hasOwn(args, name) ? `<${name}>` : `--${name}`
      const message = `${param}: ${reason}`
      problems.push({ param, code: 'INVALID_VALUE', message, value, suggestion })
    }
    const texts = Object.entries(this.#parameters).flatMap(([name, { pattern, wanted }]) => {
      const given = [values[name]].flat().filter((value) => typeof value === 'string')
      return given.map((value) => ({ name, value, pattern, wanted }))
    })
    for (const { name, value } of texts)
      if (value.includes('\0'))
        refuse(name, value, 'no argument of a program can hold a NUL.', 'Leave out the NUL.')
    const checked = texts.flatMap(({ value, pattern, ...rest }) =>
      pattern === undefined ? [] : [{ ...rest, value, pattern, texts: [value], isWhole: true }],
    )
    const found = await matchPatterns(checked)
    for (const [index, { name, value, pattern, wanted }] of checked.entries())
      if (!found[index]?.[0] || found[index] === 'too slow') {
        const form = wanted ?? `text that matches the regular expression ${pattern}`
        refuse(name, value, `expected ${form}.`, `Give ${form}.`)
      }
    for (const { name, value } of callWords(this.#command, values).dashes)
      refuse(name, value, `${this.#program} would take '${value}' ${AS_OPTION}`, NOT_AS_OPTION)
    return problems
  }

  async run(context: WrappedContext): Promise<JsonValue> {
    const end = await this.#call(context, [])
    const { danger, effect = danger === 'destructive' ? 'deleted' : 'updated' } = this.#command
    const ended = await this.#read(context, end)
    if (danger !== 'safe')
      context.effect((await this.#isUnchanged(end)) ? 'noop' : (ended.effect ?? effect))
    return ended.data
  }

  async preview(context: WrappedContext): Promise<JsonValue> {
    const { dry_run: words, danger } = this.#command
    const { effect = danger === 'destructive' ? 'delete' : 'update' } = this.#command
    const would = `would_${effect === 'noop' ? 'run' : effect.replace(/d$/, '')}`
    const call = this.#shownCall(context, words ?? [])
    if (!words) return { effect: would, would_affect: { call: [...call] } }
    try {
      const { data } = await this.#read(context, await this.#call(context, words))
      return { effect: would, would_affect: { call: [...call], output: data } }
    } catch (error) {
      // Whoever asked for no preview must hear that a confirmation is missing, whatever the preview says.
      if (hostOf(context).isDryRun || !(error instanceof SuretyError)) throw error
      const { code, message } = error
      return { effect: would, would_affect: { call: [...call], preview_failed: { code, message } } }
    }
  }

  #line(values: CallValues, more: readonly string[]) {
    const command = { ...this.#command, call: insertWords(this.#command.call, more) }
    const { words, env } = callWords(command, values)
    return { argv: [...this.#description.program, ...words], env }
  }

  /** The words of a call without the values of secret parameters. */
  #shownCall({ args, options }: WrappedContext, more: readonly string[]): readonly string[] {
    const values = byName(this.#parameters, { ...args, ...options })
    const shown = Object.entries(values).map(([name, value]) => [
      name,
      this.#parameters[name]?.secret && value !== undefined ? '[REDACTED]' : value,
    ])
    return this.#line(Object.fromEntries(shown) as CallValues, more).argv
  }

  async #call(context: WrappedContext, more: readonly string[]): Promise<Exited> {
    await this.#guard(context)
    const values = byName(this.#parameters, { ...context.args, ...context.options })
    const { argv, env } = this.#line(values, more)
    const { stdin, danger } = this.#command
    // The program itself knows whether it needs any.
    const input = () => (hostOf(context).isStdinTty ? '' : context.stdin())
    const call = { argv, env, isSafe: danger === 'safe', ...(stdin && { input: input() }) }
    return this.#start(context, call)
  }

  /** Refuses a call that the guard of the command warns of; a guard that itself fails says nothing. */
  async #guard(context: WrappedContext): Promise<void> {
    const { guard } = this.#command
    if (!guard) return
    const argv = [...this.#description.program, ...guard.call]
    const end = await this.#start(context, { argv, env: {}, isSafe: true })
    const read = await readEnd({}, { errors: guard.errors }, end.exit, end)
    if (!read.ok && read.failure) await this.#fail(context, end, read)
  }

  async #start(
    context: WrappedContext,
    call: Pick<ProgramCall, 'argv' | 'env' | 'isSafe' | 'input'>,
  ): Promise<Exited> {
    const { argv } = call
    const end = await runProgram({
      ...this.#place,
      ...call,
      env: { ...variablesOf(this.#description), ...variablesOf(this.#command), ...call.env },
      inheritedEnv: context.processEnv,
      inherits: this.#description.inherits ?? [],
      usesNetwork: this.#command.network === true,
      signal: context.signal,
    })
    if (end.kind === 'exited') return end
    const target = argv[0]!
    if (end.kind === 'flooded')
      return context.fail('OUTPUT_TOO_LARGE', `${target} printed more than 16 MiB and was stopped.`)
    const { code, message, detail, details } = end.error
    const facts = { target, ...given({ detail, details }) }
    return context.fail(CODES[code] ?? 'PROGRAM_NOT_RUNNABLE', message, facts)
  }

  async #read(context: WrappedContext, end: Exited) {
    const { exit, stdout, stderr, hasBadText, isCut } = end
    const replaced = 'The program printed bytes that are not UTF-8; they are replaced.'
    if (hasBadText) context.warn(`OUTPUT_NOT_UTF8: ${replaced}`)
    if (end.leftBehind)
      context.warn('LEFT_BEHIND: The program left a process running that held its output open.')
    const read = await readEnd(this.#description, this.#command, exit, { stdout, stderr })
    if (!read.ok) {
      for (const warning of read.warnings) context.warn(`PATTERN_TOO_SLOW: ${warning}.`)
      return this.#fail(context, end, read)
    }
    const output = this.#output
    if (read.meaning) context.addMeta('meaning', read.meaning.success)
    const effect = read.meaning?.effect
    if (read.meaning?.data !== undefined) return { data: read.meaning.data, effect }
    const isText = !('members' in output) && (output.as === 'text' || output.as === 'none')
    if (isCut && !isText)
      return context.fail('OUTPUT_TOO_LARGE', `${this.#program} printed more than 16 MiB.`)
    if (isCut) context.warn('OUTPUT_CUT: Only the last 16 MiB of the output are shown.')
    const result = await readOutput(output, { stdout, stderr }, this.#command.list === true)
    if (!result.ok) {
      const message = `The output of ${this.#program} cannot be read: ${result.problem}.`
      const facts = { details: { program_exit: exit }, ...detailOf(stdout) }
      return context.fail('OUTPUT_UNREADABLE', message, facts)
    }
    for (const warning of result.warnings) context.warn(`OUTPUT_INEXACT: ${warning}.`)
    return { data: result.data, effect }
  }

  async #fail(
    context: WrappedContext,
    { exit, stderr, stdout }: Exited,
    { failure, message, found }: Extract<Awaited<ReturnType<typeof readEnd>>, { ok: false }>,
  ): Promise<never> {
    const { message: _used, ...facts } = found
    const shown = failure?.shows_output ? await readOutput(this.#output, { stdout, stderr }) : null
    const output = shown?.ok ? shown.data : undefined
    const details: JsonObject = { program_exit: exit, ...facts, ...given({ output }) }
    const words = message === '' ? `${this.#program} ended with exit code ${exit}` : message
    const isChange = this.#command.danger !== 'safe'
    const retryable = failure?.retryable ?? (isChange ? false : undefined)
    // As `surety run`: how far the program came is not known.
    hostOf(context).forgetPhase()
    return context.fail(failure?.code ?? 'PROGRAM_FAILED', words.replace(/(?<![.!?)])$/, '.'), {
      details,
      // An author who calls it ARG_ERROR says that nothing was changed.
      ...(failure?.exit === 'ARG_ERROR' && { phase: 'validation' as const }),
      ...detailOf(stderr.trim() === '' ? stdout : stderr, message),
      ...given({ retryable, suggestion: failure?.suggestion }),
      // As `surety run` says of the same call: it cannot succeed again, and no token of ours is concerned.
      ...(failure?.exit === 'AUTH_REQUIRED' && { recovery: 'never' as const }),
    })
  }

  async #isUnchanged({ stdout, stderr }: Exited): Promise<boolean> {
    const { unchanged } = this.#command
    if (unchanged === undefined) return false
    const [found] = await matchPatterns([{ pattern: unchanged, texts: [stdout, stderr] }])
    return found !== 'too slow' && found?.some((groups) => groups !== null) === true
  }
}

const AS_OPTION = 'as an option; no value may begin with a dash here.'
const NOT_AS_OPTION = 'Put ./ before a file name, or give the full name.'

/** Puts words behind the fixed ones at the start of a call, where every program takes options. */
function insertWords(call: readonly string[], more: readonly string[]): readonly string[] {
  const found = call.findIndex((word) => word.includes('{') || word === '--')
  const at = found < 0 ? call.length : found
  return [...call.slice(0, at), ...more, ...call.slice(at)]
}

const CODES: Readonly<Record<string, keyof typeof COMMON_ERRORS>> = {
  PROGRAM_NOT_FOUND: 'PROGRAM_NOT_FOUND',
  CRASHED: 'PROGRAM_CRASHED',
}

const MAX_DETAIL = 2000

/** The end of what was printed, where programs say why, without JSON for machines and unless the message says it. */
function detailOf(text: string, message = ''): { readonly detail?: string } {
  const lines = text.trim().split('\n')
  const words = lines.filter((line) => !/^\{.*\}$/.test(line))
  const shown = (words.length > 0 ? words : lines).slice(-10).join('\n').slice(-MAX_DETAIL)
  const isSaid = shown === message || shown.replace(/^\w+: /, '') === message
  return isSaid || shown === '' ? {} : { detail: shown }
}

/** Declares the parameters of a description; keys are in camel case, as the framework wants them. */
function toShape(parameters: Parameters, isArgument: boolean): Readonly<Record<string, AnySchema>> {
  const entries = Object.entries(parameters)
  return Object.fromEntries(entries.map(([name, one]) => [toKey(name), toSchema(one, isArgument)]))
}

function byName(parameters: Parameters, parsed: Values): Values {
  const entries = Object.keys(parameters).map((name) => {
    const value = parsed[toKey(name)]
    // A list that nobody gave is empty, and a word that names it is left out.
    return [name, Array.isArray(value) && value.length === 0 ? undefined : value]
  })
  return Object.fromEntries(entries) as Values
}

function toKey(name: string): string {
  return name.replaceAll(/-(.)/g, (_all, letter: string) => letter.toUpperCase())
}

function toSchema(parameter: WrappedParameter, isArgument: boolean): AnySchema {
  const { many, summary, secret, pattern, wanted, default: preset } = parameter
  const { required = isArgument } = parameter
  let schema = single(parameter)
  if (many) {
    const list = s.array(schema)
    schema = required ? list.min(1) : list.default([])
  } else if (preset !== undefined) schema = schema.default(preset)
  else if (parameter.type === 'boolean' && !required) schema = schema.default(false)
  else if (!required) schema = schema.optional()
  // Not a pattern of the schema, which would be tried on any input without a limit of time.
  const form = wanted ?? (pattern && `matches ${pattern}`)
  schema = schema.describe(form === undefined ? summary : `${summary} (${form})`)
  return secret ? schema.secret() : schema
}

function single({ type = 'string', values, min, max }: WrappedParameter): AnySchema {
  if (type === 'boolean') return s.boolean()
  if (type === 'integer' || type === 'number') {
    let number = type === 'integer' ? s.integer() : s.number()
    if (min !== undefined) number = number.min(min)
    if (max !== undefined) number = number.max(max)
    return number
  }
  if (values) return s.enum(values)
  return s.string().min(1)
}
