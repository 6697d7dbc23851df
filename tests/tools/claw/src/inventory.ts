import inventory from './inventory.json' with { type: 'json' }

/** An entry of the inventory: a command or a tool. */
export interface Entry {
  readonly name: string
  readonly source_hint: string
  readonly responsibility: string
}

/** The two kinds of entries. */
export type EntryKind = 'command' | 'tool'

/** Every command, in the order of the inventory; names may repeat. */
export const COMMANDS: readonly Entry[] = inventory.commands
/** Every tool, in the order of the inventory; names may repeat. */
export const TOOLS: readonly Entry[] = inventory.tools

const ALIASES: Readonly<Record<string, string>> = { plugins: 'plugin', marketplace: 'plugin' }
const SIMPLE_TOOLS = new Set(['BashTool', 'FileReadTool', 'FileEditTool'])

/** Gives the name that a command is looked up by: trimmed, lower case, aliases resolved. */
export function commandName(name: string): string {
  const wanted = name.trim().toLowerCase()
  return Object.hasOwn(ALIASES, wanted) ? (ALIASES[wanted] ?? wanted) : wanted
}

/** Finds a command by name or alias. */
export function findCommand(name: string): Entry | undefined {
  const wanted = commandName(name)
  return COMMANDS.find((entry) => entry.name.toLowerCase() === wanted)
}

/** Finds a tool by name; tools have no aliases. */
export function findTool(name: string): Entry | undefined {
  return TOOLS.find((entry) => entry.name.toLowerCase() === name.toLowerCase())
}

/** The commands by origin; an entry that could be both counts as a plugin. */
export function commandGraph(): { builtins: Entry[]; plugins: Entry[]; skills: Entry[] } {
  const isPlugin = (entry: Entry) => entry.source_hint.toLowerCase().includes('plugin')
  const isSkill = (entry: Entry) => !isPlugin(entry) && entry.source_hint.includes('skills')
  return {
    builtins: COMMANDS.filter((entry) => !isPlugin(entry) && !isSkill(entry)),
    plugins: COMMANDS.filter(isPlugin),
    skills: COMMANDS.filter(isSkill),
  }
}

/** The tools that a mode offers. */
export function toolPool(mode: { readonly simple: boolean; readonly mcp: boolean }): Entry[] {
  const isMcp = (entry: Entry) => `${entry.name} ${entry.source_hint}`.toLowerCase().includes('mcp')
  return TOOLS.filter(
    (entry) => (!mode.simple || SIMPLE_TOOLS.has(entry.name)) && (mode.mcp || !isMcp(entry)),
  )
}
