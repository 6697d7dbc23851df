import type { JsonObject } from '../../../contract/index.ts'
import { groupBy } from '@surety/internal/group-by.ts'
import { ownCommands } from '../load-model.ts'
import { type ToolModel, type CommandModel } from '../model.ts'
import { oneLine, usageOf } from './usage-text.ts'

/** More commands than this are listed by name alone, because every session would pay for the rest. */
const MAX_DESCRIBED = 24

/** Writes the index of a tool, or of a group, as Markdown: all an agent needs to ask for more. */
export function llmsText(model: ToolModel, path: readonly string[] = []): string {
  const { name, version, description } = model
  const commands = ownCommands(model, { path })
  const title = path.length === 0 ? `${name} ${version}` : [model.calledAs, ...path].join(' ')
  const summary = path.length === 0 ? description : (groupAt(model, path)?.description ?? '')
  const isShort = commands.length <= MAX_DESCRIBED
  return [
    `# ${title}`,
    ...(summary === '' ? [] : ['', oneLine(summary)]),
    '',
    ...(isShort
      ? commands.map((command) => describedLine(model, command))
      : nameLines(model, path, commands)),
    '',
    ...advice(model, path, commands, isShort),
    '',
  ].join('\n')
}

export function llmsData(model: ToolModel, path: readonly string[]): JsonObject {
  const { name, version, description } = model
  const commands = ownCommands(model, { path }).map((command) => [
    command.path.join(' ') || name,
    {
      description: command.description,
      danger_level: command.danger,
      usage: usageOf(model.calledAs, command),
    },
  ])
  return { name, version, description, commands: Object.fromEntries(commands) as JsonObject }
}

function describedLine({ calledAs }: ToolModel, command: CommandModel): string {
  const about = oneLine(command.description)
  return `- \`${usageOf(calledAs, command)}\`${markOf(command)}${about && `: ${about}`}`
}

/** Lists names by group; a group says in its description what its commands are about. */
function nameLines(
  model: ToolModel,
  path: readonly string[],
  commands: readonly CommandModel[],
): readonly string[] {
  const groups = groupBy(commands, (command) =>
    command.path.slice(0, Math.max(path.length, command.path.length - 1)).join(' '),
  )
  return [...groups].map(([group, own]) => {
    const names = own.map((each) => `${each.path.at(-1) ?? model.name}${markOf(each)}`)
    const about = oneLine(groupAt(model, group.split(' '))?.description ?? '')
    const label = group === path.join(' ') ? 'Commands' : `${group}${about && ` (${about})`}`
    return `${label}: ${names.join(' ')}`
  })
}

function markOf({ danger }: CommandModel): string {
  return { safe: '', mutating: '*', destructive: '!' }[danger]
}

function groupAt({ groups }: ToolModel, path: readonly string[]) {
  return groups.find((group) => group.path.join(' ') === path.join(' '))
}

function advice(
  { calledAs }: ToolModel,
  path: readonly string[],
  commands: readonly CommandModel[],
  isShort: boolean,
): readonly string[] {
  const marks = new Set(commands.map(markOf))
  const meanings = [
    ...(marks.has('*') ? ['* changes something'] : []),
    ...(marks.has('!') ? ['! destroys: needs --confirm-destructive'] : []),
  ]
  const hasGroups = !isShort && commands.some((command) => command.path.length > path.length + 1)
  return [
    ...(meanings.length > 0 ? [`${meanings.join('; ')}.`] : []),
    `Details: \`${calledAs} <command> --help\`${hasGroups ? `, \`${calledAs} <group> --llms\`` : ''}. Guide: \`${calledAs} agent-guide\`.`,
  ]
}

/** Replaces the section of a tool in a text such as AGENTS.md, or adds it at the end. */
export function withSection(text: string, model: ToolModel): string {
  const [begin, end] = [`<!-- ${model.name}:begin -->`, `<!-- ${model.name}:end -->`]
  const index = llmsText(model).trimEnd().replace(/^# /, '## ')
  const section = `${begin}\n${index}\n${end}`
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from >= 0 && to >= 0) return text.slice(0, from) + section + text.slice(to + end.length)
  const gap = text === '' ? '' : `${text.trimEnd()}\n\n`
  return `${gap}${section}\n`
}
