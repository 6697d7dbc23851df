import type { ListedCommand } from '../../../client/index.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { leftOut, NEEDS, notShown, type CheckResult } from '../../check.ts'
import type { Probing } from '../../probing/probing.ts'

/** Finds the listed command that words name; undefined if none, or only a group. */
export function commandOf(
  commands: readonly ListedCommand[],
  words: readonly string[],
): ListedCommand | undefined {
  const end = words.findIndex((word) => word.startsWith('-'))
  const leading = end === -1 ? words : words.slice(0, end)
  for (let length = leading.length; length > 0; length -= 1) {
    const path = leading.slice(0, length).join('.')
    const command = commands.find((each) => each.path === path)
    if (command !== undefined) return command.isGroup ? undefined : command
  }
  // The tool itself, if it is one command.
  return commands.find((each) => each.words.length === 0)
}

/** The result of a check that compares the tool with its manifest, where there is none. */
export function noManifest(tool: Probing): CheckResult {
  const absent = tool.subject.absent.get('manifest')
  if (absent !== undefined) return leftOut(absent)
  return notShown('The tool has no manifest.', NEEDS.manifest)
}

/** Gives the result types that a tool lists in its manifest or with `schema`; undefined if it lists none. */
export async function listedTypes(tool: Probing): Promise<ReadonlySet<string> | undefined> {
  const { manifest, commands } = tool.subject
  const found = new Set<string>()
  collect(manifest?.document ?? null, found)
  if (commands.some(({ path }) => path === 'schema')) {
    const run = await tool.run({ name: 'schema', argv: ['schema'] })
    collect((await tool.dataOf(run)) ?? null, found)
  }
  return found.size === 0 ? undefined : found
}

function collect(value: JsonValue, found: Set<string>): void {
  if (!isJsonObject(value)) return
  for (const list of [value['types'], ...commandTypes(value)]) {
    for (const entry of Array.isArray(list) ? (list as readonly JsonValue[]) : []) {
      if (typeof entry === 'string') found.add(entry)
      else if (isJsonObject(entry)) add(entry, found)
    }
  }
}

function add(entry: JsonObject, found: Set<string>): void {
  const name = entry['type'] ?? entry['name']
  if (typeof name === 'string') found.add(name)
}

function commandTypes(value: JsonObject): readonly JsonValue[] {
  const { commands } = value
  if (!isJsonObject(commands)) return []
  return Object.values(commands).flatMap((entry) =>
    isJsonObject(entry) ? [entry['types'] ?? null, entry['result_types'] ?? null] : [],
  )
}
