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
import { given } from '@surety/internal/given.ts'
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
  declared: AdapterDeclarations | string | URL | undefined,
  name: string,
): Promise<AdapterDeclarations> {
  if (declared === undefined) return {}
  if (typeof declared === 'object' && !(declared instanceof URL)) return declared
  const path = declared instanceof URL ? fileURLToPath(declared) : await pathOf(declared)
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw defect('DECLARATIONS_UNREADABLE', `the declarations cannot be read: ${error.message}`)
  })
  return parseDeclarations(text, path, name)
}

/** A relative path starts at the folder of the program, because callers are anywhere. */
async function pathOf(path: string): Promise<string> {
  const main = process.argv[1]
  return resolve(main === undefined ? '.' : dirname(await realpath(main)), path)
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
  const { name: own, version, dialect, output, redirects, commands } = read.description
  const tool = own ?? name
  return given({
    ...shared(read.description, tool),
    name: own,
    version,
    dialect,
    output,
    redirects,
    requiresCommand: read.description.requires_command,
    envPrefix: read.description.env_prefix,
    commands:
      commands &&
      mapValues(commands, (command, words) => toCommand(command, `${tool} ${words}`.trim())),
  })
}

function toCommand(command: DescribedCommand, call: string): AdaptedCommandDeclaration {
  const { summary: _summary, timeout_seconds: _limit, args, options, ...rest } = command
  const { output, next_steps: steps, ...kept } = rest
  const parameters = mapValues({ ...args, ...options }, toParameter)
  return given({
    // The schema refuses the members that only other readers know.
    ...(kept as object),
    ...shared(command, call),
    // The schema lets an adapter read one stream in one of these forms.
    output: (output as { readonly as: PrintedForm } | undefined)?.as,
    nextSteps: steps?.map((step) => ({ description: step.summary, command: step.command })),
    parameters: Object.keys(parameters).length === 0 ? undefined : parameters,
  })
}

function shared(described: Description | DescribedCommand, call: string) {
  const { summary, timeout_seconds: seconds, examples } = described
  return {
    ...toFailures(described),
    description: summary,
    timeoutMs: seconds === undefined ? undefined : Math.ceil(seconds * 1000),
    examples: examples?.map((example) => ({
      description: example.summary,
      command: `${call} ${example.words}`.trim(),
    })),
  }
}

function toParameter({ type, many, values, summary, ...facts }: Parameter): ParameterDeclaration {
  const kind: ParameterDeclaration['type'] = many ? 'list' : type === 'integer' ? 'number' : type
  return given({
    type: kind,
    choices: values,
    description: summary,
    secret: facts.secret,
    required: facts.required,
  })
}

/** Rules by their codes; several of one code are one that matches whatever any of them matches. */
function toFailures({ errors = [], exits = {} }: Pick<Description, 'errors' | 'exits'>) {
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
  return {
    errors: rules.size === 0 ? undefined : Object.fromEntries(rules),
    exits: Object.keys(byNumber).length === 0 ? undefined : byNumber,
  }
}

function mapValues<From, To>(
  members: Readonly<Record<string, From>>,
  convert: (member: From, name: string) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, convert(member, name)]),
  )
}
