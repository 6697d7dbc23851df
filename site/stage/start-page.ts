import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { root, writePage } from './documents.ts'

/** Who comes, and the page that is theirs. */
const WAYS_IN = [
  [
    'Write a tool',
    'Five lines make a command-line tool that answers people and programs.',
    '/framework/getting-started',
  ],
  [
    'Adapt the CLI that you have',
    'Three lines around your commander, yargs, oclif, cac or citty program.',
    '/adapters/',
  ],
  [
    'Run tools from an agent',
    'Any command, read and decided: retry, fix the input, or stop.',
    '/cli/run',
  ],
  [
    'Keep contracts in CI',
    'Checks, golden answers and a lock against drift, for any executable.',
    '/conformance/pipelines',
  ],
] as const

/** Writes the start page from the README: its first sentences and its five-line tool. */
export async function stageStartPage(): Promise<void> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  // The second paragraph says what this is; the first is the trouble.
  const [, tagline = ''] = /^# surety\n\n.+\n\n(.+?\.)\s/.exec(readme) ?? []
  const tool = /^```js file=greet\.mjs\n[\s\S]+?\n```/m.exec(readme)?.[0]
  if (!tagline || !tool)
    throw new Error('README.md has lost its first sentence or its five-line tool')
  const hero = {
    name: 'surety',
    tagline: tagline.trim(),
    actions: [
      { theme: 'brand', text: 'Five-minute tutorial', link: '/framework/getting-started' },
      { theme: 'alt', text: 'Playground', link: '/playground' },
      { theme: 'alt', text: 'All pages', link: '/contents' },
    ],
  }
  const features = WAYS_IN.map(([title, details, link]) => ({ title, details, link }))
  await writePage(
    'index.md',
    [
      `---\n${JSON.stringify({ layout: 'home', hero, features })}\n---`,
      '## Five lines',
      tool,
      await recorded(),
    ].join('\n\n'),
  )
}

/** The picture of a real run that the README shows. */
async function recorded(): Promise<string> {
  const picture = await readFile(join(root, 'docs', 'terminal.svg'), 'utf8').catch(() => undefined)
  return picture === undefined ? '' : '![A tool at a terminal and in a pipe](/terminal.svg)'
}
