import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { contractManifest, contracts } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('input', () => {
  let [ids, texts]: Awaited<ReturnType<typeof contracts>>[] = []
  beforeAll(async () => {
    ;[ids, texts] = await Promise.all([
      contracts('ids a/b a.b a?b a#b a%b fine-1'),
      contracts('ids --slug A --run x --release 1.x --page x --file ../x --thing a%2fb'),
    ])
  })
  const found = (run: typeof ids) =>
    (run!.meta['errors'] as Loose[]).map(({ param, message }) => `${param} ${message}`)

  it('has identifiers of letters and digits', () => {
    expect(found(ids)).toHaveLength(5)
    for (const problem of found(ids)) expect(problem).toMatch(/<volumes>.*alphanumeric-id/)
  })

  it('that has another form is refused with the option and the form', () => {
    for (const text of [
      '--slug --slug: expected text that matches ^[a-z0-9-]{3,64}$',
      '--run --run: expected text in the form uuid',
      '--release --release: expected text in the form semver',
      '--page --page: expected text in the form uri',
    ])
      expect(found(texts).join('\n')).toContain(text)
  })

  it('is checked before anything runs, paths and ids for invented ones too', () => {
    for (const { code, trace } of [ids!, texts!]) expect([code, trace]).toEqual([2, []])
    for (const text of [
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
  })

  it('that is an id by its name and has no form is warned of', () => {
    const warned = (manifest['warnings'] as Loose[]).filter(
      ({ code }) => code === 'PATTERN_MISSING',
    )
    expect(warned.map(({ message }) => message as string)).toEqual([
      expect.stringContaining('owner-id'),
    ])
  })
})
