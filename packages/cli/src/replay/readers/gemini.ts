import {
  isObject,
  listOf,
  memberOf,
  objectOf,
  PendingCalls,
  stringOf,
  timeOf,
  toCall,
  type ReplayCall,
  type TranscriptEvent,
  type TranscriptReader,
  type TranscriptRecord,
  wordOf,
} from '../transcript.ts'

type Begun = Omit<ReplayCall, 'output' | 'length'>

const SHELL = 'run_shell_command'
const READS =
  /^(?:read_|list_|glob|grep|search_|google_web|web_fetch|save_memory|write_todos|ask_user|get_internal_docs|activate_skill|enter_plan_mode|exit_plan_mode|update_topic|complete_task|tracker_)/
const CUT =
  /^Output too large\. (?:Showing first|Full output available at)|\n\.\.\. \[[^\]\n]{1,20} (?:characters|lines) omitted\] \.\.\.\n/m
/** Ids of calls that were given: a message is written again when it grows. */
const MAX_IDS = 10_000

/** The sessions of Gemini CLI, `~/.gemini/tmp/*\/chats/session-*`, as lines or one document, and its stream-json. */
export const reader: TranscriptReader = {
  id: 'gemini',
  title: 'Gemini CLI, sessions and stream-json',
  recognises: ({ at, value }) =>
    (at === 'document' && 'projectHash' in value) ||
    (at === '' && 'sessionId' in value && 'projectHash' in value) ||
    (at === '' && value['type'] === 'tool_use' && 'tool_name' in value && 'tool_id' in value) ||
    (at === '' && value['type'] === 'init' && 'session_id' in value && 'model' in value) ||
    (at !== 'document' && value['type'] === 'gemini' && 'id' in value && 'timestamp' in value),
  open: (file) => {
    const pending = new PendingCalls<Begun>()
    const given = new Set<string>()
    let session = file
    const isNew = (id: string) => {
      if (given.has(id)) return false
      if (given.size >= MAX_IDS) given.delete(given.values().next().value as string)
      given.add(id)
      return true
    }
    /** Reads a call of a message; one without a result is under way, and written again later. */
    const recorded = (value: unknown): readonly TranscriptEvent[] => {
      const call = objectOf(value)
      const [id, name] = [stringOf(call['id']) ?? '', stringOf(call['name']) ?? '']
      const isOver = /^(?:success|error|cancelled)$/.test(wordOf(call['status']))
      if (!isOver || !isNew(id)) return []
      const command = stringOf(memberOf(call['args'], 'command'))
      if (name !== SHELL || command === undefined)
        return READS.test(name) ? [] : [{ kind: 'change', session }]
      const time = timeOf(call['timestamp'])
      const isCancelled = call['status'] === 'cancelled'
      return [ended({ session, time, command }, resultText(call['result'], id), isCancelled)]
    }
    /** Reads an event of stream-json. */
    const streamed = (value: Readonly<Record<string, unknown>>): readonly TranscriptEvent[] => {
      const id = stringOf(value['tool_id'])
      if (value['type'] === 'tool_result') {
        const call = pending.take(id)
        const text = stringOf(value['output']) ?? stringOf(memberOf(value['error'], 'message'))
        return call === undefined ? [] : [ended(call, text)]
      }
      if (value['type'] !== 'tool_use' || id === undefined) return []
      const command = stringOf(memberOf(value['parameters'], 'command'))
      const name = stringOf(value['tool_name']) ?? ''
      if (name === SHELL && command !== undefined)
        pending.set(id, { session, time: timeOf(value['timestamp']), command })
      else if (!READS.test(name)) return [{ kind: 'change', session }]
      return []
    }
    const read = ({ value }: TranscriptRecord): readonly TranscriptEvent[] => {
      const set = memberOf(value, '$set')
      session =
        stringOf(value['sessionId']) ??
        stringOf(value['session_id']) ??
        stringOf(memberOf(set, 'sessionId')) ??
        session
      const patched = listOf(memberOf(value['$patch'], 'updates'))
      const messages = isObject(set) ? listOf(set['messages']) : [value, ...patched]
      const calls = messages.flatMap((message) => listOf(memberOf(message, 'toolCalls')))
      return [...calls.flatMap(recorded), ...streamed(value)]
    }
    const end = () => pending.rest().map((call) => toCall({ ...call, hasOutput: false }))
    return { read, end }
  },
}

