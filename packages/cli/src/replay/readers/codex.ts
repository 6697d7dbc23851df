import { parseJson } from 'surety/unstable/contract'
import { quoteWords } from '@surety/internal/quote-words.ts'
import {
  isObject,
  memberOf,
  numberOf,
  objectOf,
  PendingCalls,
  stringOf,
  textOf,
  timeOf,
  toCall,
  type ReplayCall,
  type TranscriptEvent,
  type TranscriptReader,
  wordOf,
} from '../transcript.ts'

type Begun = Omit<ReplayCall, 'output' | 'length'>

/** Tools that run a command, and the member that has it. */
const SHELLS: Readonly<Record<string, string>> = {
  shell: 'command',
  'container.exec': 'command',
  shell_command: 'command',
  local_shell: 'command',
  exec_command: 'cmd',
}
const READS = /^(?:update_plan|view_image|list_mcp|read_mcp|web_search|write_stdin)/

/** The rollouts of Codex, `~/.codex/sessions/**.jsonl`, and what `codex exec --json` prints. */
export const reader: TranscriptReader = {
  id: 'codex',
  title: 'Codex, rollouts and exec --json',
  recognises: ({ at, value }) =>
    at === '' &&
    ((/^(?:session_meta|response_item|turn_context|event_msg|compacted)$/.test(
      wordOf(value['type']),
    ) &&
      isObject(value['payload'])) ||
      (value['type'] === 'thread.started' && 'thread_id' in value) ||
      (/^item\.(?:started|completed)$/.test(wordOf(value['type'])) && isObject(value['item']))),
  open: (file) => {
    const pending = new PendingCalls<Begun>()
    let session = file
    let cwd: string | undefined
    const item = (value: Readonly<Record<string, unknown>>, time: string | undefined) => {
      const [id, type] = [stringOf(value['call_id']), wordOf(value['type'])]
      if (type.endsWith('_call_output')) {
        const call = pending.take(id)
        return call === undefined ? [] : [ended(call, value['output'])]
      }
      if (!type.endsWith('_call') || id === undefined) return []
      const name = type === 'local_shell_call' ? 'local_shell' : (stringOf(value['name']) ?? '')
      const input =
        type === 'local_shell_call'
          ? value['action']
          : parseJson(stringOf(value['arguments']) ?? '')
      const command = commandOf(memberOf(input, SHELLS[name] ?? ''))
      const at = memberOf(input, 'workdir') ?? memberOf(input, 'working_directory')
      // Its own editor, which older versions call by a shell.
      if (command?.startsWith('apply_patch')) return [{ kind: 'change', session } as const]
      if (Object.hasOwn(SHELLS, name) && command !== undefined)
        pending.set(id, { session, time, command, cwd: stringOf(at) ?? cwd })
      else if (!READS.test(name)) return [{ kind: 'change', session } as const]
      return []
    }
    const read = ({ value }: { readonly value: Readonly<Record<string, unknown>> }) => {
      const { type, payload: given } = value
      const [payload, time] = [objectOf(given), timeOf(value['timestamp'])]
      if (type === 'session_meta') session = stringOf(payload['id']) ?? session
      if (type === 'thread.started') session = stringOf(value['thread_id']) ?? session
      if (type === 'session_meta' || type === 'turn_context') cwd = stringOf(payload['cwd']) ?? cwd
      if (type === 'item.completed') return printedItem(objectOf(value['item']), session)
      return type === 'response_item' ? item(payload, time) : []
    }
    const end = () => pending.rest().map((call) => toCall({ ...call, hasOutput: false }))
    return { read, end }
  },
}

/** Reads an item of `codex exec --json`, which has no times. */
function printedItem(item: Readonly<Record<string, unknown>>, session: string): TranscriptEvent[] {
  if (item['type'] === 'file_change') return [{ kind: 'change', session }]
  const command = commandOf(item['command'])
  if (item['type'] !== 'command_execution' || command === undefined) return []
  const output = textOf(item['aggregated_output'])
  const exit = numberOf(item['exit_code'])
  return [toCall({ session, command, output, exit, isRefused: item['status'] === 'declined' })]
}

/** A command is a line, or words of which the last is a line: `["bash", "-lc", "ls | head"]`. */
function commandOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const words = value.filter((word) => typeof word === 'string')
    const [shell = '', flag = '', line] = words
    const isLine = words.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell)
    return isLine && /^-l?c$/.test(flag) ? line : quoteWords(words)
  }
  // The same as one text, which its own log quotes.
  const [, , line] =
    /^(?:\/\S*\/)?(?:ba|z)?sh -l?c (['"])([^]*)\1$/.exec(stringOf(value) ?? '') ?? []
  return line === undefined || /['"\\]/.test(line) ? stringOf(value) : line
}

const CUT =
  /^(?:…\d+ (?:tokens|chars) truncated…|\[\.\.\. omitted \d+ of \d+ lines \.\.\.\])|…\d+ (?:tokens|chars) truncated…|^Warning: truncated output/m

/** Takes an output apart: older ones are JSON, newer ones begin with lines about the end. */
function ended(call: Begun, output: unknown): TranscriptEvent {
  const whole = isObject(output) ? textOf(output['content']) : textOf(output)
  const json = whole.startsWith('{') ? parseJson(whole) : undefined
  const known = numberOf(memberOf(memberOf(json, 'metadata'), 'exit_code'))
  const [head, text] = whole.startsWith('Output:\n')
    ? ['', whole.slice('Output:\n'.length)]
    : splitOnce(whole, '\nOutput:\n')
  const [, number] = /^(?:Exit code: |Process exited with code )(-?\d+)$/m.exec(head) ?? []
  const isHeaded = /^(?:Exit code: |Chunk ID: |Wall time: )/.test(whole)
  const shown =
    known === undefined ? (isHeaded ? (text ?? '') : whole) : textOf(memberOf(json, 'output'))
  return toCall({
    ...call,
    output: shown,
    exit: known ?? (number === undefined || !isHeaded ? undefined : Number(number)),
    isCut: CUT.test(shown),
    isRefused: /rejected by (?:the )?user|approval (?:was )?denied/i.test(whole.slice(0, 200)),
    isEnded: /^command timed out after \d+/.test(shown),
  })
}

function splitOnce(text: string, mark: string): readonly [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}
