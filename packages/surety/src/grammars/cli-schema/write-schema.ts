import type { DescribedCommand, Description, Parameter } from '../../description/index.ts'
import { commandTree, withoutEmpty, type CommandNode } from '../command-tree.ts'
import { STOW_NAME, type Stowed } from '../grammar-format.ts'
import { namesOf } from '../option-names.ts'
import { exampleLine } from '../read-values.ts'

export function writeSchema(description: Description, stow: Stowed | undefined): object {
  const { name = '', version = '0', summary, options = {}, inherits = [] } = description
  const tree = commandTree(description)
  const variables = inherits.filter((each) => !each.endsWith('*')).map((each) => ({ name: each }))
  return {
    schemaVersion: 1,
    name,
    version,
    ...withoutEmpty({
      description: summary,
      environment: variables.length > 0 ? { variables } : undefined,
      reservedMetaCommands: ['__schema'],
      globalOptions: flags(options),
      rootDefault: tree.command && handler('root', name, tree),
      ...below(name, tree),
    }),
    ...(stow && { [STOW_NAME]: stow }),
  }
}

function below(program: string, { below: nodes }: CommandNode): object {
  const leaves = nodes.filter((node) => node.below.length === 0 && node.command)
  const groups = nodes.filter((node) => !leaves.includes(node))
  return {
    commands: leaves.map((node) => ({
      name: node.word,
      ...aboutCommand(program, node),
    })),
    namespaces: groups.map((node) =>
      withoutEmpty({
        segment: node.word,
        summary: node.summary,
        defaultCommand: node.command && handler('namespace', program, node),
        ...below(program, node),
      }),
    ),
  }
}

/** The command that runs where no other is named; it has no room for its danger. */
function handler(kind: 'root' | 'namespace', program: string, node: CommandNode) {
  const { summary, examples, parameters, hidden } = aboutCommand(program, node)
  return withoutEmpty({ kind, summary, examples, parameters, hidden })
}

function aboutCommand(program: string, { path, command = {} }: CommandNode) {
  const { summary, danger, repeatable, interactive, dry_run: dryRun, hidden } = command
  const { aliases, examples = [], deprecated, args = {}, options = {} } = command
  return withoutEmpty({
    summary,
    examples: examples.map((example) => exampleLine(example, program, path)),
    parameters: [
      ...Object.entries(args).map(([name, arg]) => ({
        role: 'positional',
        name,
        ...aboutParameter(arg, arg.required !== false),
        ...(arg.many && { variadic: true }),
      })),
      ...flags(options),
      ...dryRunFlag(dryRun),
    ],
    aliases,
    hidden,
    tags: danger === undefined ? [] : [TAGS[danger]],
    deprecated: deprecation(deprecated),
    intent: withoutEmpty({
      destructive: danger === undefined ? undefined : danger === 'destructive',
      idempotent: repeatable,
      requiresConfirmation: interactive,
    }),
  })
}

const TAGS: Readonly<Record<NonNullable<DescribedCommand['danger']>, string>> = {
  safe: 'read',
  mutating: 'write',
  destructive: 'dangerous',
}

function deprecation(why: string | undefined) {
  return why === undefined ? undefined : why === 'Deprecated' ? true : { message: why }
}

function dryRunFlag(words: readonly string[] = []) {
  const [, name] = /^--([^=\s]+)$/.exec(words[0] ?? '') ?? []
  return name === undefined || words.length > 1
    ? []
    : [{ role: 'dryRun', name, type: 'boolean', required: false }]
}

function flags(options: Readonly<Record<string, Parameter>>): readonly object[] {
  return Object.entries(options).flatMap(([name, option]) => {
    const { names } = namesOf(name, option)
    const long = names.filter((each) => each.startsWith('--')).map((each) => each.slice(2))
    const [short] = names.filter((each) => /^-[^-]$/.test(each)).map((each) => each.slice(1))
    // An option with one dash and several letters cannot be said.
    const [own = short, ...aliases] = long
    if (own === undefined) return []
    return [
      {
        role: 'flag',
        name: own,
        ...(short !== undefined && { shortName: short }),
        ...aboutParameter(option, option.required === true),
        ...(option.many && { repeatable: true }),
        ...(aliases.length > 0 && { aliases }),
      },
    ]
  })
}

function aboutParameter(parameter: Parameter, required: boolean) {
  const { summary, values = [], min, max, pattern, hidden, deprecated } = parameter
  const { type = 'string', default: fallback } = parameter
  const limit = (bound: number | undefined) => (bound === undefined ? undefined : String(bound))
  return withoutEmpty({
    type: values.length > 0 ? 'enum' : type === 'count' ? 'integer' : type,
    required,
    summary,
    defaultValue: fallback === undefined || fallback === null ? undefined : String(fallback),
    enumValues: values,
    hidden,
    deprecated: deprecation(deprecated),
    validations: [
      ...(min === undefined && max === undefined
        ? []
        : [withoutEmpty({ kind: 'range', min: limit(min), max: limit(max) })]),
      ...(pattern === undefined ? [] : [{ kind: 'regex', pattern }]),
    ],
  })
}
