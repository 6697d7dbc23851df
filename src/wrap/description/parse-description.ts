import { isJsonObject, type JsonObject } from '../../contract/index.ts'
import { validateDocument, type DocumentProblem } from '../../dialects/index.ts'
import { closest } from '../../internal/closest.ts'
import { findInexactness } from '../../internal/json/json-exactness.ts'
import { fromPointer } from '../../internal/json/json-pointer.ts'
import { readYaml } from '../../internal/yaml-text.ts'
import { descriptionProblems } from './description-problems.ts'
import { wrapSchema } from './description-schema.ts'
import type { WrapDescription } from './description.ts'

/** A description, or all of its mistakes. */
export type ParsedDescription =
  | { readonly ok: true; readonly description: WrapDescription }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

/** Reads a description from JSON or YAML. Never throws. */
export async function parseDescription(text: string): Promise<ParsedDescription> {
  let document: unknown
  try {
    document = await parseText(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0]! : String(cause)
    return refuse([{ pointer: '', message: `it is neither JSON nor YAML: ${reason}` }])
  }
  if (!isJsonObject(document)) return refuse([{ pointer: '', message: 'it must be an object' }])
  const shape = validateDocument({ schema: wrapSchema }, document).map(withFix)
  if (shape.length > 0) return refuse(shape)
  const description = document as unknown as WrapDescription
  const problems = descriptionProblems(description)
  return problems.length > 0 ? refuse(problems) : { ok: true, description }
}

/** Reads JSON without the parser of YAML, which takes longer than everything else at the start of a call. */
async function parseText(text: string): Promise<unknown> {
  if (!text.trimStart().startsWith('{')) return readYaml(text)
  const value: unknown = JSON.parse(text)
  if (findInexactness(text, value)?.kind === 'repeated_member')
    throw new SyntaxError('An object has a member twice')
  return value
}

function refuse(problems: readonly DocumentProblem[]): ParsedDescription {
  return { ok: false, problems }
}

/** Names the member that an unknown one was probably meant to be. */
function withFix(problem: DocumentProblem): DocumentProblem {
  if (problem.message !== 'there is no such member') return problem
  const parts = fromPointer(problem.pointer)
  const near = closest(parts.at(-1) ?? '', [...membersAt(wrapSchema, parts.slice(0, -1))])
  const fix = near === undefined ? 'remove it' : `did you mean ${near}?`
  return { ...problem, message: `there is no such member; ${fix}` }
}

/** Lists the members that the schema allows at a place. */
function membersAt(schema: unknown, parts: readonly string[]): readonly string[] {
  if (!isJsonObject(schema)) return []
  const choices = schema['anyOf']
  if (Array.isArray(choices)) return choices.flatMap((choice) => membersAt(choice, parts))
  const [part, ...rest] = parts
  const { properties, additionalProperties, items } = schema as Readonly<Record<string, JsonObject>>
  if (part === undefined) return Object.keys(properties ?? {})
  const own = properties && Object.hasOwn(properties, part) ? properties[part] : undefined
  return membersAt(own ?? items ?? additionalProperties, rest)
}
