import { parseJson } from 'surety/unstable/contract'
import {
  isObject,
  listOf,
  memberOf,
  numberOf,
  objectOf,
  stringOf,
  textOf,
  timeOf,
  toCall,
  type TranscriptEvent,
  type TranscriptReader,
  type TranscriptRecord,
  wordOf,
} from '../transcript.ts'

/** Its own pattern: a block of another language, or of none, is part of a thought. */
const BLOCK = /```(?:mswea_bash_command|bash)[ \t]*\n([^]*?)\n```/g
const ANSWER = /^(?:<exception>[^<]{0,4000}<\/exception>\s{0,9})?<returncode>(-?\d+)<\/returncode>/
/** What it answers where it has ended a command; the command stands in it once more. */
const KILLED =
  /^The last command <command>[^]{0,65536}<\/command> timed out and has been killed\.\s{0,9}The output of the command was:\s{0,9}/

/**
 * The trajectories of mini-swe-agent, `*.traj.json`: messages whose text holds a command, or whose tool calls do; and
 * what it prints on a terminal.
 */
export const reader: TranscriptReader = {
  id: 'mini-swe-agent',
  title: 'mini-swe-agent, .traj.json and logs of its terminal',
  recognises: ({ at, value }) =>
    at === 'log' ||
    (at === 'document' &&
      (wordOf(value['trajectory_format']).startsWith('mini-swe-agent') ||
        'mini_version' in objectOf(value['info']))) ||
    ((at === 'messages' || at === '') && isAnswer(value)) ||
    ((at === 'messages' || at === '') && Array.isArray(memberOf(value['extra'], 'actions'))),
  open: (session) => {
    let begun: readonly string[] = []
    const read = ({ at, value }: TranscriptRecord): readonly TranscriptEvent[] => {
      if (at === 'document') return []
      const { role, content } = value
      if (role === 'assistant' || value['object'] === 'response') {
        const left = begun
        begun = commandsIn(value)
        return left.map((command) => toCall({ session, command, hasOutput: false }))
      }
      if (!isAnswer(value)) return []
      const [command, ...rest] = begun
      begun = rest
      if (command === undefined) return []
      const extra = objectOf(value['extra'])
      const text = textOf(content) || textOf(value['output'])
      const [, number] = ANSWER.exec(text) ?? []
      const exit =
        numberOf(extra['returncode']) ?? (number === undefined ? undefined : Number(number))
      const isEnded =
        KILLED.test(text) ||
        /timed out after|TimeoutExpired/.test(wordOf(extra['exception_info'] ?? ''))
      return [
        toCall({
          session,
          time: timeOf(extra['timestamp']),
          command,
          output: stringOf(extra['raw_output']) ?? outputIn(text),
          exit: exit === -1 ? undefined : exit,
          isCut: text.includes('<output_head>'),
          isEnded,
        }),
      ]
    }
    const end = () => begun.map((command) => toCall({ session, command, hasOutput: false }))
    return { read, end }
  },
}

function isAnswer(value: Readonly<Record<string, unknown>>): boolean {
  return (
    (/^(?:user|tool)$/.test(wordOf(value['role'])) || 'call_id' in value) &&
    ('returncode' in objectOf(value['extra']) ||
      ANSWER.test(textOf(value['content'])) ||
      KILLED.test(textOf(value['content'])))
  )
}

/** Finds the commands of a message: as actions, as tool calls, or in a block of its text. */
function commandsIn(value: Readonly<Record<string, unknown>>): readonly string[] {
  const actions = listOf(memberOf(value['extra'], 'actions'))
  const calls = listOf(value['tool_calls']).map((call) => {
    const given = memberOf(memberOf(call, 'function'), 'arguments')
    return typeof given === 'string' ? parseJson(given) : given
  })
  const found = [...(actions.length > 0 ? actions : calls)].flatMap((each) =>
    isObject(each) ? (stringOf(each['command']) ?? []) : (stringOf(each) ?? []),
  )
  if (found.length > 0) return found
  const blocks = [...textOf(value['content']).matchAll(BLOCK)].map(([, command]) => command!.trim())
  return blocks.length === 1 ? blocks : []
}

function outputIn(text: string): string {
  const head = text.replace(ANSWER, '').replace(KILLED, '').trimStart()
  const [, whole] =
    /^<output>\n?([^]*?)\n?<\/output>(?:\s*|\nPlease try another command[^\n]*)$/.exec(head) ?? []
  return whole ?? head.replaceAll(/<\/?(?:output_head|output_tail|warning|elided_chars)>\n?/g, '')
}
