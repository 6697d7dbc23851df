import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import type { Probing } from '../../probing/probing.ts'

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
