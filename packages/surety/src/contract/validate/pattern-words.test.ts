import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const files = ['schemas', 'src/dialects'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name)),
)

/** The patterns of a schema that nothing says in words. */
function silentPatterns(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { pattern, $comment: words } = value as Readonly<Record<string, unknown>>
  const below = Object.values(value).flatMap(silentPatterns)
  return typeof pattern === 'string' && !String(words).startsWith('must be ')
    ? [pattern, ...below]
    : below
}

it('every pattern of our schemas says in words what it asks for', () => {
  const schemas = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
  const checked = schemas.filter(([, text]) => text.includes('"$comment": "must be '))
  expect(checked.length).toBeGreaterThan(8)
  const silent = schemas.flatMap(([file, text]) =>
    silentPatterns(JSON.parse(text)).map((pattern) => `${file}: ${pattern}`),
  )
  expect(silent).toEqual([])
})
