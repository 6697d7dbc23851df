import {
  listOf,
  memberOf,
  numberOf,
  objectOf,
  stringOf,
  timeOf,
  toCall,
  type TranscriptEvent,
  type TranscriptReader,
  type TranscriptRecord,
  wordOf,
} from '../transcript.ts'

const READS =
  /^(?:read|grep|glob|list|webfetch|websearch|codesearch|todo|question|lsp|skill|plan_|invalid)/
const CUT =
  /^\.\.\.output truncated\.\.\.|^\.\.\.\d+ (?:bytes|lines) truncated\.\.\.$|\[output capture truncated/m
const REFUSED = /rejected permission|has specified a rule which prevents/
const ENDED = /terminated command after exceeding timeout|User aborted the command/

/** What `opencode run --format json` prints, `opencode export` writes, and the parts that older versions store. */
export const reader: TranscriptReader = {
  id: 'opencode',
  title: 'OpenCode, run --format json and export',
  recognises: ({ at, value }) =>
    isPart(at === '' ? (value['part'] ?? value) : undefined) ||
    (at === '' &&
      'sessionID' in value &&
      /^(?:step_|text|reasoning|tool_use|error)/.test(wordOf(value['type']))) ||
    (at === 'messages' && Array.isArray(value['parts']) && 'role' in objectOf(value['info'])),
  open: (file) => {
    const read = ({ value }: TranscriptRecord): readonly TranscriptEvent[] => {
      const parts = Array.isArray(value['parts'])
        ? listOf(value['parts'])
        : [value['part'] ?? value]
      return parts.flatMap((part) => (isPart(part) ? toEvents(objectOf(part), file) : []))
    }
    return { read, end: () => [] }
  },
}

function isPart(value: unknown): boolean {
  const part = objectOf(value)
  return part['type'] === 'tool' && 'callID' in part && 'state' in part
}

function toEvents(part: Readonly<Record<string, unknown>>, file: string): TranscriptEvent[] {
  const [session, tool] = [stringOf(part['sessionID']) ?? file, stringOf(part['tool']) ?? '']
  const { status, input, output, error, metadata, time } = objectOf(part['state'])
  const command = stringOf(memberOf(input, 'command'))
  if (status !== 'completed' && status !== 'error') return []
  if (!/^(?:bash|shell)$/.test(tool) || command === undefined)
    return READS.test(tool) ? [] : [{ kind: 'change', session }]
  // Where the session was stopped, what was printed until then is kept beside the error.
  const isStopped = status === 'error' && memberOf(metadata, 'interrupted') === true
  const text = isStopped
    ? stringOf(memberOf(metadata, 'output'))
    : (stringOf(output) ?? stringOf(error) ?? '')
  const [own] = text?.split(/\n\n<(?:shell_|bash_)?metadata>\n/, 1) ?? []
  return [
    toCall({
      session,
      time: timeOf(memberOf(time, 'start')),
      command,
      cwd: stringOf(memberOf(input, 'workdir')),
      output: own === '(no output)' ? '' : own,
      exit: numberOf(memberOf(metadata, 'exit')),
      isCut: memberOf(metadata, 'truncated') === true || CUT.test(text ?? ''),
      isRefused: status === 'error' && !isStopped && REFUSED.test(text ?? ''),
      isEnded: isStopped || ENDED.test(text?.slice(-1000) ?? ''),
    }),
  ]
}
