import { objectOf, type JsonObject } from 'surety/unstable/contract'

const SCHEMAS = 'https://agent-plugins.org/schemas/1.0.0'

export const PLUGIN_NAME = /^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/

type PluginFacts = Readonly<Record<'name' | 'version' | 'description', string>>

interface PluginServer {
  readonly command: string
  readonly args: readonly string[]
}

export function manifestText(facts: PluginFacts, earlier: JsonObject = {}): string {
  const { name, version, description } = facts
  const { $schema: _old, ...kept } = earlier
  return toText({ $schema: `${SCHEMAS}/plugin.schema.json`, name, description, ...kept, version })
}

export function serversText(name: string, server: PluginServer, earlier: JsonObject = {}): string {
  const others = objectOf(earlier['mcpServers'])
  const own = { type: 'stdio', command: server.command, args: [...server.args] }
  return toText({ $schema: `${SCHEMAS}/mcp.schema.json`, mcpServers: { ...others, [name]: own } })
}

function toText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

export function factsOfSkill(text: string): Partial<PluginFacts> {
  const [, head = ''] = /^---\n([^]*?)\n---\n/.exec(text) ?? []
  const read = (key: string) => {
    const [, value] = new RegExp(`^ *${key}: (.+)$`, 'm').exec(head) ?? []
    if (value === undefined) return {}
    return { [key]: value.startsWith('"') ? (JSON.parse(value) as string) : value }
  }
  return { ...read('name'), ...read('version'), ...read('description') }
}
