import type { InputProblem } from '../../handler/input-problem.ts'
import { validateWith, type Shape } from '../../declare/standard-schema.ts'
import { compileField, issueProblems, missingProblem } from './field.ts'
import { readText } from './scan.ts'

/** Parses and validates named texts, such as environment variables, like options; problems use the same names. */
export async function readTexts(shape: Shape, lookup: (name: string) => string | undefined) {
  const values: Record<string, unknown> = {}
  const problems: InputProblem[] = []
  const secrets: string[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const field = compileField('env', name, name, schema)
    const text = lookup(name)
    let value: unknown
    if (text !== undefined) {
      if (field.isSecret) secrets.push(text)
      const read = readText(field, text)
      problems.push(...read.problems)
      if (read.problems.length > 0) continue
      value = read.value
    }
    const result = await validateWith(schema, value)
    if (result.issues === undefined) values[name] = result.value
    else if (value === undefined) problems.push(missingProblem(field))
    else problems.push(...issueProblems(field, result.issues, text))
  }
  return { values, problems, secrets }
}
