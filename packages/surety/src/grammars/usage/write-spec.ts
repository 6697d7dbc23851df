import type { Description, Parameter } from '../../description/index.ts'
import type { KdlNode, KdlValue } from '@surety/internal/kdl-text.ts'
import { commandTree, type CommandNode } from '../command-tree.ts'
import { namesOf } from '../option-names.ts'
import { exampleLine } from '../read-values.ts'

export function writeSpec(description: Description): readonly KdlNode[] {
  const { name = '', version, summary, options = {} } = description
  const tree = commandTree(description)
  return [
    node('name', [name]),
    node('bin', [name]),
    ...(version === undefined ? [] : [node('version', [version])]),
    ...(summary === undefined ? [] : [node('about', [summary])]),
    ...Object.entries(options).map(([key, option]) => writeFlag(key, option, true)),
    ...writeParts(name, tree),
  ]
}

function node(
  name: string,
  values: readonly KdlValue[],
  props: Readonly<Record<string, KdlValue | undefined>> = {},
  below: readonly KdlNode[] = [],
): KdlNode {
  const set = Object.entries(props).filter(([, value]) => value !== undefined)
  return { name, values, props: Object.fromEntries(set) as Record<string, KdlValue>, below }
}

/** What the dangers of descriptions are called in usage. */
const EFFECTS = { safe: 'read', mutating: 'write', destructive: 'destructive' } as const

function writeParts(
  program: string,
  { path, command = {}, below }: CommandNode,
): readonly KdlNode[] {
  const { args = {}, options = {}, aliases = [], examples = [] } = command
  return [
    ...(aliases.length > 0 ? [node('alias', aliases)] : []),
    ...Object.entries(options).map(([key, option]) => writeFlag(key, option, false)),
    ...Object.entries(args).map(([key, arg]) => writeArg(key, arg)),
    ...examples.map((example) =>
      node('example', [exampleLine(example, program, path)], { header: example.summary }),
    ),
    ...below.map((inner) => writeCommand(program, inner)),
  ]
}

function writeCommand(program: string, inner: CommandNode): KdlNode {
  const { word, summary, command, below } = inner
  const { danger, hidden, deprecated } = command ?? {}
  return node(
    'cmd',
    [word],
    {
      help: command?.summary ?? summary,
      subcommand_required: below.length > 0 && command === undefined ? true : undefined,
      effect: danger && EFFECTS[danger],
      hide: hidden === true ? true : undefined,
      deprecated,
    },
    writeParts(program, inner),
  )
}

function writeFlag(key: string, option: Parameter, isGlobal: boolean): KdlNode {
  const { names, takes } = namesOf(key, option)
  const { type, many, required, value_name: valueName } = option
  const value = takes === 'none' ? [] : [`<${plain(valueName ?? key)}>`]
  const short = names.filter((name) => !name.startsWith('--'))
  const long = names.filter((name) => name.startsWith('--'))
  return node(
    'flag',
    [[...short, ...long, ...value].join(' ')],
    {
      ...aboutParameter(option),
      count: type === 'count' ? true : undefined,
      var: many === true ? true : undefined,
      required: required === true ? true : undefined,
      value_optional: takes === 'perhaps' ? true : undefined,
      global: isGlobal ? true : undefined,
    },
    choices(option),
  )
}

function writeArg(key: string, arg: Parameter): KdlNode {
  const name = plain(key)
  const text = arg.required === false ? `[${name}]` : `<${name}>`
  return node('arg', [arg.many ? `${text}...` : text], aboutParameter(arg), choices(arg))
}

/** A name in brackets must not end them. */
function plain(name: string): string {
  return name.replaceAll(/[<>[\]]/g, '')
}

function choices({ values = [] }: Parameter): readonly KdlNode[] {
  return values.length > 0 ? [node('choices', values)] : []
}

function aboutParameter({ summary, default: fallback, danger, hidden, deprecated }: Parameter) {
  return {
    help: summary,
    default: fallback,
    effect: danger && EFFECTS[danger],
    hide: hidden === true ? true : undefined,
    deprecated,
  }
}
