import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { contractManifest, contracts, expectRefusals } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('input', () => {
  it('REQ-C-020/1,2,3,4,5,6,7: has patterns for identifiers', async () => {
    const [ids, texts] = await Promise.all([
      contracts('ids a/b a.b a?b a#b a%b fine-1'),
      contracts('ids --slug A --run x --release 1.x --page x --file ../x --thing a%2fb'),
    ])
    expect([ids.code, ids.trace, texts.code, texts.trace]).toEqual([2, [], 2, []])
    const found = (run: typeof ids) =>
      (run.meta['errors'] as Loose[]).map(({ param, message }) => `${param} ${message}`)
    expect(found(ids)).toHaveLength(5)
    for (const problem of found(ids)) expect(problem).toMatch(/<volumes>.*alphanumeric-id/)
    for (const text of [
      '--slug --slug: expected text that matches ^[a-z0-9-]{3,64}$',
      '--run --run: expected text in the form uuid',
      '--release --release: expected text in the form semver',
      '--page --page: expected text in the form uri',
      '--file --file: "../x" contains the pattern path_traversal',
      '--thing --thing: "a%2fb" contains the pattern percent_encoded_separator',
    ])
      expect(found(texts).join('\n')).toContain(text)
    expect(entry('ids')['flags']).toMatchObject({
      slug: { pattern: '^[a-z0-9-]{3,64}$' },
      run: { pattern_type: 'uuid' },
      page: { pattern_type: 'url' },
      release: { pattern_type: 'semver' },
      file: { pattern_type: 'filepath' },
    })
    const warned = (manifest['warnings'] as Loose[]).filter(
      ({ code }) => code === 'PATTERN_MISSING',
    )
    expect(warned.map(({ message }) => message)).toEqual([expect.stringContaining('owner-id')])
    await expectRefusals('C-020')
  })
})
