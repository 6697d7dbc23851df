import { describe, expect, it } from 'vitest'

import { FORMAT_IDS, isFormatId, loadFormat, type FormatId } from './registry.ts'

describe('the registry of formats', () => {
  it.each(FORMAT_IDS)('loads %s under its own name', async (id) => {
    expect((await loadFormat(id)).id).toBe(id)
  })

  it('lists the seven formats in the order of the help', () => {
    expect(FORMAT_IDS).toEqual(['json', 'jsonl', 'yaml', 'toon', 'md', 'plain'])
  })

  it.each(['rich', 'JSON', '__proto__', 'constructor', ''])('knows no format %j', async (id) => {
    expect(isFormatId(id)).toBe(false)
    await expect(loadFormat(id as FormatId)).rejects.toMatchObject({
      code: 'INVALID_CHOICE',
      facts: { details: { allowed: FORMAT_IDS } },
    })
  })
})