/** Reads what the model got: parts, among them the answer to its call; later versions put those of other calls beside it. */
function resultText(result: unknown, id: string): string | undefined {
  const parts: readonly unknown[] = Array.isArray(result) ? result : [result]
  const own = parts.filter((part) => memberOf(memberOf(part, 'functionResponse'), 'id') === id)
  const texts = (own.length > 0 ? own : parts).flatMap((part) => {
    const response = memberOf(memberOf(part, 'functionResponse'), 'response')
    const text =
      stringOf(part) ??
      stringOf(memberOf(response, 'output')) ??
      stringOf(memberOf(response, 'error')) ??
      stringOf(memberOf(part, 'text'))
    return text === undefined ? [] : [text]
  })
  return texts.length > 0 ? texts.join('\n') : undefined
}

/** What the client writes around a result: where the rest of a long one is, and that it comes from outside. */
const AROUND = [
  /^Output too large\. Showing first [^\n]{0,4096}\n/,
  /^<tool_output_masked>\n/,
  /^<untrusted_context>\n/,
  /\n<\/tool_output_masked>\s*$/,
  /\n\nOutput too large\. Full output available at: [^\n]{0,4096}$/,
  /\n<\/untrusted_context>\s*$/,
]
/** What older versions write before an output; a command may have many lines. */
const HEAD = /^Command: [^]{1,65536}?\nDirectory: [^\n]{0,4096}\nOutput: /
/** What stands behind it. An error of the program itself stays with its output. */
const TAIL =
  /(?:\n(?:Error: \(none\)|Exit Code: (?:-?\d+|\(none\))|Signal: \S+|Background PIDs: [\d, ()a-z]+|Process Group PGID: (?:\d+|\(none\))))+\s*$/
/** What stands in the place of an output where the client ended the command. */
const STOPPED =
  /^Command was (?:automatically )?cancelled[^\n]{0,300}?(?: Below is the output before it was cancelled:\n|$)/
/** The client never started the command. */
const REFUSED =
  /^(?:Command injection detected: |Command was cancelled by user before it could start|Tool execution denied by policy|\[Operation Cancelled\])/
/** The command goes on without the agent, which saw nothing of its end. */
const BACKGROUND = /^Command (?:moved to|is running in) background/

/** Takes the lines off that the client writes around an output; the exit is among them unless it is 0. */
function ended(call: Begun, told: string | undefined, isCancelled = false): TranscriptEvent {
  if (told === undefined) return toCall({ ...call, isRefused: isCancelled, hasOutput: false })
  // Both ends are looked at apart: a pattern that ends in $ would be tried at every place of a long text.
  const edge = (text: string, mark: RegExp) => {
    const at = mark.source.startsWith('^') ? 0 : Math.max(0, text.length - 8192)
    return text.slice(0, at) + text.slice(at).replace(mark, '')
  }
  const whole = AROUND.reduce(edge, told)
  const isCut = CUT.test(told)
  if (REFUSED.test(whole)) return toCall({ ...call, output: whole, isRefused: true })
  if (BACKGROUND.test(whole)) return toCall({ ...call, isCut, hasOutput: false })
  if (STOPPED.test(whole))
    return toCall({ ...call, output: whole.replace(STOPPED, ''), isCut, isEnded: true })
  const [head = whole.startsWith('Output: ') ? 'Output: ' : ''] = HEAD.exec(whole) ?? []
  const isOwn = head !== ''
  const own = whole.slice(head.length)
  const end = own.slice(-4096)
  const tail = isOwn ? TAIL.exec(end) : null
  const marks = tail?.[0] ?? ''
  const [, number] = /^Exit Code: (-?\d+)$/m.exec(marks) ?? []
  const isKilled = /^Signal: (?!\(none\))/m.test(marks)
  const text = tail === null ? own : own.slice(0, own.length - end.length + tail.index)
  return toCall({
    ...call,
    output: text === '(empty)' ? '' : text,
    exit: number === undefined ? (isOwn && !isKilled ? 0 : undefined) : Number(number),
    isCut,
    isRefused: isCancelled,
    isEnded: isKilled,
  })
}
