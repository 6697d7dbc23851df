import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { x } from 'tinyexec'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const entries = [
  'index.js',
  'contract/index.js',
  'contract/schema.js',
  'dialects/index.js',
  'formats/index.js',
  'schema/index.js',
  'client/index.js',
  'testing/index.js',
  'cli/main.js',
]

describe('what loads at start', () => {
  test.each(entries)('dist/%s reaches no package without a dynamic import', async (entry) => {
    const { packages } = await reachableFrom(join(dist, entry))
    expect([...packages]).toEqual([])
  })

  test.each([
    ['contract/index.js', 100_000],
    ['index.js', 250_000],
  ])('dist/%s parses at most %i characters before it is ready', async (entry, budget) => {
    const { characters } = await reachableFrom(join(dist, entry))
    expect(characters).toBeLessThan(budget)
  })

  test('surety --version runs without loading a package', async () => {
    const scripts = await scriptsLoadedBy([join(dist, 'cli/main.js'), '--version'])
    expect(scripts).toContain('dist/cli/main.js')
    expect(scripts.filter((path) => path.includes('node_modules'))).toEqual([])
  })
})

/** Follows static imports from a built file; dynamic ones are where laziness begins. */
async function reachableFrom(
  entry: string,
): Promise<{ packages: Set<string>; characters: number }> {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const queue = [entry]
  let characters = 0
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = await readFile(file, 'utf8')
    characters += text.length
    for (const specifier of staticImportsOf(text)) {
      if (specifier.startsWith('.')) queue.push(join(dirname(file), specifier))
      else if (!specifier.startsWith('node:')) packages.add(specifier)
    }
  }
  return { packages, characters }
}

function staticImportsOf(text: string): readonly string[] {
  const source = ts.createSourceFile('file.js', text, ts.ScriptTarget.ES2023)
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const specifier = statement.moduleSpecifier
    return specifier && ts.isStringLiteral(specifier) ? [specifier.text] : []
  })
}

/** Runs Node with coverage on, which lists every script that was loaded. */
async function scriptsLoadedBy(args: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'surety-cold-start-'))
  try {
    await x(process.execPath, [...args], {
      throwOnError: true,
      nodeOptions: { env: { NODE_V8_COVERAGE: folder } },
    })
    const reports = await readdir(folder)
    const texts = await Promise.all(reports.map((name) => readFile(join(folder, name), 'utf8')))
    return texts
      .flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result)
      .filter(({ url }) => url.startsWith('file:'))
      .map(({ url }) => relative(root, fileURLToPath(url)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
