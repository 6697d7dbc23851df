import { resolve } from 'node:path'

import { isJsonObject, parseJson } from '../../contract/index.ts'
import { findParameter, problemInNames } from '@surety/internal/argument-names.ts'
import { toStrictJson } from '@surety/internal/json/lenient-json.ts'
import { mainType } from '@surety/internal/json-schema/main-type.ts'
import { textIn } from '@surety/internal/own-folder.ts'
import type { Command } from '../declare/command.ts'
import { secretOptions } from '../declare/framework-flags.ts'
import { flagName } from '../declare/flag-name.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { refusedValue } from '../run/errors/input-error.ts'
import type { Run } from '../run/run-state.ts'
import type { ArgvParser } from './argv/compile.ts'
import type { Field } from './argv/field.ts'

/** Rewrites payloads, secrets by name and almost-JSON to words, which the parser checks like those of any other call. */
export async function rewriteInput(
  run: Run,
  command: Command,
  parser: ArgvParser,
  typed: readonly string[],
) {
  const problems: InputProblem[] = []
  const argv = await withPipedIds(run, command, parser, typed)
  const given = parser.parse(argv).scanned.mentions.map(({ slot, text }) => ({
    field: parser.fields[slot]!,
    text,
  }))
  const words = lenientWords(argv, given, problems)
  const added = [
    ...payloadWords(parser, given, problems),
    ...secretWords(run, command, given, problems),
  ]
  if (added.length === 0) return { words, problems }
  const { withOptions } = await import('../run/reissued-command-line.ts')
  return { words: withOptions(words, added), problems }
}

const MAX_PIPED_BYTES = 1024 * 1024

/** Puts the identifiers on stdin in the place of a lone dash, where the command takes them from there. */
async function withPipedIds(
  run: Run,
  { declaration: { pipes } }: Command,
  parser: ArgvParser,
  argv: readonly string[],
): Promise<readonly string[]> {
  const { world } = run
  if (pipes === undefined) return argv
  const field = parser.fields.find(({ set, key }) => set !== 'flags' && key === pipes)
  const dashes = parser.parse(argv).scanned.mentions.filter(({ text }) => text === '-')
  const isOwn = ({ slot }: { readonly slot: number }) => parser.fields[slot] === field
  // A lone dash that belongs to no option is an argument.
  const isGiven =
    field?.set === 'args' ? dashes.length === 0 && argv.includes('-') : dashes.some(isOwn)
  if (!field || !isGiven) return argv
  const { param, isArray } = field
  const bytes = world.isStdinTty ? '' : await world.readStdin(MAX_PIPED_BYTES)
  const ids = Buffer.from(bytes).toString('utf8').split(/\r?\n/).filter(Boolean)
  const [first, ...others] = ids
  if (first === undefined)
    throw refusedValue(run, param, `${param} is -, and stdin holds nothing.`, {
      code: 'EMPTY_STDIN',
    })
  if (others.length > 0 && !isArray)
    throw refusedValue(run, param, `${param} takes one value; stdin has more.`)
  const at = argv.findIndex((word) => word === '-' || word.endsWith('=-'))
  const word = argv[at]!.slice(0, -1) + first
  const added = field.set === 'args' ? others : others.map((id) => `--${flagName(pipes)}=${id}`)
  return [...argv.slice(0, at), word, ...added, ...argv.slice(at + 1)]
}

interface Mention {
  readonly field: Field
  readonly text: string
}

