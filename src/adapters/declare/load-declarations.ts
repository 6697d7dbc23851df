import { readFile, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { defect, type FailureName } from '../../contract/index.ts'
import {
  explainProblems,
  failureOf,
  readDescription,
  toErrorDeclaration,
  type DescribedCommand,
  type Description,
  type Failure,
  type Parameter,
} from '../../description/index.ts'
import type {
  AdaptedCommandDeclaration,
  AdapterDeclarations,
  ErrorMatch,
  ErrorRule,
  ParameterDeclaration,
  PrintedForm,
} from './declarations.ts'

/** Returns declarations for the program of a name, read from their file if they are in one. */
export async function loadDeclarations(
  given: AdapterDeclarations | string | URL | undefined,
  name: string,
): Promise<AdapterDeclarations> {
  if (given === undefined) return {}
  if (typeof given === 'object' && !(given instanceof URL)) return given
  const path = given instanceof URL ? fileURLToPath(given) : await pathOf(given)
  return parseDeclarations(await readText(path), path, name)
}

/** A relative path starts at the folder of the program, because callers are anywhere. */
async function pathOf(path: string): Promise<string> {
  const main = process.argv[1]
  return resolve(main === undefined ? '.' : dirname(await realpath(main)), path)
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw defect(
      'DECLARATIONS_UNREADABLE',
      `the declarations cannot be read: ${(error as Error).message}`,
    )
  }
}

/** Reads the description of a program as declarations; throws with the places of all mistakes. */
export async function parseDeclarations(
  text: string,
  path: string,
  name: string,
): Promise<AdapterDeclarations> {
  const read = await readDescription<Description & { readonly dialect?: string }>(text, {
    reader: 'adapted',
  })
  if (!read.ok)
    throw defect('DECLARATIONS_INVALID', `${path} is invalid\n${explainProblems(read.problems)}`)
  const { summary, requires_command, env_prefix, commands, examples, ...rest } = read.description
  const { version, dialect, output, redirects, timeout_seconds } = rest
  const tool = rest.name ?? name
  return given({
    name: rest.name,
    version,
    dialect,
    output,
    redirects,
    description: summary,
    requiresCommand: requires_command,
    envPrefix: env_prefix,
    timeoutMs: inMilliseconds(timeout_seconds),
    examples: toExamples(examples, tool),
    ...toFailures(read.description),
    commands:
      commands &&
      Object.fromEntries(
        Object.entries(commands).map(([words, command]) => [
          words,
          toCommand(command, `${tool} ${words}`.trim()),
        ]),
      ),
  })
}

function toCommand(command: DescribedCommand, call: string): AdaptedCommandDeclaration {
  const { summary, danger, effect, schema, type, types, list, cacheable, interactive } = command
  const { scopes, hidden, deprecated, mcp, output, next_steps, args = {}, options = {} } = command
  const parameters = Object.entries({ ...args, ...options })
  return given({
    danger,
    effect,
    schema,
    type,
    types,
    list,
    cacheable,
    interactive,
    scopes,
    hidden,
    deprecated,
    mcp,
    description: summary,
    // The schema lets an adapter read one stream in one of these forms.
    output: (output as { readonly as: PrintedForm } | undefined)?.as,
    timeoutMs: inMilliseconds(command.timeout_seconds),
    examples: toExamples(command.examples, call),
    nextSteps: next_steps?.map((step) => ({ description: step.summary, command: step.command })),
    parameters:
      parameters.length === 0
        ? undefined
        : Object.fromEntries(parameters.map(([name, each]) => [name, toParameter(each)])),
    ...toFailures(command),
  })
}

function toParameter({ type, many, values, summary, ...facts }: Parameter): ParameterDeclaration {
  return given({
    type: many ? 'list' : type === 'integer' ? 'number' : type,
    choices: values,
    description: summary,
    secret: facts.secret,
    required: facts.required,
  })
}

/** Rules by their codes; several of one code are one that matches whatever any of them matches. */
function toFailures({
  errors = [],
  exits = {},
}: Pick<Description, 'errors' | 'exits'>): Pick<AdapterDeclarations, 'errors' | 'exits'> {
  const rules = new Map<string, ErrorRule>()
  const add = (failure: Failure, when: ErrorMatch): void => {
    const earlier = rules.get(failure.code)
    const matches = (earlier?.when ?? []) as readonly ErrorMatch[]
    rules.set(failure.code, {
      ...toErrorDeclaration(failure),
      ...earlier,
      when: [...matches, when],
    })
  }
  const byNumber: Record<number, FailureName> = {}
  for (const rule of errors)
    add(rule, (rule.when as ErrorMatch | undefined) ?? { class: rule.code })
  for (const [number, meaning] of Object.entries(exits)) {
    if (typeof meaning === 'string') byNumber[Number(number)] = meaning as FailureName
    else add(failureOf(meaning)!, { exit: Number(number) })
  }
  return given({
    errors: rules.size === 0 ? undefined : Object.fromEntries(rules),
    exits: Object.keys(byNumber).length === 0 ? undefined : byNumber,
  })
}

function toExamples(examples: DescribedCommand['examples'], call: string) {
  return examples?.map(({ summary, words }) => ({
    description: summary,
    command: `${call} ${words}`.trim(),
  }))
}

function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.ceil(seconds * 1000)
}

/** Leaves out what is not given. */
function given<Members extends object>(
  members: Members,
): { [Key in keyof Members]: Exclude<Members[Key], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as never
}
