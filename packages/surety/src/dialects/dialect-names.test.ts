import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { DIALECT_IDS } from './registry/built-in.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const MAY_NAME_DIALECTS = /^(?:dialects|cli)\//
const TEST_ROLE = /\.(?:test|test-d|suite|arbitrary|table|program)\.ts$/

const escapeForPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const hyphenated = DIALECT_IDS.filter((id) => id.includes('-'))
  .map(escapeForPattern)
  .join('|')
/** What ids of one origin begin with, `incur` for `incur-full`. */
const families = [...new Set(DIALECT_IDS.map((id) => id.split('-')[0]!))].join('|')

const PATTERNS = [
  // An id with a hyphen is no word of English, so that comments count as well.
  new RegExp(`(?<![\\w-])(?:${hyphenated})(?![\\w-])`),
  // A text or a pattern that is an id, or the start of some: 'td', startsWith('spec-'), /^(spec|claw)-/.
  new RegExp(`(?:['"\`]|/\\^?|[(|])(?:${families})(?:['"\`|)-])`),
]

/** Finds the first mention of a built-in dialect in a line. */
function mention(line: string): string | undefined {
  return PATTERNS.map((pattern) => pattern.exec(line)?.[0]).find((found) => found !== undefined)
}

/** Lists the places in sources that a test may not leave as they are. */
function mentionsIn(files: readonly string[], find: (line: string) => string | undefined) {
  return files.flatMap((file) =>
    readFileSync(join(SOURCES, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const found = find(line)
        return found === undefined ? [] : [`src/${file}:${index + 1}: ${found}`]
      }),
  )
}

/** Finds a dialect in code: an id, or an import from a dialect's folder. Comments may have examples. */
function mentionInCode(line: string): string | undefined {
  if (/^\s*(?:\*|\/\/|\/\*)/.test(line)) return undefined
  return mention(line) ?? FOLDER.exec(line)?.[0]
}

const FOLDER = new RegExp(`['"](?:\\.{1,2}/)+(?:${families})/[^'"]*['"]`)
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !TEST_ROLE.test(file))
const ownFolder = new RegExp(`^dialects/(?:${families})/`)
const REGISTRY = new Set(
  ['registry/built-in', 'registry/detect', 'index', 'wires'].map((name) => `dialects/${name}.ts`),
)

describe('built-in dialects', () => {
  it('are named only in dialects/ and cli/; others ask for traits', () => {
    const files = sources.filter((file) => !MAY_NAME_DIALECTS.test(file))
    expect(files.length).toBeGreaterThan(250)
    expect(mentionsIn(files, mention)).toEqual([])
  })

  it('are known to their own folders and the registry, not to the code that they share', () => {
    const shared = sources.filter(
      (file) => file.startsWith('dialects/') && !ownFolder.test(file) && !REGISTRY.has(file),
    )
    expect(shared.length).toBeGreaterThan(20)
    expect(mentionsIn(shared, mentionInCode)).toEqual([])
  })

  it.each([
    "if (dialect !== 'spec-1.6') return null",
    "if (dialect.startsWith('incur')) return {}",
    "dialect.startsWith('spec-')",
    'return /^(spec|claw)-/.test(dialect)',
    '/** The dialect; default `spec-1.0`. */',
    "name: 'td'",
  ])('are recognised in: %s', (line) => {
    expect(mention(line)).toBeDefined()
  })

  it('are recognised in imports of shared code', () => {
    expect(mentionInCode("import { X } from '../../claw/members.ts'")).toBeDefined()
    expect(mentionInCode("import { X } from '../json/json-extent.ts'")).toBeUndefined()
  })

  it.each(["The spec's own exit table", 'const spec = 1', '// REQ-F-001 of the spec'])(
    'are not mistaken for: %s',
    (line) => {
      expect(mention(line)).toBeUndefined()
    },
  )
})
