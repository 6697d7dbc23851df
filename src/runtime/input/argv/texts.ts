import type { InputProblem } from '../../handler/input-problem.ts'
import type { Shape } from '../../declare/standard-schema.ts'
import type { Values } from './compile.ts'
import { itemsOf, parseJsonList } from './scan.ts'
import {
  compileField,
  findUnusableText,
  issueProblems,
  missingProblem,
  valueProblem,
  type Field,
} from './field.ts'

/** The result of {@link readTexts}. */
export interface ReadTexts {
  readonly values: Values
  readonly problems: readonly InputProblem[]
  /** The texts of secret parameters. */
  readonly secrets: readonly string[]
}

/**
 * Parses and validates named texts like options of a command line: environment variables, members of
 * a configuration file. Problems use the same names.
 */
export async function readTexts(
  shape: Shape,
  lookup: (name: string) => string | undefined,
): Promise<ReadTexts> {
  const values: Record<string, unknown> = {}
  const problems: InputProblem[] = []
  const secrets: string[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const field = compileField(name, name, schema)
    const text = lookup(name)
    let value: unknown
    if (text !== undefined) {
      if (field.isSecret) secrets.push(text)
      const read = readText(field, text)
      if (read.problems) {
        problems.push(...read.problems)
        continue
      }
      value = read.value
    }
    const result = await schema['~standard'].validate(value)
    if (result.issues === undefined) values[name] = result.value
    else if (value === undefined) problems.push(missingProblem(field))
    else problems.push(...issueProblems(field, result.issues, text))
  }
  return { values, problems, secrets }
}

/** Reads a text as the value of a field, before its schema checks it. */
export function readText(
  field: Field,
  text: string,
): { readonly value: unknown; readonly problems?: undefined } | Refused {
  const unusable = findUnusableText(text)
  if (unusable !== undefined)
    return refuse(field, [{ code: 'INVALID_VALUE', message: unusable }], text)
  const whole = field.isArray ? parseJsonList(field, text) : undefined
  if (whole !== undefined) return { value: whole }
  const items = itemsOf(field, text).map((item) => field.coerce(item))
  const failures = items.filter((item) => !item.ok)
  if (failures.length > 0) return refuse(field, failures, text)
  const values = items.map((item) => (item.ok ? item.value : undefined))
  return { value: field.isArray ? values : values[0] }
}

interface Refused {
  readonly problems: readonly InputProblem[]
}

function refuse(
  field: Field,
  found: readonly Parameters<typeof valueProblem>[2][],
  text: string,
): Refused {
  return { problems: found.map((each) => valueProblem(field, field.param, each, text)) }
}
