import { isJsonObject, type JsonValue, type OutcomeMeta } from '../../contract/index.ts'
import { oneLine } from '@surety/internal/visible-text.ts'
import type { Screen } from './terminal/screen.ts'
import { hanging, longest, padTo, widthOf, wrapTo } from './terminal/text-width.ts'

export interface Hint {
  readonly command: string
  readonly description?: string
}

/** Collects follow-up commands from `meta.next_steps`, `meta.next` and `meta.cta`. */
export function hintsOf(meta: OutcomeMeta): Hint[] {
  const cta = meta.cta
  const sources = [meta['next_steps'], meta['next'], isJsonObject(cta) ? cta['commands'] : cta]
  return sources.flatMap((source) => [source ?? []].flat() as readonly JsonValue[]).flatMap(hintOf)
}

export function renderHints(hints: readonly Hint[], screen: Screen): string[] {
  const { paint, glyphs } = screen
  const lead = `${glyphs.arrow} `
  const widest = longest(hints.map(({ command }) => command))
  return hints.flatMap(({ command, description }) => {
    if (description === undefined) return [lead + paint.cyan(command)]
    const room = screen.columns - widthOf(lead) - widest - 2
    if (screen.columns > 0 && room < 16) {
      const below = wrapTo(description, screen.columns - widthOf(lead)).map(paint.dim)
      return hanging(lead, [paint.cyan(command), ...below])
    }
    const lines = wrapTo(description, screen.columns === 0 ? 0 : room).map(paint.dim)
    return hanging(`${lead}${padTo(paint.cyan(command), widest)}  `, lines)
  })
}

function hintOf(value: JsonValue): Hint[] {
  if (typeof value === 'string') return [{ command: oneLine(value) }]
  if (!isJsonObject(value) || typeof value['command'] !== 'string') return []
  const description = value['description'] ?? value['suggestion']
  return [
    {
      command: oneLine(value['command']),
      ...(typeof description === 'string' && { description: oneLine(description) }),
    },
  ]
}
