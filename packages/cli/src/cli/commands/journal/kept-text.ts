import { isJsonObject, type JsonValue } from 'surety/unstable/contract'
import { hostOf, type AnyContext } from 'surety/unstable/surface'
import { mostBytes } from '../run/answers.ts'
import { readRest } from '../run/plain-answer.ts'

type Stream = 'stdout' | 'stderr'

interface Wanted {
  readonly call: string
  readonly lines?: string | undefined
  readonly stream?: Stream | undefined
  readonly stateDir?: string | undefined
}

/** Prints what an earlier call printed, as the program printed it; both streams if nothing narrower is asked for. */
export async function printKept(
  ctx: AnyContext,
  kept: JsonValue,
  { call, lines, stream, stateDir }: Wanted,
): Promise<JsonValue> {
  let room = mostBytes({}, ctx.processEnv, 'text')
  const linesOf = (name: Stream): string => {
    const printed = isJsonObject(kept) ? (kept[name] ?? '') : name === 'stdout' ? kept : ''
    if (printed === '') return ''
    const text = typeof printed === 'string' ? printed : `${JSON.stringify(printed, null, 2)}\n`
    const all = text.replace(/\n$/, '').split('\n')
    const [from = 1, to = all.length] = lines?.split('-').map(Number) ?? []
    const last = Math.min(to, all.length)
    const shown: string[] = []
    for (let number = from; number <= last; number += 1) {
      room -= Buffer.byteLength(all[number - 1]!) + 1
      if (room < 0 && shown.length > 0) {
        const read = readRest(call, stateDir)({ from: number, to: last }, name)
        shown.push(`[… lines ${number} to ${last}: ${read} …]`)
        break
      }
      shown.push(all[number - 1]!)
    }
    return shown.map((line) => `${line}\n`).join('')
  }
  const isNarrow = stream !== undefined || lines !== undefined
  const streams: readonly Stream[] = isNarrow ? [stream ?? 'stdout'] : ['stdout', 'stderr']
  const texts = streams.map((name) => [name, linesOf(name)] as const)
  const host = hostOf(ctx)
  if (!host.isDirect) return Object.fromEntries(texts)
  host.handOn(0)
  for (const [name, text] of texts) await host.write(isNarrow ? 'stdout' : name, text)
  return null
}
