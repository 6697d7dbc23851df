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
  /^(?:read_|list_|glob|grep|search_|google_web|web_fetch|save_memory|write_todos|ask_user)/
const CUT = /^Output too large\. Showing first|\n\.\.\. \[[\d,]+ characters omitted\] \.\.\.\n/
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
      const isRefused = call['status'] === 'cancelled'
      return [ended({ session, time, command, isRefused }, resultText(call['result']))]
    }
    /** Reads an event of stream-json. */
    const streamed = (value: Readonly<Record<string, unknown>>): readonly TranscriptEvent[] => {
      const id = stringOf(value['tool_id'])
      if (value['type'] === 'tool_result') {
        const call = pending.take(id)
        const text = stringOf(value['output']) ?? stringOf(memberOf(value['error'], 'message'))
        return call === undefined ? [] : [ended(call, text ?? '')]
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

/** Reads what the model got: parts, among them the answer to its call. */
function resultText(result: unknown): string {
  const parts = Array.isArray(result) ? result : [result]
  return parts
    .map((part: unknown) => {
      const response = memberOf(memberOf(part, 'functionResponse'), 'response')
      return (
        stringOf(part) ??
        stringOf(memberOf(response, 'output')) ??
        stringOf(memberOf(response, 'error')) ??
        stringOf(memberOf(part, 'text')) ??
        ''
      )
    })
    .join('\n')
}

/** What older versions write before an output; a command may have many lines. */
const HEAD = /^Command: [^]{1,65536}?\nDirectory: [^\n]{0,4096}\nOutput: /
/** What stands behind it. An error of the program itself stays with its output. */
const TAIL =
  /(?:\n(?:Error: \(none\)|Exit Code: (?:-?\d+|\(none\))|Signal: \S+|Background PIDs: [\d, ()a-z]+|Process Group PGID: (?:\d+|\(none\))))+\s*$/

/** Takes the lines off that the client writes around an output; the exit is among them unless it is 0. */
function ended(call: Begun, whole: string): TranscriptEvent {
  const [head = whole.startsWith('Output: ') ? 'Output: ' : ''] = HEAD.exec(whole) ?? []
  const isOwn = head !== ''
  const own = whole.slice(head.length)
  const end = own.slice(-4096)
  const tail = isOwn ? TAIL.exec(end) : null
  const [, number] = /^Exit Code: (-?\d+)$/m.exec(tail?.[0] ?? '') ?? []
  const text = tail === null ? own : own.slice(0, own.length - end.length + tail.index)
  const isEnded = /^Command was (?:automatically )?cancelled/.test(whole)
  return toCall({
    ...call,
    output: text === '(empty)' ? '' : text,
    exit: number === undefined ? (isOwn ? 0 : undefined) : Number(number),
    isCut: CUT.test(whole),
    isEnded,
  })
}
