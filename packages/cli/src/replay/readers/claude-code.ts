import {
  listOf,
  memberOf,
  objectOf,
  PendingCalls,
  stringOf,
  textOf,
  timeOf,
  toCall,
  type ReplayCall,
  type TranscriptEvent,
  type TranscriptReader,
  type TranscriptRecord,
  wordOf,
} from '../transcript.ts'

/** Tools that change nothing between two commands. */
const READS =
  /^(?:Read|Grep|Glob|LS|WebFetch|WebSearch|TodoWrite|TaskOutput|BashOutput|ToolSearch|NotebookRead|AskUserQuestion)$/
/** Where an output is longer than the client shows, it writes the rest to a file. */
const CUT =
  /^<persisted-output>|Output too large \([\d.]+ ?[KMG]?B\)|\[\d+ (?:lines|characters) truncated\]/
const REFUSED =
  /^(?:The user doesn't want to|Permission to use \w+ has been denied|This command requires approval|Claude requested permissions)/
/** Calls that were made together are dropped when one of them fails. */
const DROPPED = /^<tool_use_error>/
const ENDED =
  /^(?:Exit code 143\n|Exit code 137\n)?.{0,200}(?:Command timed out after|\[Request interrupted)/s

/** The sessions of Claude Code, `~/.claude/projects/**.jsonl`, and what `--output-format stream-json` prints. */
export const reader: TranscriptReader = {
  id: 'claude-code',
  title: 'Claude Code, sessions and stream-json',
  recognises: ({ at, value }) =>
    at === '' &&
    ((/^(?:user|assistant)$/.test(wordOf(value['type'])) &&
      memberOf(value['message'], 'content') !== undefined) ||
      (value['type'] === 'system' && 'session_id' in value && 'subtype' in value)),
  open: (file) => {
    const pending = new PendingCalls<Omit<ReplayCall, 'output' | 'length'>>()
    const read = ({ value }: TranscriptRecord): readonly TranscriptEvent[] => {
      const session = stringOf(value['sessionId']) ?? stringOf(value['session_id']) ?? file
      const time = timeOf(value['timestamp'])
      const events: TranscriptEvent[] = []
      for (const each of listOf(memberOf(value['message'], 'content'))) {
        const part = objectOf(each)
        if (part['type'] === 'tool_use') {
          const command = stringOf(memberOf(part['input'], 'command'))
          const [id, name] = [stringOf(part['id']), stringOf(part['name']) ?? '']
          if (name === 'Bash' && command !== undefined && id !== undefined)
            pending.set(id, { session, time, command, cwd: stringOf(value['cwd']) })
          else if (!READS.test(name)) events.push({ kind: 'change', session })
        }
        if (part['type'] !== 'tool_result') continue
        const call = pending.take(stringOf(part['tool_use_id']))
        if (call !== undefined) events.push(ended(call, part, time))
      }
      return events
    }
    const end = () => pending.rest().map((call) => toCall({ ...call, hasOutput: false }))
    return { read, end }
  },
}

function ended(
  call: Omit<ReplayCall, 'output' | 'length'>,
  part: Readonly<Record<string, unknown>>,
  time: string | undefined,
): TranscriptEvent {
  const text = textOf(part['content'])
  const isError = part['is_error'] === true
  const [head, number] = (isError ? /^Exit code (\d+)\n?/.exec(text) : null) ?? []
  const isEnded = isError && ENDED.test(text)
  return toCall({
    ...call,
    time: call.time ?? time,
    output: head === undefined ? text : text.slice(head.length),
    exit: number === undefined ? (isError ? undefined : 0) : Number(number),
    isCut: CUT.test(text),
    isRefused: isError && REFUSED.test(text),
    isEnded,
    hasOutput: !(isError && DROPPED.test(text)),
  })
}
