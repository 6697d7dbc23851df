import { mainType } from '@surety/internal/json-schema/main-type.ts'
import type { GuideDeclaration } from '../../declare/types/guide.ts'
import { environment } from '../manifest/contract-1.16.ts'
import { ownCommands } from '../load-model.ts'
import { type ToolModel, type CommandModel, type ParameterModel } from '../model.ts'
import { oneLine, usageOf } from './usage-text.ts'

const FIRST_LINE = /^<!-- cli-version: \S+ -->\n/

/** Tests whether a text was written here, or is none. */
export function isAgentsFile(text: string): boolean {
  return text === '' || FIRST_LINE.test(text)
}

/** Writes the file AGENTS.md that a tool ships with, as contract 1.16 wants it. */
export function agentsFile(model: ToolModel, { install, intro }: GuideDeclaration): string {
  const { name, calledAs, version, description } = model
  const commands = ownCommands(model)
  return [
    `<!-- cli-version: ${version} -->`,
    `# ${name}`,
    oneLine(intro ?? description),
    ...(install === undefined
      ? []
      : [
          '## Installation',
          'It asks nothing, needs no window and may be run again. The second line shows that it worked.',
          ['```sh', install, `${calledAs} --version`, '```'].join('\n'),
        ]),
    '## Canonical Invocation',
    ['```sh', `${calledAs} <command> --format json --non-interactive`, '```'].join('\n'),
    `Every answer is one JSON envelope on stdout. \`${calledAs} <command> --help\` describes a command:`,
    commands.map((command) => `- \`${usageOf(calledAs, command)}\``).join('\n'),
    '## Non-Interactive Flags',
    'Without a terminal nothing is asked: a call that would have to ask exits 4.',
    questionFlags(commands).join('\n'),
    '## Environment Variables',
    [
      '| Name | Type | Needed | Default | Purpose |',
      '| --- | --- | --- | --- | --- |',
      ...variableRows(model, commands),
    ].join('\n'),
    '## Input Conventions',
    '- Flags and arguments. A flag whose type is object or array takes JSON in one word.',
    '## CI Validation',
    'This fails with every line that is no longer true of the program:',
    ['```sh', `${calledAs} skills agents-file AGENTS.md --check`, '```'].join('\n'),
    '',
  ].join('\n\n')
}

/** The flags that answer questions in advance, and what has to be true of a command that has them. */
const ANSWERS = ['yes', 'non-interactive', 'confirm-destructive']

function questionFlags(commands: readonly CommandModel[]): readonly string[] {
  const shared = commands.flatMap(({ sharedOptions }) => sharedOptions)
  return ANSWERS.flatMap((flag) => {
    const found = shared.find(({ name }) => name === flag)
    return found ? [`- \`--${flag}\`: ${about(found)}`] : []
  })
}

function variableRows(model: ToolModel, commands: readonly CommandModel[]): readonly string[] {
  const own = new Map<string, ParameterModel>(
    commands.flatMap(({ env }) => env).map((each) => [each.name, each]),
  )
  const rows = new Map<string, string>()
  const add = (name: string, purpose: string) => {
    const { schema = {}, required = false } = own.get(name) ?? {}
    const type = schema['x-secret'] === true ? 'secret' : (mainType(schema) ?? 'string')
    const fallback = schema['default'] === undefined ? '' : JSON.stringify(schema['default'])
    const cells = [`\`${name}\``, type, required ? 'yes' : 'no', fallback, purpose]
    rows.set(name, `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  }
  for (const { name, description } of environment(model, commands)) add(name, description)
  for (const each of own.values()) add(each.name, about(each))
  for (const name of commands.flatMap(({ facts }) => facts.token_env_vars ?? []))
    add(name, 'Credential')
  return [...rows.values()]
}

function about(parameter: ParameterModel): string {
  return oneLine(parameter.def.description ?? parameter.name)
}
