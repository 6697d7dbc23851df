import type { InputProblem } from '../../handler/input-problem.ts'
import type { Shape } from '../../declare/standard-schema.ts'
import type { Values } from './compile.ts'
import { parseJsonList } from './scan.ts'
import {
  compileField,
  findUnusableText,
  issueProblems,
  missingProblem,
  valueProblem,
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
      const unusable = findUnusableText(text)
      const whole = field.isArray ? parseJsonList(field, text) : undefined
      const read = whole === undefined ? field.coerce(text) : ({ ok: true, value: whole } as const)
      if (unusable !== undefined || !read.ok) {
        const found = read.ok ? { code: 'INVALID_VALUE', message: unusable ?? '' } : read
        problems.push(valueProblem(field, name, found, text))
        continue
      }
      value = field.isArray ? (whole ?? [read.value]) : read.value
    }
    const result = await schema['~standard'].validate(value)
    if (result.issues === undefined) values[name] = result.value
    else if (value === undefined) problems.push(missingProblem(field))
    else problems.push(...issueProblems(field, result.issues, text))
  }
  return { values, problems, secrets }
}
