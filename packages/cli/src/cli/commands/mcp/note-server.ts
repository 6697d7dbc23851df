import { noteAnswer } from '../hook/run-note.ts'
import entry from '../hook/tool-entry.json' with { type: 'json' }

const [{ input: PLACES, server: SERVER, tool: NAME }] = entry.hooks as [(typeof entry.hooks)[0]]

const TOOL = {
  name: NAME,
  description: 'Tells what would be missed of a command of the shell that has ended',
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(Object.keys(PLACES).map((name) => [name, { type: 'string' }])),
    required: ['command'],
  },
}

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: {
    readonly protocolVersion?: string
    readonly name?: string
    readonly arguments?: Readonly<Record<string, unknown>>
  }
}

/** Answers a line of MCP as a server of one tool, for hooks that need no process of their own. */
export async function answerLine(line: string): Promise<string> {
  const { id, method, params = {} } = messageIn(line)
  if (id === undefined) return ''
  const result = await resultOf(method, params)
  const answer =
    result === undefined ? { error: { code: -32_601, message: 'Unknown' } } : { result }
  return `${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`
}

async function resultOf(method: string | undefined, params: NonNullable<Message['params']>) {
  if (method === 'initialize') {
    const { protocolVersion = '2025-06-18' } = params
    const serverInfo = { name: SERVER, version: '1' }
    return { protocolVersion, capabilities: { tools: {} }, serverInfo }
  }
  if (method === 'ping') return {}
  if (method === 'tools/list') return { tools: [TOOL] }
  if (method !== 'tools/call' || params.name !== TOOL.name) return undefined
  const given = Object.entries(params.arguments ?? {}).filter(
    // What the client has no value for may stay as it was written.
    ([name, value]) => value !== PLACES[name as keyof typeof PLACES] && value !== '',
  )
  const { command, cwd, error, stdout, stderr } = Object.fromEntries(given)
  const tool_response = { stdout, stderr }
  const message = { tool_name: 'Bash', tool_input: { command }, cwd, error, tool_response }
  const text = await noteAnswer('claude-code', JSON.stringify(message))
  return { content: [{ type: 'text', text }] }
}

function messageIn(line: string): Message {
  try {
    const found: unknown = JSON.parse(line)
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    return {}
  }
}
