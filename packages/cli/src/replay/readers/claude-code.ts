import { objectOf } from 'surety/unstable/contract'
import {
  memberOf,
  PendingCalls,
  stringOf,
  textOf,
  timeOf,
  type ReplayCall,
  type TranscriptLine,
  type TranscriptReader,
} from '../transcript.ts'

/** A person or a rule denied the call, or another one failed that was made together with it. */
const NOT_RUN =
  /^(?:The user doesn't want to|Permission to use \w+ has been denied|This command requires approval|Claude requested permissions|<tool_use_error>)/

/** The sessions of Claude Code, `~/.claude/projects/**.jsonl`, and what `--output-format stream-json` prints. */
export const claudeCode: TranscriptReader = {
  title: 'Claude Code',
  recognises: ({ type, message }) =>
    (type === 'user' || type === 'assistant') && memberOf(message, 'content') !== undefined,
  open: (file) => {
    const pending = new PendingCalls<string>()
    return (line) => {
      const content = memberOf(line['message'], 'content')
      const session = stringOf(line['sessionId'] ?? line['session_id']) ?? file
      const about = { session, time: timeOf(line['timestamp']) }
      return (Array.isArray(content) ? content : []).flatMap((each) => {
        const part = objectOf(each)
        const command = stringOf(memberOf(part['input'], 'command'))
        if (part['type'] === 'tool_use' && part['name'] === 'Bash' && command !== undefined)
          pending.set(part['id'], command)
        if (part['type'] !== 'tool_result') return []
        const ended = pending.take(part['tool_use_id'])
        return ended === undefined ? [] : [{ ...about, command: ended, ...endOf(part) }]
      })
    }
  },
}

function endOf(part: TranscriptLine): Pick<ReplayCall, 'output' | 'exit' | 'hasRun'> {
  const text = textOf(part['content'])
  if (part['is_error'] !== true) return { output: text, exit: 0, hasRun: true }
  const [head = '', exit] = /^Exit code (\d+)\n?/.exec(text) ?? []
  return {
    output: text.slice(head.length),
    exit: exit === undefined ? undefined : Number(exit),
    hasRun: !NOT_RUN.test(text),
  }
}
