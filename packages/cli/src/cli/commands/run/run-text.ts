import {
  objectOf,
  isJsonObject,
  succeed,
  type JsonObject,
  type JsonValue,
  type OutcomeMeta,
} from 'surety/unstable/contract'
import { visibleText } from '@surety/internal/visible-text.ts'
import { durationText, renderData, type Screen } from 'surety/unstable/human'

export function runText(data: JsonValue, screen: Screen, meta: OutcomeMeta): string {
  const shown = resultLines(data, screen, meta)
  // A preview decides nothing.
  if (meta['verdict'] === undefined) return shown.join('\n')
  return [...shown, ...(shown.length > 0 ? [''] : []), summary(screen, meta)].join('\n')
}

export function failedRunText(data: JsonValue, screen: Screen, meta: OutcomeMeta): string {
  return resultLines(isOutput(data) ? data['stdout'] : data, screen, meta).join('\n')
}

function isOutput(data: JsonValue): data is JsonObject & { readonly stdout: JsonValue } {
  return isJsonObject(data) && Object.keys(data).join() === 'stdout,stderr,exit_code'
}

function resultLines(data: JsonValue, screen: Screen, meta: OutcomeMeta): readonly string[] {
  // The output of a plain program is readable as it is.
  const value = meta['dialect'] == null && isOutput(data) ? data['stdout'] : data
  if (typeof value === 'string') {
    const text = visibleText(value.replaceAll('\r\n', '\n'), '\n\t').trimEnd()
    return text === '' ? [] : text.split('\n')
  }
  return renderData(succeed({ data: value }), screen)
}

function summary({ paint, glyphs }: Screen, meta: OutcomeMeta): string {
  // A single attempt is not listed.
  const attempts = isJsonObject(meta['attempts']) ? meta['attempts'] : { count: 1 }
  const verdict = objectOf(meta['verdict'])
  const { count, waited_ms: waited, running_ms: running } = attempts
  const parts = [
    textOr(meta['dialect'], 'plain'),
    count === 1 ? '1 attempt' : `${Number(count ?? 0)} attempts`,
    durationText(Number(running ?? meta.duration_ms ?? 0)),
    ...(Number(waited ?? 0) > 0 ? [`${durationText(Number(waited))} waited`] : []),
  ]
  const isAccepted = verdict['kind'] !== 'escalate'
  const mark = isAccepted ? paint.green(glyphs.tick) : paint.yellow(glyphs.warning)
  const guess = objectOf(meta['guess'])
  const hint = textOr(guess['hint'], '')
  const { meaning } = objectOf(meta['tool_meta'])
  const said = typeof meaning === 'string' ? [meaning, ...parts] : parts
  const line = `${mark} ${paint.dim(said.join(` ${glyphs.dot} `))}`
  if (hint === '') return line
  const { dialect = '', candidates = [dialect] } = guess
  return `${line}\n  ${paint.dim(`It looks like ${(candidates as string[]).join(' or ')}. ${hint}`)}`
}

function textOr(value: JsonValue | undefined, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}
