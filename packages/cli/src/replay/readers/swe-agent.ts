import {
  numberOf,
  stringOf,
  toCall,
  type TranscriptEvent,
  type TranscriptReader,
  type TranscriptRecord,
} from '../transcript.ts'

/** Tools of its own that are no programs: an editor, a file that is open. */
const OWN =
  /^(?:edit|insert|open|create|goto|scroll_(?:up|down)|submit|str_replace_editor|search_file|search_dir|find_file|exit_\w+)\b/

const CUT =
  /^Observation: .*truncated|<response clipped>|\[\.\.\.\d+ (?:characters|lines) (?:omitted|truncated)/m

/** The trajectories of SWE-agent, `*.traj`: it tells no exits and no times. */
export const reader: TranscriptReader = {
  id: 'swe-agent',
  title: 'SWE-agent, .traj',
  recognises: ({ at, value }) => at === 'trajectory' && 'action' in value && 'observation' in value,
  open: (session) => {
    const read = ({ at, value }: TranscriptRecord): readonly TranscriptEvent[] => {
      const command = stringOf(value['action'])?.trim()
      if (at !== 'trajectory' || command === undefined || command === '') return []
      if (OWN.test(command)) return [{ kind: 'change', session }]
      const output = stringOf(value['observation']) ?? ''
      return [
        toCall({
          session,
          command,
          output,
          exit: numberOf(value['exit_code']),
          cwd: workingFolder(value['state']),
          isCut: CUT.test(output),
          isEnded:
            /^(?:EXECUTION TIMED OUT|The command '[^]{0,4000}' was cancelled because it took more)/.test(
              output,
            ),
        }),
      ]
    }
    return { read, end: () => [] }
  },
}

/** The state is an object, or the text of one. */
function workingFolder(state: unknown): string | undefined {
  const text = typeof state === 'string' ? state : JSON.stringify(state ?? '')
  return /"working_dir": ?"([^"\\]{1,4096})"/.exec(text)?.[1]
}
