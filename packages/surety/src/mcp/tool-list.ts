import type { JsonObject } from '../contract/index.ts'
import type { ServedCommand } from './served-tool.ts'

export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly openWorldHint?: boolean
  }
}

const text = { type: 'string' }
const call = {
  type: 'object',
  properties: { command: text, args: { type: 'object' } },
  required: ['command'],
}

/** The names of the tools with which every command is found and called. */
export const PROGRESSIVE = {
  search: 'search',
  describe: 'describe',
  read: 'call_read',
  write: 'call_write',
} as const

/** Lists the four tools that stand for all commands of a tool. */
export function progressiveTools(tool: string): readonly ListedTool[] {
  return [
    {
      name: PROGRESSIVE.search,
      description: `Finds commands of ${tool} by words; lists all of them without a query.`,
      inputSchema: { type: 'object', properties: { query: text } },
      annotations: { readOnlyHint: true },
    },
    {
      name: PROGRESSIVE.describe,
      description: 'Shows the arguments, output and errors of a command.',
      inputSchema: { type: 'object', properties: { command: text }, required: ['command'] },
      annotations: { readOnlyHint: true },
    },
    {
      name: PROGRESSIVE.read,
      description: 'Calls a command whose danger is safe. Args are by name, as described.',
      inputSchema: call,
      annotations: { readOnlyHint: true },
    },
    {
      name: PROGRESSIVE.write,
      description:
        'Calls a command that changes something. A destructive one needs the argument in confirmed_by.',
      inputSchema: call,
      annotations: { readOnlyHint: false, destructiveHint: true },
    },
  ]
}

/** Lists a tool for each command; the map leads from the names to the commands. */
export function directTools(commands: readonly ServedCommand[]) {
  const byName = new Map<string, ServedCommand>()
  const tools = commands.map((command) => {
    const name = freeName(command.name, byName)
    byName.set(name, command)
    return { name, ...directTool(command) }
  })
  return { tools, byName }
}

function directTool(command: ServedCommand): Omit<ListedTool, 'name'> {
  const { danger, confirmedBy } = command
  const gate = confirmedBy === null ? '' : `. Cannot be undone: needs ${confirmedBy}.`
  return {
    description: `${command.description.replace(/\.$/, '')}${gate}`,
    inputSchema: command.inputSchema,
    annotations: {
      readOnlyHint: danger === 'safe',
      ...(danger !== 'safe' && { destructiveHint: danger === 'destructive' }),
      openWorldHint: command.usesNetwork,
    },
  }
}

/** The longest name that all clients accept. */
const MAX_NAME = 64

/** Makes the name of a tool from the words of a command; a number tells equal ones apart. */
function freeName(words: string, taken: ReadonlyMap<string, unknown>): string {
  const name = words.replaceAll(/[^A-Za-z0-9-]+/g, '_').slice(0, MAX_NAME) || 'run'
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const free = `${name.slice(0, MAX_NAME - suffix.length)}${suffix}`
    if (!taken.has(free)) return free
  }
}

/** Tests names by patterns such as `wallet *`; words are separated by a space, a dot or an underscore. */
export function matchesAny(patterns: readonly string[]): (name: string) => boolean {
  const tests = patterns.map((pattern) => {
    const source = toWords(pattern)
      .split('*')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.*')
    return new RegExp(`^${source}$`, 'i')
  })
  return (name) => tests.some((test) => test.test(toWords(name)))
}

function toWords(name: string): string {
  return name.trim().replaceAll(/[\s._]+/g, ' ')
}

/** Finds commands for some words, best first; all of them, in order, for none. */
export function findCommands(
  commands: readonly ServedCommand[],
  query: string,
): readonly ServedCommand[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return commands
  return commands
    .map((command) => ({ command, score: scoreOf(command, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ command }) => command)
}

/** A word in the name counts more than one in the description, and a whole word more than a part of one. */
function scoreOf({ name, aliases, description }: ServedCommand, words: readonly string[]): number {
  const names = [name, ...aliases].join(' ').toLowerCase()
  const text = description.toLowerCase()
  const wholeNames = new Set(names.split(/[^\p{L}\p{N}]+/u))
  const wholeText = new Set(text.split(/[^\p{L}\p{N}]+/u))
  return words.reduce((sum, word) => {
    if (wholeNames.has(word)) return sum + 8
    if (names.includes(word)) return sum + 4
    if (wholeText.has(word)) return sum + 2
    return text.includes(word) ? sum + 1 : sum
  }, 0)
}
