import type { Description, Parameter } from '../../description/index.ts'
import { commandTree, withoutEmpty, type CommandNode } from '../command-tree.ts'
import { STOW_NAME, type Stowed } from '../grammar-format.ts'
import { namesOf } from '../option-names.ts'

export function writeIntrospection(description: Description, stow: Stowed | undefined): object {
  const { name = '', version, summary, options = {} } = description
  const tree = commandTree(description)
  return {
    mediaType: 'application/vnd.uapi-group.cli-introspection',
    commands: [
      {
        type: 'command',
        id: name,
        names: [name],
        ...withoutEmpty({
          versions: version === undefined ? [] : [version],
          abstract: summary === undefined ? [] : [summary],
          arguments: [...Object.entries(options).map(writeOption), ...writeParts(tree)],
        }),
        ...(stow && { [`${STOW_NAME}.description`]: stow }),
      },
    ],
  }
}

function writeParts({ command = {}, below }: CommandNode): readonly object[] {
  const { args = {}, options = {} } = command
  return [
    ...Object.entries(options).map(writeOption),
    ...Object.entries(args).map(([id, arg]) => ({
      type: 'argument',
      id,
      ...aboutValue(arg),
      ...(arg.required !== false && { isRequired: true }),
    })),
    ...below.map(writeCommand),
  ]
}

function writeCommand(node: CommandNode): object {
  const { word, path, summary, command = {} } = node
  const { aliases = [], deprecated } = command
  return {
    type: 'command',
    id: path.join('.'),
    names: [word, ...aliases],
    ...withoutEmpty({
      help: command.summary ?? summary,
      arguments: writeParts(node),
      isDeprecated: deprecated === undefined ? undefined : true,
    }),
  }
}

function writeOption([name, option]: readonly [string, Parameter]): object {
  const { names, takes } = namesOf(name, option)
  return {
    type: 'option',
    id: name,
    names,
    value: VALUES[takes],
    ...aboutValue(option),
  }
}

const VALUES = { none: 'no', value: 'required', perhaps: 'optional' } as const

function aboutValue(parameter: Parameter) {
  const { summary, value_name: valueName, values = [], many, deprecated } = parameter
  const fallback = parameter.default
  return withoutEmpty({
    help: summary,
    valueName,
    values: values.map((value) => ({
      type: 'value',
      value,
      ...(value === fallback && { isDefault: true }),
    })),
    repeatable: many ? -1 : undefined,
    isDeprecated: deprecated === undefined ? undefined : true,
  })
}
