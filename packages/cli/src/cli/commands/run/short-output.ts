import type { RunResult } from '@surety/client/unstable/client'
import { type ShortForm } from 'surety/unstable/description'
import { isShorter, shortText, type ShortText } from '@surety/client/unstable/programs'
import { excerptOf, type Gap } from './excerpt.ts'

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
  const cut = ({ text, at }: ShortText, room: number) => {
    // What fits is shown as it was printed, with all that was drawn over.
    if (Buffer.byteLength(text) <= room) return text
    const asPrinted = ({ from, to }: Gap) => ({ from: at[from - 1]!, to: at[to - 1]! })
    const excerpt = excerptOf(text, room, kind, undefined, asPrinted)
    counts.set('lines', (counts.get('lines') ?? 0) + excerpt.left)
    return excerpt.text
  }
  const half = Math.max(most / 2, most - Buffer.byteLength(err.text))
  const shown = {
    stdout: cut(out, half),
    stderr: cut(err, Math.max(most - half, most / 4)),
  }
  const left = [...counts].map(([as, by]) => `${by} ${as}`).join(', ')
  const note = `[… ${left} left out: ${read} …]\n`
  // Nothing is counted where only what was drawn over is left out.
  if (left === '' || !isShorter(all + errors, shown.stdout + shown.stderr, note)) return undefined
  const end = shown.stdout === '' || shown.stdout.endsWith('\n') ? '' : '\n'
  return { stdout: `${shown.stdout}${end}${note}`, stderr: shown.stderr }
}
