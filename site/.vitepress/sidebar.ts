import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of the side bar in the form of VitePress, which is not installed where pages are only checked. */
export interface SidebarItem {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: SidebarItem[]
}

/** A part of the side bar: pages by name, or all pages of a folder that no part before it has. */
interface Part {
  readonly title: string
  readonly pages: readonly string[]
}

/** The way of a reader: start, then tasks, then what one looks up, then the project itself. */
const WAY: readonly { readonly title: string; readonly parts: readonly Part[] }[] = [
  {
    title: 'Start',
    parts: [
      {
        title: '',
        pages: [
          'adapters/',
          'conformance/check',
          'framework/getting-started',
          'cli/run',
          'cli/sh',
          'client/judging-lines',
        ],
      },
    ],
  },
  {
    title: 'Tasks',
    parts: [
      {
        title: 'Write a tool',
        pages: [
          'framework/commands',
          'framework/options',
          'framework/input',
          'framework/errors',
          'framework/output',
          'framework/',
        ],
      },
      { title: 'Wrap a program', pages: ['wrap/'] },
      {
        title: 'Connect an agent',
        pages: ['cli/hook', 'cli/mcp'],
      },
      { title: 'Run many calls', pages: ['cli/batch'] },
      {
        title: 'See what happened',
        pages: ['cli/replay', 'cli/inspect', 'cli/memory-and-journal', 'cli/'],
      },
      { title: 'Call tools from code', pages: ['client/'] },
      {
        title: 'Keep contracts in CI',
        pages: ['conformance/pipelines', 'conformance/fixtures'],
      },
    ],
  },
  {
    title: 'Reference',
    parts: [
      { title: 'The contract', pages: ['contract/envelope', 'contract/exit-codes', 'contract/'] },
      { title: 'Dialects', pages: ['dialects/'] },
      { title: 'Public names', pages: ['api/'] },
    ],
  },
  {
    title: 'Project',
    parts: [
      { title: 'Measured', pages: ['measured/'] },
      { title: 'Checks', pages: ['conformance/'] },
      { title: 'Decisions', pages: ['decisions/'] },
    ],
  },
]

/** Makes the side bar; a page that no part names comes with its folder. */
export function sidebarOf(folder: string): SidebarItem[] {
  const named = new Set(WAY.flatMap(({ parts }) => parts.flatMap(({ pages }) => pages)))
  const item = (page: string): SidebarItem => {
    const text = readFileSync(join(folder, `${page.replace(/\/$/, '/index')}.md`), 'utf8')
    return { text: titleOf(text, page), link: `/${page}` }
  }
  const itemsOf = (page: string): SidebarItem[] =>
    page.endsWith('/')
      ? pagesOf(folder, page)
          .filter((each) => each === page || !named.has(each))
          .map(item)
      : [item(page)]
  return WAY.map(({ title, parts }) => ({
    text: title,
    items: parts.flatMap((part): SidebarItem[] => {
      const items = part.pages.flatMap(itemsOf)
      return part.title === '' ? items : [{ text: part.title, collapsed: true, items }]
    }),
  }))
}

/** Lists the pages of a folder, its own first. */
function pagesOf(folder: string, under: string): readonly string[] {
  const names = readdirSync(join(folder, under)).filter((name) => name.endsWith('.md'))
  const others = names.filter((name) => name !== 'index.md').toSorted()
  const own = names.includes('index.md') ? [under] : []
  return [...own, ...others.map((name) => `${under}${name.slice(0, -3)}`)]
}

function titleOf(text: string, otherwise: string): string {
  return (/^# (.+)$/m.exec(text)?.[1] ?? otherwise).replaceAll('`', '')
}
