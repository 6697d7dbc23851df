import { afterEach, describe, expect, it } from 'vitest'

import { DIALECT_IDS } from './dialect-ids.ts'
import {
  addDialect,
  isKnownDialect,
  knownDialectIds,
  loadDialect,
  loadEncoder,
  removeDialect,
} from './registry.ts'

afterEach(() => void removeDialect('house'))

describe('the registry', () => {
  it.each(DIALECT_IDS)('loads %s under its own id', async (id) => {
    expect((await loadEncoder(id)).id).toBe(id)
    expect(await loadDialect(id)).toMatchObject({ id, schema: { title: expect.any(String) } })
  })

  it('takes a dialect at run time wherever an id is accepted', async () => {
    expect(isKnownDialect('house')).toBe(false)
    addDialect('house', () => loadDialect('td'))
    expect(knownDialectIds()).toContain('house')
    expect((await loadEncoder('house')).id).toBe('td')
    expect(removeDialect('house')).toBe(true)
  })

  it('keeps built-in ids from being taken over', () => {
    expect(() => addDialect('td', () => loadDialect('td'))).toThrow(/belongs to a built-in dialect/)
  })

  it('names the known ids when one is unknown', async () => {
    await expect(loadDialect('tdd')).rejects.toThrow(/known are spec-1\.0/)
  })
})
