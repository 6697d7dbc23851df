import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a client told the model about one call of a tool. */
export type ToolResult = string

/** A model that asks for one command after the other, whatever it is told, and remembers what comes back. */
export interface ScriptedModel {
  readonly url: string
  /** The last results that the client sent, one for each command. */
  readonly results: () => readonly ToolResult[]
  /** Every request of the client, as it came. */
  readonly requests: readonly string[]
  /** When each of them came. */
  readonly times: readonly number[]
  readonly close: () => Promise<void>
}

/** A protocol between a client and its model. */
interface Protocol {
  readonly path: RegExp
  /** Finds the results of tools in a request. */
  readonly results: (body: Body) => readonly ToolResult[]
  /** Writes events that ask for a command, or that end the talk. */
  readonly events: (command: string | undefined, at: number, body: Body) => readonly object[]
}

// oxlint-disable-next-line typescript/no-explicit-any -- what clients send is looked into, and a wrong guess fails a test
type Body = any

const PROTOCOLS: readonly Protocol[] = [
  // Gemini
  {
    path: /:streamGenerateContent/,
    results: ({ contents }) =>
      contents
        .flatMap((content: Body) => content.parts)
        .flatMap((part: Body) =>
          part.functionResponse ? [JSON.stringify(part.functionResponse.response)] : [],
        ),
    events: (command) => [
      {
        candidates: [
          {
            index: 0,
            finishReason: 'STOP',
            content: {
              role: 'model',
              parts: [
                command === undefined
                  ? { text: 'done' }
                  : { functionCall: { name: 'run_shell_command', args: { command } } },
              ],
            },
          },
        ],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      },
    ],
  },
  // The messages of Anthropic
  {
    path: /\/v1\/messages$/,
    results: ({ messages }) =>
      messages
        .flatMap(({ content }: Body) => (Array.isArray(content) ? content : []))
        .flatMap(({ type, content, is_error }: Body) =>
          type === 'tool_result' ? [JSON.stringify({ content, is_error })] : [],
        ),
    events: (command, at, { model, tools = [] }) => {
      const isAsked = command !== undefined && tools.some(({ name }: Body) => name === 'Bash')
      const usage = { input_tokens: 1, output_tokens: 1 }
      const message = {
        id: `m${at}`,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        usage,
      }
      const text = JSON.stringify({ command, description: 'A step' })
      return [
        { type: 'message_start', message },
        {
          type: 'content_block_start',
          index: 0,
          content_block: isAsked
            ? { type: 'tool_use', id: `toolu_${at}`, name: 'Bash', input: {} }
            : { type: 'text', text: '' },
        },
        {
          type: 'content_block_delta',
          index: 0,
          delta: isAsked
            ? { type: 'input_json_delta', partial_json: text }
            : { type: 'text_delta', text: 'done' },
        },
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: isAsked ? 'tool_use' : 'end_turn', stop_sequence: null },
          usage,
        },
        { type: 'message_stop' },
      ]
    },
  },
  // The responses of OpenAI
  {
    path: /\/responses$/,
    results: ({ input }) =>
      input.flatMap((item: Body) =>
        item.type === 'function_call_output'
          ? [typeof item.output === 'string' ? item.output : JSON.stringify(item.output)]
          : [],
      ),
    events: (command, at, { tools }) => {
      const name = tools
        .map((tool: Body) => tool.name)
        .find((each: string) => /^(?:exec_command|shell_command|shell)$/.test(each))
      const words = name === 'exec_command' ? { cmd: command } : { command }
      const item =
        command === undefined
          ? {
              type: 'message',
              role: 'assistant',
              id: 'm',
              content: [{ type: 'output_text', text: 'done' }],
            }
          : { type: 'function_call', call_id: `c${at}`, name, arguments: JSON.stringify(words) }
      const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
      return [
        { type: 'response.created', response: { id: `r${at}` } },
        { type: 'response.output_item.done', item },
        { type: 'response.completed', response: { id: `r${at}`, usage } },
      ]
    },
  },
  // The chat of OpenAI
  {
    path: /\/chat\/completions$/,
    results: ({ messages }) =>
      messages.flatMap(({ role, content }: Body) => (role === 'tool' ? [content] : [])),
    events: (command, at) => {
      const call = {
        index: 0,
        id: `c${at}`,
        type: 'function',
        function: { name: 'bash', arguments: JSON.stringify({ command, description: 'A step' }) },
      }
      const delta = command === undefined ? { content: 'done' } : { tool_calls: [call] }
      const reason = command === undefined ? 'stop' : 'tool_calls'
      return [
        { id: 'x', choices: [{ index: 0, delta: { role: 'assistant', ...delta } }] },
        { id: 'x', choices: [{ index: 0, delta: {}, finish_reason: reason }] },
      ]
    },
  },
]

/** Starts a model on loopback that asks for these commands. */
export async function startModel(commands: readonly string[]): Promise<ScriptedModel> {
  const requests: string[] = []
  const times: number[] = []
  let last: readonly ToolResult[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await textOf(request)
    const protocol = PROTOCOLS.find(({ path }) => path.test(request.url!.split('?')[0]!))
    if (!protocol) {
      response.writeHead(404).end('{}')
      return
    }
    requests.push(text)
    times.push(performance.now())
    const body: Body = JSON.parse(text)
    const found = protocol.results(body)
    if (found.length >= last.length) last = found
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of protocol.events(commands[found.length], found.length, body)) {
      const { type } = event as { type?: string }
      response.write(
        `${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`,
      )
    }
    response.end(protocol.path.test('/chat/completions') ? 'data: [DONE]\n\n' : '')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    results: () => last,
    requests,
    times,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
