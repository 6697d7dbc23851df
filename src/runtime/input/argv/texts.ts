import type { InputProblem } from '../../handler/input-problem.ts'
import type { Shape } from '../../declare/standard-schema.ts'
import type { Values } from './compile.ts'
import { wholeList } from './scan.ts'
import { compileField, hostility, issueProblems, missingProblem, valueProblem } from './field.ts'

/** What {@link readTexts} found. */
export interface ReadTexts {
  readonly values: Values
  readonly problems: readonly InputProblem[]
  /** Texts that were given for secrets. */
  readonly secrets: readonly string[]
}

/**
 * Reads named texts by their schemas, as a command line is read: environment variables, members of a
 * configuration file. The name of each is what problems call it.
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
      const hostile = hostility(text)
      const whole = field.isArray ? wholeList(field, text) : undefined
      const read = whole === undefined ? field.coerce(text) : ({ ok: true, value: whole } as const)
      if (hostile !== undefined || !read.ok) {
        const found = read.ok ? { code: 'INVALID_VALUE', message: hostile ?? '' } : read
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
