import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { sidebarOf, type SidebarItem } from '../.vitepress/sidebar.ts'
import { slugify } from '../.vitepress/slugify.ts'
import { pages } from './documents.ts'
import { stagePages } from './stage-pages.ts'

/** The pages before VitePress, so that a dead link is seen without the minutes that a build of the site takes. */
let texts: ReadonlyMap<string, string> = new Map()

beforeAll(async () => {
  await stagePages()
  const found = readdirSync(pages, { recursive: true, encoding: 'utf8' })
  texts = new Map(
    found
      .filter((path) => path.endsWith('.md') && !path.startsWith('public'))
      .map((path) => [path, readFileSync(join(pages, path), 'utf8')]),
  )
  // All types of the public names are read, on a machine that others use; this ends what hangs.
}, 600_000)

test('a function with several forms is introduced once, by its first form', () => {
  const page = texts.get('api/surety.md')!
  const [introduction = ''] = /### defineCli\n+([^`]*)/.exec(page)?.slice(1) ?? []
  expect(introduction.match(/Declares a tool/g)).toHaveLength(1)
})

test('no page shows marks that only an editor reads', () => {
  const hero = /^---\n(.+)\n---/.exec(texts.get('index.md')!)?.[1] ?? '`'
  expect(hero).not.toContain('`')
  const linked = [...texts].filter(
    ([page, text]) => page.startsWith('api') && text.includes('{@link'),
  )
  expect(linked.map(([page]) => page)).toEqual([])
})

test('every measured page says when it was made, and by which command', () => {
  const measured = [...texts].filter(([path]) => path.startsWith('measured/'))
  expect(measured.length).toBeGreaterThan(5)
  for (const [path, text] of measured)
    expect(text, path).toMatch(/^Measured on \d{4}-\d\d-\d\d by `(?:npx|npm|node) /m)
})

test('every link of the site leads to a page, a part of a page or a file', () => {
  const dead = [...texts].flatMap(([page, text]) =>
    linksOf(text)
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  )
  expect(dead).toEqual([])
})

test('a link to a missing page, part or file is seen', () => {
  for (const link of ['nowhere.md', '/nowhere', 'contents.md#nowhere', '#nowhere', '/no.svg'])
    expect(leadsSomewhere('contents.md', link), link).toBe(false)
  expect(leadsSomewhere('contents.md', 'framework/getting-started.md#5-test-it')).toBe(true)
})

test('the side bar has every page once, except those that others lead to', () => {
  const listed = linksIn(sidebarOf(pages))
  for (const link of listed) expect(leadsSomewhere('index.md', link), link).toBe(true)
  expect(listed.filter((link, at) => listed.indexOf(link) !== at)).toEqual([])
  const folders =
    /^(adapters|api|cli|client|conformance|contract|dialects|framework|measured|wrap)\//
  const missing = [...texts.keys()]
    .filter((path) => folders.test(path))
    .filter((path) => !listed.includes(`/${path.replace(/(index)?\.md$/, '')}`))
  expect(missing).toEqual([])
})

/** Gives the targets of links in prose, and those of the home page, which are in its front matter. */
function linksOf(text: string): readonly string[] {
  const prose = text.replaceAll(/^(`{3,})[\s\S]*?^\1$|`[^`\n]*`/gm, '')
  const found = [...prose.matchAll(/\]\(\s*([^()\s]+)\s*\)|"link":"([^"]+)"/g)]
  return found.map(([, one, other]) => one ?? other ?? '').filter((link) => !/^[a-z]+:/.test(link))
}

function linksIn(items: readonly SidebarItem[]): readonly string[] {
  return items.flatMap(({ link, items: inner = [] }) => [
    ...(link === undefined ? [] : [link]),
    ...linksIn(inner),
  ])
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', part] = link.split('#')
  const target = path.startsWith('/')
    ? path.slice(1)
    : posix.normalize(posix.join(posix.dirname(page), path))
  const named = path === '' ? page : target.replace(/(^|\/)$/, '$1index.md')
  const text = texts.get(named) ?? texts.get(`${named}.md`)
  if (text === undefined) return part === undefined && existsSync(join(pages, 'public', target))
  return part === undefined || partsOf(text).has(part)
}

function partsOf(text: string): ReadonlySet<string> {
  const parts = new Set<string>()
  const prose = text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '')
  for (const [, heading = ''] of prose.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const slug = slugify(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    let unique = slug
    for (let count = 1; parts.has(unique); count += 1) unique = `${slug}-${count}`
    parts.add(unique)
  }
  return parts
}
