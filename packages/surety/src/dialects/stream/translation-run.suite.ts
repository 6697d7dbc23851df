import { defineDialect } from '../described/define.ts'
import type { Dialect } from '../dialect.ts'
import { loadDialect } from '../registry/load-dialect.ts'
import {
  LineTranslation,
  type TranslationOptions,
  type TranslationSummary,
} from './line-translation.ts'

/** A described dialect with its payload in a member of its own name. */
export const own = defineDialect({
  id: 'own',
  ok: { at: '/success', success: [true], failure: [false] },
  data: '/result',
  error: { at: '/error', code: '/error/code', message: '/error/message' },
  meta: '/meta',
  stow: '/meta',
})
/** A described dialect whose names mean something else elsewhere. */
const odd = defineDialect({
  id: 'odd',
  ok: { at: '/note', success: ['up'], failure: ['down'] },
  constants: { '/version': 3 },
  data: '/out',
  error: {
    at: '/fault',
    code: '/fault/message',
    message: '/fault/text',
    suggestion: '/fault/code',
    phase: '/fault/hint',
    wait: { at: '/fault/pause', unit: 's' },
    stream: 'stderr',
  },
  meta_members: { duration_ms: '/took', request_id: '/trace' },
  warnings: '/remarks',
  meta: '/more',
  stow: '/more',
  codes: { 'gone*': 'NOT_FOUND' },
})
/** A described dialect whose payload stands beside its mark and its error. */
export const spread = defineDialect({
  id: 'spread',
  ok: { at: '/status', success: ['ok'], failure: ['error'] },
  data: '',
  error: { at: '/error', code: '/code', message: '/error', details: '/info' },
  meta_members: { command: '/cmd' },
  stow: '/aside',
})
/** A described dialect that is nothing but its payload. */
export const bare = defineDialect({
  id: 'bare',
  data: '',
  exits: { 1: 'GENERAL_ERROR' },
})
/** The dialects whose documents hold the payload in one member. */
const holders: readonly Dialect[] = [
  await loadDialect('spec-1.0'),
  await loadDialect('spec-1.6'),
  await loadDialect('td'),
  await loadDialect('animus-1'),
  await loadDialect('incur-full'),
  own,
  odd,
]
const flat: readonly Dialect[] = [
  await loadDialect('claw-1.0'),
  await loadDialect('claw-2.0'),
  await loadDialect('incur-compact'),
]
export const [spec, spec16, td, animus] = holders as [Dialect, Dialect, Dialect, Dialect]
export const [claw1, claw2, compact] = flat as [Dialect, Dialect, Dialect]
/** Those that payloads are moved to. */
export const dialects = [...holders, ...flat]
/** Those that payloads are moved from. */
export const sources = [...dialects, spread, bare]
const now = (): Date => new Date('2026-11-15T03:00:00Z')

/** Translates a whole input, cut into chunks of one size. */
export function run(
  from: Dialect,
  to: Dialect,
  input: string | Uint8Array,
  options: TranslationOptions & { readonly chunk?: number } = {},
): { readonly text: string; readonly summary: TranslationSummary } {
  const translation = new LineTranslation(from, to, { now, ...options })
  const bytes = Buffer.from(input as string)
  const size = options.chunk ?? (bytes.length || 1)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size)
    parts.push(translation.feed(bytes.subarray(at, at + size)))
  parts.push(translation.end())
  return { text: Buffer.concat(parts).toString(), summary: translation.summary() }
}
