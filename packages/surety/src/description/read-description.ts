import descriptionSchema from '../../schemas/description.json' with { type: 'json' }
import { suretyError, SuretyError, type FailureName } from '../contract/index.ts'
import { closest } from '@surety/internal/closest.ts'
import { checkValue } from '@surety/internal/json-schema/check-value.ts'
import { findInexactness } from '@surety/internal/json/json-exactness.ts'
import { fromPointer } from '@surety/internal/json/json-values.ts'
import { readYaml } from '@surety/internal/yaml-text.ts'
import { commonProblems, type Problem } from './common-problems.ts'
import type { Description } from './description-types.ts'

/** Who reads a description; a definition of the schema says what each needs and cannot read. */
export type Reader = 'wrapped' | 'adapted' | 'checked' | 'described' | 'known'

export type ReadDescription<Read> =
  | { readonly ok: true; readonly description: Read }
  | { readonly ok: false; readonly problems: readonly Problem[] }

export interface Reading<Read extends Description> {
  readonly reader: Reader
  /** Finds further mistakes in a description whose shape is right. */
  readonly rules?: (description: Read) => readonly Problem[]
  /** Another form that is read as well, with where a place of a description is in it. */
  readonly otherForm?: {
    readonly toDescription: (value: unknown) => unknown
    readonly toPlace: (pointer: string) => string
  }
}

/** Reads a description from JSON or YAML. Never throws. */
export async function readDescription<Read extends Description>(
  text: string,
  { reader, rules = () => [], otherForm }: Reading<Read>,
): Promise<ReadDescription<Read>> {
  let value: unknown
  try {
    value = await parseText(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0]! : String(cause)
    const message = `is neither JSON nor YAML: ${reason}`
    return { ok: false, problems: [{ pointer: '', message }] }
  }
  const other = otherForm?.toDescription(value)
  const description = (other ?? value) as Read
  const needs = { allOf: [{ $ref: `#/definitions/${reader}` }] }
  const shape = shapeProblems({ ...descriptionSchema, ...needs }, description)
  const problems =
    shape.length > 0 ? shape : [...commonProblems(description), ...rules(description)]
  if (problems.length === 0) return { ok: true, description }
  const toPlace = other === undefined ? (pointer: string) => pointer : otherForm!.toPlace
  const shown = problems.map(({ pointer, message }) => ({ pointer: toPlace(pointer), message }))
  return { ok: false, problems: shown }
}

/** How a kind of files is called, and what a mistake in one is. */
export interface FileKind<Read extends Description> extends Reading<Read> {
  readonly noun: string
  readonly code?: readonly [code: string, exit: FailureName]
  /** Takes the description out of a text that holds more. */
  readonly within?: (text: string) => string
  /** Says what exists if there is no such file. */
  readonly suggestion?: () => Promise<string>
}

/** Reads the file of a description; throws an error with all of its mistakes. */
export async function loadDescription<Read extends Description>(
  path: string,
  kind: FileKind<Read>,
  shown = path,
): Promise<Read> {
  const { noun, within = (text: string) => text, suggestion } = kind
  const facts = { phase: 'validation', target: shown, retryable: false } as const
  let text: string
  try {
    const { readFile } = await import('node:fs/promises')
    text = await readFile(path, 'utf8')
  } catch (cause) {
    const known = { ...facts, cause }
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT')
      throw suretyError('FILE_UNREADABLE', `The ${noun} ${shown} cannot be read.`, known)
    const hint = suggestion && { suggestion: await suggestion() }
    throw suretyError('FILE_NOT_FOUND', `There is no ${noun} ${shown}.`, { ...known, ...hint })
  }
  const read = await readDescription(within(text), kind)
  if (read.ok) return read.description
  const [code, exit] = kind.code ?? ['CONFIG_UNREADABLE', 'PRECONDITION']
  const problems = read.problems.map((problem) => ({ ...problem }))
  const message = `The ${noun} ${shown} is invalid.\n${explainProblems(problems)}`
  throw new SuretyError(code, exit, message, { ...facts, details: { problems } })
}

export function explainProblems(problems: readonly Problem[]): string {
  return problems.map(({ pointer, message }) => `${pointer || '(top)'}: ${message}`).join('\n')
}

export function sectionProblems(section: 'dialect', value: unknown): readonly Problem[] {
  const { definitions } = descriptionSchema
  return shapeProblems({ definitions, ...definitions[section] }, value)
}

/** Reads JSON without the parser of YAML, which takes longer than everything else at the start of a call. */
async function parseText(text: string): Promise<unknown> {
  if (!text.trimStart().startsWith('{')) return readYaml(text)
  const value: unknown = JSON.parse(text)
  if (findInexactness(text, value)?.kind === 'repeated_member')
    throw new SyntaxError('An object has a member twice')
  return value
}

function shapeProblems(schema: object, value: unknown): readonly Problem[] {
  return checkValue(schema, value).map(({ pointer, message, known }) => {
    if (known === undefined) return { pointer, message }
    const near = closest(fromPointer(pointer).at(-1) ?? '', known)
    const fix = near === undefined ? 'remove it' : `did you mean ${near}?`
    return { pointer, message: `${message}; ${fix}` }
  })
}

/** Writes a text so that YAML reads it as this text: plain where it can be, else quoted as JSON. */
export function yamlWord(text: string): string {
  return /^[A-Za-z./-][\w./ ()-]*(?<! )$/.test(text) && !MEANINGFUL.test(text)
    ? text
    : JSON.stringify(text)
}

const MEANINGFUL =
  /^(?:-|-{3}|\.{1,3}|- .*|true|false|null|yes|no|on|off|y|n|~|[-.]*(?:\d.*|inf|nan))$/i
