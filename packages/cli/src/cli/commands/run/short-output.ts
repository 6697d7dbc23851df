import type { RunResult } from '@surety/client/unstable/client'
import { type ShortForm } from 'surety/unstable/description'
import { isShorter, shortText } from '@surety/client/unstable/programs'
import { excerptOf } from './excerpt.ts'

/** What is shown of both streams, standard output with the line that says what is left out. */
export interface ShortOutput {
  readonly stdout: string
  readonly stderr: string
}

/** Shortens what a program printed, as its description says; undefined if that saves nothing. */
export function shortOutput(
  { stdout, stderr, outcome }: RunResult,
  form: ShortForm,
  most: number,
  read: string,
): ShortOutput | undefined {
  const decoder = new TextDecoder()
  const [all, errors] = [decoder.decode(stdout), decoder.decode(stderr)]
  const out = shortText(all, form)
  const err = shortText(errors, form, false)
  const counts = new Map(out.left)
  for (const [as, by] of err.left) counts.set(as, (counts.get(as) ?? 0) + by)
  const kind = outcome.ok ? 'result' : 'failure'
  const cut = (text: string, room: number) =>
    // What fits is shown as it was printed, with all that was drawn over.
    Buffer.byteLength(text) <= room
      ? text
      : excerptOf(text, room, kind, ({ from, to }) => {
          counts.set('lines', (counts.get('lines') ?? 0) + to - from + 1)
          return '[…]'
        }).text
  const half = Math.max(most / 2, most - Buffer.byteLength(err.text))
  const shown = {
    stdout: cut(out.text, half),
    stderr: cut(err.text, Math.max(most - half, most / 4)),
  }
  const left = [...counts].map(([as, by]) => `${by} ${as}`).join(', ')
  const note = `[… ${left} left out: ${read} …]\n`
  // Nothing is counted where only what was drawn over is left out.
  if (left === '' || !isShorter(all + errors, shown.stdout + shown.stderr, note)) return undefined
  const end = shown.stdout === '' || shown.stdout.endsWith('\n') ? '' : '\n'
  return { stdout: `${shown.stdout}${end}${note}`, stderr: shown.stderr }
}
