import { choicesIn } from '@surety/internal/json-schema/choices.ts'
import { mainType } from '@surety/internal/json-schema/main-type.ts'
import { inputJsonSchema, type JsonSchema } from '../../schema/index.ts'
import { flagName } from '../declare/framework-flag.ts'
import { createPrompts, type Prompts } from '../human/interactive/prompts.ts'
import type { Finding } from '../line/values.ts'
import { withOptions } from '../run/reissued-command-line.ts'
import { learnSecret, whileAsking, type Run } from '../run/run-state.ts'

/** Asks for missing values and adds the answers to the line as options: they are checked like all others. */
export async function withAnswers(
  run: Run,
  argv: readonly string[],
  missing: readonly Finding[],
): Promise<readonly string[]> {
  const prompts = createPrompts({
    input: process.stdin,
    output: process.stderr,
    isTty: true,
    signal: run.signal,
    whileAsking: (wait) => whileAsking(run, wait),
  })
  const answers: string[] = []
  for (const finding of missing) {
    if (finding.kind !== 'missing') continue
    const { key, schema } = finding.param
    const json = inputJsonSchema(schema)
    const answer = await ask(prompts, key, json)
    if (json['x-secret'] === true) learnSecret(run, answer)
    answers.push(`--${flagName(key)}=${answer}`)
  }
  return withOptions(argv, answers)
}

async function ask(prompts: Prompts, key: string, json: JsonSchema): Promise<string> {
  const { description } = json
  const message = typeof description === 'string' ? description : flagName(key)
  const choices = choicesIn(json)?.map(String)
  if (choices) return prompts.select(message, choices)
  if (mainType(json) === 'boolean') return String(await prompts.confirm(message))
  return json['x-secret'] === true ? prompts.password(message) : prompts.text(message)
}
