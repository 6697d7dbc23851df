import type { SessionRecord } from './session/session-record.ts'

/** Every reason for the end of a turn. */
export const STOP_REASONS = [
  'completed',
  'timeout',
  'cancelled',
  'max_budget_reached',
  'max_turns_reached',
] as const
/** Why a turn ended. */
export type StopReason = (typeof STOP_REASONS)[number]

/** The result of one prompt. */
export interface Turn {
  readonly prompt: string
  readonly output: string
  readonly stop_reason: StopReason
  readonly cancel_observed: boolean
}

/** What routing found for a prompt. */
export interface TurnMatches {
  readonly commands: readonly string[]
  readonly tools: readonly string[]
}

const MAX_TURNS = 8
const TOKEN_BUDGET = 2000

/** A conversation in memory: it counts words as tokens and stops at its turn and token budgets. */
export class TurnEngine {
  private readonly stored: SessionRecord[] = []
  private messages = 0
  inputTokens = 0
  outputTokens = 0

  private readonly now: () => number

  constructor(now: () => number = Date.now) {
    this.now = now
  }

  /** Takes one prompt. A turn that is refused or cancelled leaves the conversation as it was. */
  submit(
    prompt: string,
    matches: TurnMatches = { commands: [], tools: [] },
    cancelled = false,
  ): Turn {
    if (this.messages >= MAX_TURNS) {
      return this.end(
        prompt,
        `No more turns: the limit of ${MAX_TURNS} is reached.`,
        'max_turns_reached',
      )
    }
    const output = outputFor(prompt, matches)
    const input = wordCount(prompt)
    const produced = wordCount(output)
    if (this.inputTokens + this.outputTokens + input + produced > TOKEN_BUDGET) {
      return this.end(prompt, output, 'max_budget_reached')
    }
    if (cancelled) return { ...this.end(prompt, output, 'cancelled'), cancel_observed: true }
    this.messages += 1
    this.inputTokens += input
    this.outputTokens += produced
    const turn = this.end(prompt, output, 'completed')
    this.stored.push({
      type: 'message',
      message: {
        role: 'user',
        blocks: [{ type: 'text', text: prompt }],
        usage: {
          input_tokens: input,
          output_tokens: produced,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
        },
      },
    })
    return turn
  }

  /** Gives the records of what was said, ready to be stored. */
  get records(): readonly SessionRecord[] {
    const order = { session_meta: 0, compaction: 1, prompt_history: 2, message: 3 }
    return this.stored.toSorted((a, b) => order[a.type] - order[b.type])
  }

  get messageCount(): number {
    return this.messages
  }

  private end(prompt: string, output: string, stop_reason: StopReason): Turn {
    this.stored.push({
      type: 'prompt_history',
      timestamp_ms: this.now(),
      text: prompt,
      stop_reason,
    })
    return { prompt, output, stop_reason, cancel_observed: false }
  }
}

/** Lists the tools that a prompt is not allowed to reach. */
export function deniedTools(tools: readonly string[]): string[] {
  return tools.filter((tool) => tool.toLowerCase().includes('bash'))
}

function outputFor(prompt: string, { commands, tools }: TurnMatches): string {
  const denied = deniedTools(tools)
  return [
    `Prompt: ${prompt}`,
    `Matched commands: ${listed(commands)}`,
    `Matched tools: ${listed(tools)}`,
    `Permission denials: ${denied.length}`,
    ...denied.map((tool) => `Denied: ${tool}`),
  ].join('\n')
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.join(', ')
const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length
