import { oneLine, visibleText } from '../../packages/internal/src/visible-text.ts'
import type { RunRecord } from '../../packages/check/src/conformance/report/report.ts'
import { BytesView } from './bytes-view.tsx'
import { CopyButton } from './copy-button.tsx'

/** Shows one process: its command line, its surroundings, its end and its output. */
export function RunView({ run }: { readonly run: RunRecord }) {
  return (
    <div class="run">
      <div class="command">
        <code tabIndex={0}>{visibleText(run.command, '\n')}</code>
        <CopyButton text={run.command} label={`Copy the command line of ${run.id}`} />
      </div>
      <dl class="facts">
        {factsOf(run).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{oneLine(value)}</dd>
          </div>
        ))}
      </dl>
      <BytesView name="stdout" run={run.id} recorded={run.stdout} />
      <BytesView name="stderr" run={run.id} recorded={run.stderr} />
    </div>
  )
}

/** Says how a process ended, in few words. */
export function endOf(run: RunRecord): string {
  if (run.start_error !== null) return `did not start (${run.start_error})`
  if (run.stopped === 'timeout') return 'stopped after its time limit'
  if (run.stopped === 'flood') return 'stopped because of a flood of output'
  if (run.stopped === 'aborted') return 'stopped with the check'
  return run.exit_code === null ? `ended by ${run.ended_by ?? 'a signal'}` : `exit ${run.exit_code}`
}

const STDIN = { closed: 'closed', silent: 'open, without a byte', text: 'a text' } as const
const READER = {
  whole: '',
  slow: 'slow',
  leaves: 'left after the first bytes',
  gone: 'had left before the start',
  full: 'was a full disk',
  held: 'never read',
} as const

function factsOf(run: RunRecord): readonly (readonly [string, string])[] {
  const variables = Object.entries(run.env).map(([name, value]) =>
    value === null ? `${name} removed` : `${name}=${value}`,
  )
  return [
    ['End', endOf(run)] as const,
    ['Time', `${run.duration_ms} ms`] as const,
    ['stdin', run.stdin_text === null ? STDIN[run.stdin] : JSON.stringify(run.stdin_text)] as const,
    ['Reader', READER[run.reader]] as const,
    ['Signal', run.sent === null ? '' : `${run.sent.signal} after ${run.sent.after}`] as const,
    ['Variables', variables.join(', ')] as const,
    ['Folder', run.cwd] as const,
    ['Left behind', run.left_behind ? 'a process or an open stream' : ''] as const,
  ].filter(([, value]) => value !== '')
}
