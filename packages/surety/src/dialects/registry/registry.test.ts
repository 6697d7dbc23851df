import { afterEach, describe, expect, it } from 'vitest'

import { DIALECT_IDS } from './built-in.ts'
import { traitsOf } from './built-in.ts'
import {
  addDialect,
  knownDialectIds,
  removeDialect,
  isKnownDialect,
  loadDialect,
  loadEncoder,
} from './load-dialect.ts'

afterEach(() => void removeDialect('house'))

describe('the registry', () => {
  it.each(DIALECT_IDS)('loads %s under its own id', async (id) => {
    expect((await loadEncoder(id)).id).toBe(id)
    expect(await loadDialect(id)).toMatchObject({ id, schema: { title: expect.any(String) } })
  })

  it.each(DIALECT_IDS)('knows the traits of %s without loading it', async (id) => {
    expect(await loadEncoder(id)).toMatchObject(traitsOf(id))
    expect(await loadDialect(id)).toMatchObject(traitsOf(id))
  })

  it('knows the traits of an added dialect once it has been loaded', async () => {
    const td = await loadDialect('td')
    addDialect('house', async () => ({ ...td, id: 'house', rejectsNull: true }))
    expect(traitsOf('house')).toEqual({})
    await loadEncoder('house')
    expect(traitsOf('house').rejectsNull).toBe(true)
    removeDialect('house')
    expect(traitsOf('house')).toEqual({})
  })

  it('accepts the id of a dialect that was added at run time', async () => {
    expect(isKnownDialect('house')).toBe(false)
    addDialect('house', () => loadDialect('td'))
    expect(knownDialectIds()).toContain('house')
    expect((await loadEncoder('house')).id).toBe('td')
    expect(removeDialect('house')).toBe(true)
  })

  it('refuses to replace a built-in dialect', () => {
    expect(() => addDialect('td', () => loadDialect('td'))).toThrow(/belongs to a built-in dialect/)
  })

  it('lists the known ids if one is unknown', async () => {
    await expect(loadDialect('tdd')).rejects.toThrow(/known dialects are spec-1\.0/)
  })
})