/** Normalises lenient JSON; what is beyond repair is answered with the nearest JSON. */
function lenientWords(
  argv: readonly string[],
  given: readonly Mention[],
  problems: InputProblem[],
): string[] {
  const words = [...argv]
  for (const { field, text } of given) {
    if (field.set === 'flags' ? field.key !== 'rawPayload' : !takesJson(field)) continue
    if (parseJson(text) !== undefined || !/^\s*[[{/]/.test(text)) continue
    const strict = toStrictJson(text)
    if (strict === undefined) problems.push(unreadable(field, text))
    const at = words.findIndex((word) => word === text || word.endsWith(`=${text}`))
    const shown = strict ?? toStrictJson(text, true) ?? '{}'
    if (at >= 0) words[at] = words[at]!.slice(0, -text.length) + shown
  }
  return words
}

function takesJson({ json, isArray }: Field): boolean {
  return isArray || mainType(json) === 'object' || json['x-kind'] === 'json'
}

function unreadable({ param, isSecret }: Field, text: string): InputProblem {
  const nearest = isSecret ? undefined : toStrictJson(text, true)
  const problem = { param, code: 'INVALID_JSON', message: `${param} is not JSON.` }
  if (nearest === undefined) return problem
  return { ...problem, corrected_input: nearest, suggestion: `Write ${param} '${nearest}'.` }
}

/** Spells a payload as the options that it replaces, so that the same schemas check it. */
function payloadWords(
  { fields }: ArgvParser,
  given: readonly Mention[],
  problems: InputProblem[],
): readonly string[] {
  const param = '--raw-payload'
  const mention = given.findLast(({ field }) => field.set === 'flags' && field.key === 'rawPayload')
  if (!mention) return []
  const refuse = (message: string, code = 'INVALID_VALUE') => {
    problems.push({ param, code, message })
    return []
  }
  const beside = given.filter(({ field }) => field.set === 'options' || field.set === 'args')
  if (beside.length > 0) {
    const names = [...new Set(beside.map(({ field }) => field.param))].join(', ')
    return refuse(`${param} replaces the options of the command; leave out ${names}.`)
  }
  const strict = toStrictJson(mention.text)
  // Lenient JSON is reported already.
  if (strict === undefined && /^\s*[[{/]/.test(mention.text)) return []
  const payload = parseJson(strict ?? '')
  if (!isJsonObject(payload)) return refuse(`${param} needs a JSON object.`, 'INVALID_JSON')
  const names = problemInNames(payload)
  if (names !== null) return refuse(names)
  const own = fields
    .filter(({ set }) => set === 'options' || set === 'args')
    .map(({ key }) => ({ name: flagName(key) }))
  return Object.entries(payload).flatMap(([key, value]) => {
    const found = findParameter(key, own)
    if (!found) return refuse(`The command has no '${key.slice(0, 100)}'.`, 'UNKNOWN_FLAG')
    if (value === null) return []
    return [`--${found.name}=${typeof value === 'string' ? value : JSON.stringify(value)}`]
  })
}

/** Reads secrets that the caller gives by the name of a variable or a file, and refuses those that are typed. */
function secretWords(
  { cli, world }: Run,
  { declaration }: Command,
  given: readonly Mention[],
  problems: InputProblem[],
): readonly string[] {
  return secretOptions(cli.declaration, declaration).flatMap((key) => {
    const name = flagName(key)
    if (given.some(({ field }) => field.key === key && field.set !== 'flags')) {
      const message = `Others can see what is typed; use --${name}-from-env or --${name}-from-file.`
      problems.push({ param: `--${name}`, code: 'SECRET_IN_ARGUMENTS', message })
      return []
    }
    const from = (suffix: string) =>
      given.findLast(({ field }) => field.set === 'flags' && field.key === `${key}${suffix}`)?.text
    const [variable, file] = [from('FromEnv'), from('FromFile')]
    if (variable === undefined && file === undefined) return []
    const value =
      variable === undefined
        ? textIn(resolve(world.cwd, file!))?.replace(/\r?\n$/, '')
        : world.env[variable]
    if (value) return [`--${name}=${value}`]
    const param = `--${name}-from-${variable === undefined ? 'file' : 'env'}`
    const message = `${param}: ${variable === undefined ? `the file ${file}` : `the variable ${variable}`} holds no value.`
    problems.push({ param, code: 'INVALID_VALUE', message, value: variable ?? file! })
    return []
  })
}
