import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DIALECT_IDS } from '../registry/built-in.ts'
import { loadDialect } from '../registry/load-dialect.ts'
import { META_FITS } from '../read/outcome-draft.ts'
import { readDocument } from '../stream/translate-document.ts'
import { translate } from '../read-capture.ts'
import { withUnplaced, writeWithLosses } from './losses.ts'

const envelope = (meta: object, more: object = {}): string =>
  JSON.stringify({ ok: true, data: {}, error: null, warnings: [], meta, ...more })

describe('what an outcome cannot hold', () => {
  it('is reported as a loss of its kind', async () => {
    const stdout = envelope({ duration_ms: 1, timestamp: 1763182800 })
    const { losses, encoded } = await translate(
      { stdout, stderr: '', exit_code: 0 },
      'spec-1.0',
      'spec-1.6',
    )
    expect(losses).toEqual([
      { pointer: '/meta/timestamp', kind: 'timestamp', stowed_at: null, note: 'kept aside' },
    ])
    expect(encoded.losses).toEqual([])
  })

  it('is reported as a loss from the top level too', async () => {
    const stdout = '{"ok":true,"type":"task","data":{},"cursor":5}'
    const { losses } = await translate({ stdout, stderr: '', exit_code: 0 }, 'td', 'spec-1.0')
    expect(losses).toContainEqual({
      pointer: '/meta/cursor',
      kind: 'paging',
      stowed_at: null,
      note: 'kept aside',
    })
  })

  it('is reported as a loss after any number of other documents', async () => {
    const stdout = '{"progress":1}\n'.repeat(100) + envelope({ duration_ms: 1, type: [] })
    const { losses } = await translate({ stdout, stderr: '', exit_code: 0 }, 'spec-1.6', 'td')
    expect(losses.filter(({ note }) => note === 'kept aside')).toHaveLength(1)
  })

  it('does not include other documents beside the answer', async () => {
    const stdout = `{"progress":1}\n{"meta":5}\n${envelope({ duration_ms: 1 })}`
    const { losses } = await translate({ stdout, stderr: '', exit_code: 0 }, 'spec-1.0', 'spec-1.6')
    expect(losses).toEqual([])
  })
})

describe('every member of meta', () => {
  it('is in the result or reported as a loss, whatever its type', async () => {
    const spec = await loadDialect('spec-1.0')
    const targets = await Promise.all(DIALECT_IDS.map((id) => loadDialect(id)))
    const names = fc.constantFrom(...META_FITS.keys(), 'own')
    const values = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant([]))
    fc.assert(
      fc.property(fc.dictionary(names, values), fc.constantFrom(...targets), (meta, target) => {
        const outcome = readDocument(spec, envelope(meta))
        if ('code' in outcome) throw new Error('it is an envelope')
        const { losses } = writeWithLosses(target, outcome, { stow: 'plain' })
        const lost = new Set(withUnplaced(outcome, losses).map(({ pointer }) => pointer))
        for (const key of Object.keys(meta)) {
          const isKept = lost.has(`/meta/${key}`) || Object.hasOwn(outcome.meta, key)
          expect(isKept, key).toBe(true)
        }
      }),
    )
  })
})
