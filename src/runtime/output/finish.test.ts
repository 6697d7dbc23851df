import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DIALECT_IDS } from '../../dialects/index.ts'
import { FORMAT_IDS } from '../../formats/index.ts'
import { s } from '../../schema/index.ts'
import { createMemoryWorld } from '../../testing/index.ts'
import { defineCli, defineCommand, dispatch } from '../index.ts'

const SECRET = 'hunter2-swordfish'
const ESCAPES = '\u001b[31m\u001b]52;c;aGk=\u0007\u001b[2J'

/** Every way in which a run can end, by the word that its command takes. */
const ENDS = ['success', 'not-modified', 'failure', 'thrown', 'timeout', 'unserialisable'] as const
type End = (typeof ENDS)[number]

/** A tool that says the same things in every way that it can end. */
function toolThat(said: string) {
  const say = defineCommand({
    description: 'Ends as it is told',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It is done', CONFLICT: 'It is taken', TIMEOUT: 'It took too long' },
    errors: { TAKEN: 'CONFLICT' },
    timeoutMs: 30,
    args: { end: s.string() },
    options: { token: s.string().secret().optional() },
    run: ({ args, warn, note, next, fail, notModified }) => {
      warn(said)
      note('remark', { deep: [said] })
      next({ command: said, description: said })
      switch (args.end as End) {
        case 'not-modified':
          return notModified('etag')
        case 'failure':
          return fail('TAKEN', said, { details: { deep: [said] }, suggestion: said })
        case 'thrown':
          throw new Error(said)
        case 'timeout':
          return new Promise<never>(() => {
            setTimeout(() => {}, 200)
          })
        case 'unserialisable':
          return { [said]: () => {} }
        default:
          return { fine: true }
      }
    },
  })
  return defineCli({ name: 'acme', version: '1.0.0', description: 'Acme', commands: { say } })
}

async function run(said: string, end: End, more: readonly string[] = []) {
  const argv = ['say', end, '--token', SECRET, ...more]
  const world = createMemoryWorld({ argv })
  const { outcome } = await dispatch(toolThat(said), world)
  return { outcome, text: world.written.stdout + world.written.stderr }
}

describe('finish', () => {
  it.each(ENDS)('blacks out a secret in whatever surrounds the data (%s)', async (end) => {
    const { outcome, text } = await run(`the token is ${SECRET}`, end)
    expect(outcome.warnings).toContain('the token is [REDACTED]')
    expect(outcome.meta['remark']).toEqual({ deep: ['the token is [REDACTED]'] })
    expect(text).not.toContain(SECRET)
    expect(text).toContain('[REDACTED]')
  })

  it.each(ENDS)('takes terminal codes out of the same places (%s)', async (end) => {
    const { outcome, text } = await run(`${ESCAPES}red`, end)
    expect(outcome.warnings).toContain('red')
    expect(outcome.meta['remark']).toEqual({ deep: ['red'] })
    expect(text).not.toContain('\u001b')
    expect(text).not.toContain('\\u001b')
  })

  it('finds a secret that has a colour inside', async () => {
    const split = `${SECRET.slice(0, 5)}\u001b[31m${SECRET.slice(5)}`
    const { text } = await run(split, 'success')
    expect(text).not.toContain(SECRET)
  })

  it('says the same warnings and remarks however a run ends, in every dialect and format', async () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom(SECRET, ESCAPES, '\0', '\r\n', '\ud800'))
    const words = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.constantFrom(...DIALECT_IDS),
        fc.constantFrom(...FORMAT_IDS),
        async (said, dialect, format) => {
          const runs = await Promise.all(
            ENDS.map((end) => run(said, end, ['--envelope', dialect, '--format', format])),
          )
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
