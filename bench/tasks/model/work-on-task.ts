import type { ServiceState } from '../service/start-state.ts'
import { unsafeRepeats, type Task } from '../tasks.ts'
import type { World } from '../world.ts'
import type { Chat, Message } from './chat.ts'

/** What a model made of a task. */
export interface ModelResult {
  readonly task: string
  readonly success: boolean
  readonly wrong: boolean
  readonly calls: number
  readonly unsafeRepeats: number
  readonly said: string | undefined
  readonly promptTokens: number
  readonly completionTokens: number
}

const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'bash',
      description: 'Runs a line in bash and shows both streams, after the exit if that is not 0.',
      parameters: {
        type: 'object',
        properties: { command: { type: 'string' } },
        required: ['command'],
      },
    },
  },
] as const

const MAX_TURNS = 20

/** Has a model work on a task with one build, line by line, until it reports. */
export async function workOnTask(
  {
    chat,
    world,
    sandbox,
  }: {
    readonly chat: Chat
    readonly world: World
    readonly sandbox: (folder: string) => readonly string[]
  },
  task: Task,
): Promise<ModelResult> {
  const messages: Message[] = [
    {
      role: 'system',
      content:
        'You work in a shell. The program "orders" manages the orders of a shop; `orders --help` explains it. ' +
        'When you are finished, answer in words, with a last line "ANSWER: ..." and nothing behind it.',
    },
    { role: 'user', content: `${task.asks}\nAfter "ANSWER: " write ${task.answer}, or "unknown".` },
  ]
  let state: ServiceState = task.state()
  const used = { calls: 0, prompt: 0, completion: 0 }
  let said: string | undefined
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const { message, usage } = await chat(messages, TOOLS)
    used.prompt += usage.prompt_tokens
    used.completion += usage.completion_tokens
    messages.push(message)
    if (!message.tool_calls?.length) {
      said = /ANSWER:\s*(.+?)\s*$/.exec(message.content ?? '')?.[1]
      break
    }
    for (const { id, function: call } of message.tool_calls) {
      used.calls += 1
      const line = commandOf(call.arguments)
      if (line === undefined) {
        messages.push({
          role: 'tool',
          tool_call_id: id,
          content: 'The arguments are no JSON with "command".',
        })
        continue
      }
      const { shown, after } = await world.runLine(line, state, { rows: task.rows ?? '', sandbox })
      state = after
      messages.push({ role: 'tool', tool_call_id: id, content: shown.text })
    }
  }
  const truth = task.truth(state)
  const repeats = unsafeRepeats(state)
  const isDefinite = said !== undefined && said !== 'unknown'
  return {
    task: task.name,
    success: said === truth && truth === task.goal && repeats === 0,
    wrong: isDefinite && said !== truth,
    calls: used.calls,
    unsafeRepeats: repeats,
    said,
    promptTokens: used.prompt,
    completionTokens: used.completion,
  }
}

/** Models write arguments that are no JSON now and then. */
function commandOf(text: string): string | undefined {
  try {
    const { command } = JSON.parse(text) as { command?: unknown }
    return typeof command === 'string' ? command : undefined
  } catch {
    return undefined
  }
}
