import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DIALECT_IDS } from '../../dialects/index.ts'
import { FORMAT_IDS } from '../../formats/index.ts'
import { s } from '../../schema/index.ts'
import { createMemoryWorld } from '../../testing/index.ts'
import { defineCli, defineCommand, dispatch } from '../index.ts'

const SECRET = 'hunter2-swordfish'
const ESCAPES = '\u001b[31m\u001b]52;c;aGk=\u0007\u001b[2J'

/** Every way in which a run can end; the command takes one as its argument. */
const ENDS = ['success', 'not-modified', 'failure', 'thrown', 'timeout', 'unserialisable'] as const
type End = (typeof ENDS)[number]

/** Makes a tool that puts the same text into every kind of end. */
function toolWith(text: string, timeoutMs: number) {
  const say = defineCommand({
    description: 'Ends in the requested way',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It is done', CONFLICT: 'It is taken', TIMEOUT: 'It took too long' },
    errors: { TAKEN: 'CONFLICT' },
    timeoutMs,
    args: { end: s.string() },
    options: { token: s.string().secret().optional() },
    run: ({ args, warn, addMeta, suggestNext, fail, notModified }) => {
      warn(text)
      addMeta('remark', { deep: [text] })
      suggestNext({ command: text, description: text })
      switch (args.end as End) {
        case 'not-modified':
          return notModified('etag')
        case 'failure':
          return fail('TAKEN', text, { details: { deep: [text] }, suggestion: text })
        case 'thrown':
          throw new Error(text)
        case 'timeout':
          return new Promise<never>(() => {
            setTimeout(() => {}, 2000)
          })
        case 'unserialisable':
          return { [text]: () => {} }
        default:
          return { fine: true }
      }
    },
  })
  return defineCli({ name: 'acme', version: '1.0.0', description: 'Acme', commands: { say } })
}

async function run(text: string, end: End, more: readonly string[] = []) {
  const argv = ['say', end, '--token', SECRET, ...more]
  const world = createMemoryWorld({ argv })
  const { outcome } = await dispatch(toolWith(text, end === 'timeout' ? 100 : 30_000), world)
  return { outcome, text: world.written.stdout + world.written.stderr }
}

describe('finish', () => {
  it.each(ENDS)('redacts a secret in warnings, meta and errors (%s)', async (end) => {
    const { outcome, text } = await run(`the token is ${SECRET}`, end)
    expect(outcome.warnings).toContain('the token is [REDACTED]')
    expect(outcome.meta['remark']).toEqual({ deep: ['the token is [REDACTED]'] })
    expect(text).not.toContain(SECRET)
    expect(text).toContain('[REDACTED]')
  })

  it.each(ENDS)('removes terminal codes from warnings, meta and errors (%s)', async (end) => {
    const { outcome, text } = await run(`${ESCAPES}red`, end)
    expect(outcome.warnings).toContain('red')
    expect(outcome.meta['remark']).toEqual({ deep: ['red'] })
    expect(text).not.toContain('\u001b')
    expect(text).not.toContain('\\u001b')
  })

  it('redacts a secret with a colour code inside', async () => {
    const split = `${SECRET.slice(0, 5)}\u001b[31m${SECRET.slice(5)}`
    const { text } = await run(split, 'success')
    expect(text).not.toContain(SECRET)
  })

  it('writes the same warnings and meta for every end, dialect and format', async () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom(SECRET, ESCAPES, '\0', '\r\n', '\ud800'))
    const texts = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.constantFrom(...DIALECT_IDS),
        fc.constantFrom(...FORMAT_IDS),
        async (given, dialect, format) => {
          const runTo = (end: End) => run(given, end, ['--envelope', dialect, '--format', format])
          const runs = await Promise.all(ENDS.filter((end) => end !== 'timeout').map(runTo))
          // Last, because modules that load for the first time take longer than its limit.
          runs.push(await runTo('timeout'))
          const [first] = runs
          for (const { outcome, text } of runs) {
            expect(text).not.toContain(SECRET)
            expect(text).not.toContain('\u001b')
            expect(outcome.warnings[0]).toBe(first!.outcome.warnings[0])
            expect(outcome.meta['remark']).toEqual(first!.outcome.meta['remark'])
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})
