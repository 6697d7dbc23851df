import { parseJson } from 'surety/unstable/contract'
import { quoteWords } from '@surety/internal/quote-words.ts'
import {
  memberOf,
  numberOf,
  PendingCalls,
  stringOf,
  textOf,
  timeOf,
  type ReplayCall,
  type TranscriptReader,
} from '../transcript.ts'

type Begun = Pick<ReplayCall, 'session' | 'time' | 'command'>

/** What these tools run stands in `command` or `cmd`. */
const SHELLS = /^(?:shell|container\.exec|shell_command|exec_command)$/
const TYPES = /^(?:session_meta|response_item|turn_context|event_msg|compacted)$/

/** The rollouts of Codex, `~/.codex/sessions/**.jsonl`, and what `codex exec --json` prints. */
export const codex: TranscriptReader = {
  title: 'Codex',
  recognises: ({ type, payload, thread_id: thread, item }) =>
    (TYPES.test(String(type)) && memberOf(payload, 'type') !== undefined) ||
    (type === 'session_meta' && memberOf(payload, 'id') !== undefined) ||
    (type === 'thread.started' && thread !== undefined) ||
    (type === 'item.completed' && memberOf(item, 'type') !== undefined),
  open: (file) => {
    const pending = new PendingCalls<Begun>()
    let session = file
    return ({ type, payload, timestamp, thread_id: thread, item }) => {
      if (type === 'session_meta') session = stringOf(memberOf(payload, 'id')) ?? session
      if (type === 'thread.started') session = stringOf(thread) ?? session
      if (type === 'item.completed') return printedItem(item, session)
      const [kind, id] = [String(memberOf(payload, 'type')), memberOf(payload, 'call_id')]
      if (type !== 'response_item' || id === undefined) return []
      if (kind.endsWith('_call_output')) {
        const call = pending.take(id)
        return call === undefined ? [] : [ended(call, memberOf(payload, 'output'))]
      }
      const command = typedCommand(kind, payload)
      // Its own editor, which older versions call by a shell.
      if (command !== undefined && !command.startsWith('apply_patch'))
        pending.set(id, { session, time: timeOf(timestamp), command })
      return []
    }
  },
}

/** Reads an item of `codex exec --json`, which has no times. */
function printedItem(item: unknown, session: string): readonly ReplayCall[] {
  const command = commandOf(memberOf(item, 'command'))
  if (memberOf(item, 'type') !== 'command_execution' || command === undefined) return []
  const output = textOf(memberOf(item, 'aggregated_output'))
  const exit = numberOf(memberOf(item, 'exit_code'))
  return [{ session, command, output, exit, hasRun: memberOf(item, 'status') !== 'declined' }]
}

function typedCommand(kind: string, payload: unknown): string | undefined {
  if (kind === 'local_shell_call')
    return commandOf(memberOf(memberOf(payload, 'action'), 'command'))
  if (kind !== 'function_call' || !SHELLS.test(String(memberOf(payload, 'name')))) return undefined
  const input = parseJson(stringOf(memberOf(payload, 'arguments')) ?? '')
  return commandOf(memberOf(input, 'command') ?? memberOf(input, 'cmd'))
}

/** A command is a line, or words of which the last is a line: `["bash", "-lc", "ls | head"]`. */
function commandOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const words = value.map(String)
    const [shell = '', flag = '', line] = words
    const isLine = words.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell)
    return isLine && /^-l?c$/.test(flag) ? line : quoteWords(words)
  }
  // The same as one text, which its own log quotes.
  const text = stringOf(value)
  const [, , line] = /^(?:\/\S*\/)?(?:ba|z)?sh -l?c (['"])([^]*)\1$/.exec(text ?? '') ?? []
  return line === undefined || /['"\\]/.test(line) ? text : line
}

const REFUSED = /rejected by (?:the )?user|approval (?:was )?denied/i

/** Takes an output apart: older ones are JSON, newer ones begin with lines about the end. */
function ended(call: Begun, given: unknown): ReplayCall {
  const whole = textOf(memberOf(given, 'content') ?? given)
  const json = whole.startsWith('{') ? parseJson(whole) : undefined
  const known = numberOf(memberOf(memberOf(json, 'metadata'), 'exit_code'))
  const [, head = '', text = whole] =
    /^((?:(?:Exit code|Chunk ID|Wall time): [^]*?\n)?)Output:\n([^]*)/.exec(whole) ?? []
  const [, number] = /^(?:Exit code: |Process exited with code )(-?\d+)$/m.exec(head) ?? []
  const output = known === undefined ? text : textOf(memberOf(json, 'output'))
  return {
    ...call,
    output,
    exit: known ?? (number === undefined ? undefined : Number(number)),
    hasRun: !REFUSED.test(whole.slice(0, 200)),
  }
}
