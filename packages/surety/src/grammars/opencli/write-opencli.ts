import type { Description, Parameter } from '../../description/index.ts'
import { commandTree, withoutEmpty, type CommandNode } from '../command-tree.ts'
import { exitText } from '../exit-texts.ts'
import { STOW_NAME, type Stowed } from '../grammar-format.ts'
import { namesOf } from '../option-names.ts'
import { exampleLine } from '../read-values.ts'

export function writeOpenCli(description: Description, stow: Stowed | undefined): object {
  const { name = '', version = '0', summary, options = {}, exits } = description
  const tree = commandTree(description)
  const { description: _text, options: _own, ...root } = about(name, tree, exits)
  return {
    opencli: '0.1',
    info: withoutEmpty({ title: name, summary, version }),
    ...withoutEmpty({
      ...root,
      options: [
        ...writeOptions(options, true),
        ...writeOptions(tree.command?.options ?? {}, false),
      ],
      commands: tree.below.map((node) => write(name, node)),
    }),
    ...(stow && { metadata: [{ name: STOW_NAME, value: stow }] }),
  }
}

function write(program: string, node: CommandNode): object {
  const { word, summary, command, below } = node
  const own = command ? about(program, node) : { description: summary }
  return withoutEmpty({
    name: word,
    ...own,
    commands: below.map((inner) => write(program, inner)),
  })
}

function about(
  program: string,
  { path, command = {} }: CommandNode,
  shared?: Description['exits'],
) {
  const { summary, args = {}, options = {}, aliases, hidden, interactive, examples = [] } = command
  const exits = { ...shared, ...command.exits }
  return withoutEmpty({
    aliases,
    options: writeOptions(options, false),
    arguments: Object.entries(args).map(([name, arg]) => writeArgument(name, arg)),
    exitCodes: Object.entries(exits).map(([code, meaning]) => ({
      code: Number(code),
      description: exitText(meaning),
    })),
    description: summary,
    hidden,
    examples: examples.map((example) => exampleLine(example, program, path)),
    interactive,
  })
}

function writeArgument(name: string, { summary, required, many, values, hidden }: Parameter) {
  const isRequired = required !== false
  return withoutEmpty({
    name,
    required: isRequired,
    arity: many ? { minimum: isRequired ? 1 : 0 } : undefined,
    acceptedValues: values,
    description: summary,
    hidden,
  })
}

function writeOptions(
  options: Readonly<Record<string, Parameter>>,
  recursive: boolean,
): readonly object[] {
  return Object.entries(options).map(([key, option]) => {
    const { names, takes } = namesOf(key, option)
    const [name, ...aliases] = names
    const { summary, required, values, value_name: valueName, many, hidden } = option
    const value = withoutEmpty({
      name: valueName ?? key.toUpperCase(),
      required: takes === 'value',
      arity: many ? { minimum: takes === 'value' ? 1 : 0 } : undefined,
      acceptedValues: values,
    })
    return withoutEmpty({
      name,
      required: required === true ? true : undefined,
      aliases,
      arguments: takes === 'none' ? [] : [value],
      description: summary,
      recursive: recursive ? true : undefined,
      hidden,
    })
  })
}
