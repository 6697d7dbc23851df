import type { EndedCommand } from '@surety/client/unstable/client'
import type { NotedClient } from '../clients.ts'

/** How a client tells that a command has ended, and how a line reaches its model. */
interface AfterClient {
  readonly tool: RegExp
  readonly read: (message: Message) => Omit<EndedCommand, 'command'> | undefined
  readonly answer: (note: string) => object
}

type Message = Readonly<Record<string, unknown>>

/** Codex, Gemini CLI and Claude Code understand the same answer. */
const context = (additionalContext: string) => ({
  hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext },
})

/** All that differs from client to client; which of it was tried is in the docs. */
export const AFTER: Readonly<Record<NotedClient, AfterClient>> = {
  'claude-code': {
    tool: /^Bash$/,
    read: ({ tool_response: response, error }) => {
      const { stdout, stderr } = objectOf(response)
      if (typeof error === 'string') return { output: error, exit: exitIn(error) ?? 1 }
      return { output: joined(stdout, stderr), exit: 0 }
    },
    answer: context,
  },
  codex: {
    tool: /^Bash$/,
    // It hands no exit over.
    read: ({ tool_response: response }) => ({ output: textOf(response), exit: undefined }),
    answer: context,
  },
  gemini: {
    tool: /^run_shell_command$/,
    read: ({ tool_response: response }) => {
      const { llmContent, returnDisplay } = objectOf(response)
      const [all, shown] = [textOf(llmContent), textOf(returnDisplay)]
      return { output: shown || all, exit: exitIn(all) ?? 0 }
    },
    answer: context,
  },
  cursor: {
    tool: /^Shell$/,
    read: ({ tool_output: output }) => {
      const { output: text, exitCode } = objectOf(output)
      return { output: textOf(text), exit: numberOf(exitCode) }
    },
    answer: (additional_context) => ({ additional_context }),
  },
  copilot: {
    tool: /^bash$/,
    read: ({ toolResult, error }) => {
      const { textResultForLlm: text, resultType } = objectOf(toolResult)
      if (typeof error === 'string') return { output: error, exit: exitIn(error) ?? 1 }
      return { output: textOf(text), exit: resultType === 'failure' ? 1 : undefined }
    },
    answer: (additionalContext) => ({ additionalContext }),
  },
  opencode: {
    tool: /^bash$/,
    read: ({ tool_response: response }) => {
      const { output, exit } = objectOf(response)
      return { output: textOf(output), exit: numberOf(exit) }
    },
    answer: (note) => ({ note }),
  },
  pi: {
    tool: /^bash$/,
    read: ({ tool_response: response }) => {
      const { content, isError } = objectOf(response)
      const output = textOf(content)
      return { output, exit: isError === true ? (exitIn(output) ?? 1) : 0 }
    },
    answer: (note) => ({ note }),
  },
}

/** Reads the message of a client; undefined if it is about something else than a command of a shell. */
export function endedCommand(
  client: NotedClient,
  text: string,
): (EndedCommand & { readonly cwd: string | undefined }) | undefined {
  const message = objectOf(text)
  const { tool, read } = AFTER[client]
  if (!tool.test(textOf(message['tool_name'] ?? message['toolName']))) return undefined
  const { command } = objectOf(message['tool_input'] ?? message['toolArgs'])
  const { cwd } = message
  const end = typeof command === 'string' ? read(message) : undefined
  return (
    end && { command: command as string, cwd: typeof cwd === 'string' ? cwd : undefined, ...end }
  )
}

/** Reads an object; some messages hold one as text. */
function objectOf(value: unknown): Message {
  try {
    const found: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return typeof found === 'object' && found !== null ? (found as Message) : {}
  } catch {
    return {}
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map((part) => textOf(objectOf(part)['text'])).join('\n') : ''
}

function joined(...texts: readonly unknown[]): string {
  return texts.map(textOf).filter(Boolean).join('\n')
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function exitIn(text: string): number | undefined {
  const [, number] = /^(?:Exit [Cc]ode:?|Command exited with code) (\d+)/m.exec(text) ?? []
  return number === undefined ? undefined : Number(number)
}
