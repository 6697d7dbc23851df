import type { Description, ExitMeaning, Parameter } from '../../description/index.ts'
import { commandTree, withoutEmpty, type CommandNode } from '../command-tree.ts'
import { exitText } from '../exit-texts.ts'
import { namesOf } from '../option-names.ts'
import { exampleLine } from '../read-values.ts'

/** Writes the lean form of the manifest. A danger that nobody stated is written as a change. */
export function writeManifest(description: Description): object {
  const { name = '', version = '0', summary, options = {}, exits = {} } = description
  const entries: [string, object][] = []
  const collect = (node: CommandNode): void => {
    const { path, below } = node
    const key = path.join('.')
    if (node.command) entries.push([key || name, writeCommand(name, node, exits)])
    else if (path.length > 0)
      entries.push([
        key,
        withoutEmpty({
          description: node.summary ?? key,
          danger_level: 'safe',
          subcommands: below.map((inner) => inner.path.join('.')),
        }),
      ])
    below.forEach(collect)
  }
  collect(commandTree(description))
  return {
    schema_version: '1.1',
    framework_version: version,
    name,
    etag: version,
    ...withoutEmpty({ description: summary, flags: writeFlags(options) }),
    commands: Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function writeCommand(
  program: string,
  { path, command = {} }: CommandNode,
  shared: Readonly<Record<string, ExitMeaning>>,
) {
  const { summary, danger = 'mutating', args = {}, options = {}, dry_run: dryRun } = command
  const { aliases, examples = [], schema, repeatable, deprecated } = command
  const exits = Object.entries({ ...shared, ...command.exits })
  return withoutEmpty({
    description: summary ?? path.join(' '),
    danger_level: danger,
    aliases,
    arguments: Object.keys(args),
    flags: {
      ...Object.fromEntries(
        Object.entries(args).map(([key, arg]) => [
          key,
          writeParameter(arg, arg.required !== false),
        ]),
      ),
      ...writeFlags(options),
      ...(dryRun?.join(' ') === '--dry-run' && {
        'dry-run': { type: 'boolean', description: 'Shows what would change' },
      }),
    },
    exit_codes: Object.fromEntries(
      exits.map(([code, meaning]) => [code, writeExit(code, meaning)]),
    ),
    output_schema: typeof schema === 'object' ? schema : undefined,
    idempotent: repeatable === true ? true : undefined,
    deprecated,
    examples: examples.map((example) => ({
      description: example.summary,
      command: exampleLine(example, program, path),
    })),
  })
}

function writeExit(code: string, meaning: ExitMeaning) {
  const name = typeof meaning === 'string' ? meaning : 'code' in meaning ? meaning.code : 'SUCCESS'
  return {
    name,
    description: exitText(meaning),
    retryable: false,
    side_effects: code === '0' ? 'complete' : 'partial',
  }
}

function writeFlags(options: Readonly<Record<string, Parameter>>) {
  const entries = Object.entries(options).flatMap(([key, option]) => {
    const { names } = namesOf(key, option)
    const long = names.find((each) => each.startsWith('--'))?.slice(2)
    const short = names.find((each) => /^-[^-]$/.test(each))?.slice(1)
    // A flag without a long name cannot be said.
    if (long === undefined) return []
    const flag = { ...writeParameter(option, option.required === true), ...(short && { short }) }
    return [[long, flag] as const]
  })
  return Object.fromEntries(entries)
}

function writeParameter(parameter: Parameter, required: boolean) {
  const { summary = '', type = 'string', values = [], many, default: fallback, secret } = parameter
  const plain = values.length > 0 ? 'enum' : type === 'count' ? 'integer' : type
  return {
    type: many ? 'array' : plain,
    description: summary,
    ...withoutEmpty({
      required: required ? true : undefined,
      enum_values: values,
      default: fallback,
      items: many && plain !== 'string' ? { type: plain } : undefined,
      secret: secret === true ? true : undefined,
    }),
  }
}
