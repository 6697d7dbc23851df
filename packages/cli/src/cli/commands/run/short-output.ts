import type { RunResult } from '@surety/client/unstable/client'
import { type ShortForm } from 'surety/unstable/description'
import { shortText } from '@surety/client/unstable/programs'
import { excerptOf } from './excerpt.ts'

/** What is shown of an output, and what of it is not. */
export interface ShortOutput {
  readonly stdout: string
  readonly stderr: string
  /** Such as `110 passed, 24 lines`. */
  readonly left: string
}

/** About as long as the line that says what is left out. */
const NOTE_BYTES = 120

/** Shortens what a program printed, as its description says; undefined if that saves nothing. */
export function shortOutput(
  { stdout, stderr, outcome }: RunResult,
  form: ShortForm,
  most: number,
): ShortOutput | undefined {
  const decoder = new TextDecoder()
  const out = shortText(decoder.decode(stdout), form)
  const err = shortText(decoder.decode(stderr), form, false)
  const counts = new Map(out.left)
  for (const [as, by] of err.left) counts.set(as, (counts.get(as) ?? 0) + by)
  const kind = outcome.ok ? 'result' : 'failure'
  const cut = (text: string, room: number) =>
    excerptOf(text, room, kind, ({ from, to }) => {
      counts.set('lines', (counts.get('lines') ?? 0) + to - from + 1)
      return '[…]'
    }).text
  const half = Math.max(most / 2, most - Buffer.byteLength(err.text))
  const shown = {
    stdout: cut(out.text, half),
    stderr: cut(err.text, Math.max(most - half, most / 4)),
  }
  const saved = stdout.length + stderr.length - Buffer.byteLength(shown.stdout + shown.stderr)
  if (saved < NOTE_BYTES) return undefined
  return { ...shown, left: [...counts].map(([as, by]) => `${by} ${as}`).join(', ') }
}
