import { useEffect, useState } from 'preact/hooks'

import { visibleText } from '../../packages/internal/src/visible-text.ts'
import type {
  LiveOutput,
  Row,
  ShownStream,
} from '../../packages/cli/src/cli/commands/inspect/views.ts'
import type { Source } from './server.ts'

/** How often a running call is looked at. */
const LOOK_MS = 250

/** Shows a call that runs: a clock, what it has printed so far, and a way to end it. */
export function LiveCall({
  source,
  row,
  onStop,
}: {
  readonly source: Source
  readonly row: Row
  readonly onStop: () => void
}) {
  const [live, setLive] = useState<LiveOutput | null>(null)
  const [now, setNow] = useState(Date.now())
  const { call, time, attempts } = row
  useEffect(() => {
    const look = () => {
      setNow(Date.now())
      // It may have ended meanwhile: the list of calls says so.
      source.live(call).then(setLive, () => undefined)
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [source, call])
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000)
  return (
    <section class="band wait running" aria-label="Running">
      <h2>
        <span role="status">Running{attempts > 1 ? `, attempt ${attempts}` : ''}</span>
        <span class="clock" role="timer">
          {seconds.toFixed(1)} s
        </span>
        <button type="button" onClick={onStop}>
          Stop it
        </button>
      </h2>
      <Tail name="stdout" stream={live?.stdout} />
      <Tail name="stderr" stream={live?.stderr} />
      {live && live.stdout.bytes + live.stderr.bytes === 0 && (
        <p class="muted">It has printed nothing yet.</p>
      )}
    </section>
  )
}

function Tail({
  name,
  stream,
}: {
  readonly name: string
  readonly stream: ShownStream | undefined
}) {
  if (stream === undefined || stream.bytes === 0) return null
  const lines = visibleText(stream.text, '\n\t').split('\n')
  return (
    <>
      <h3>
        {name}{' '}
        <span class="muted">
          {((stream.before ?? 0) + stream.bytes).toLocaleString('en')} bytes so far
        </span>
      </h3>
      <pre tabIndex={0} aria-label={`${name} so far`}>
        {lines.slice(-40).join('\n')}
      </pre>
    </>
  )
}
