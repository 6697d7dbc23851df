import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { root, writePage } from './documents.ts'

/** Who comes, and the page that is theirs. */
export const WAYS_IN = [
  [
    'Write a tool',
    'Five lines make a command-line tool that answers people and programs.',
    '/framework/getting-started',
  ],
  [
    'Adapt your CLI',
    'Three lines around your commander, yargs, oclif, cac or citty program.',
    '/adapters/',
  ],
  [
    'Run tools from an agent',
    'surety runs any command and says what to do: retry, fix the input, or stop.',
    '/cli/run',
  ],
  [
    'Keep contracts in CI',
    'Checks, recorded answers, and a lock that finds breaking changes, for any executable.',
    '/conformance/pipelines',
  ],
] as const

/** Writes the start page from the README: the claim, its promise, its five-line tool and what that prints. */
export async function stageStartPage(): Promise<void> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const [, claim = '', promise = ''] = /^# surety\n\n(.+?\.) (.+)\n/.exec(readme) ?? []
  const tool = /^```js file=greet\.mjs\n[\s\S]+?\n```/m.exec(readme)?.[0]
  const answers = /^A program that calls it[\s\S]+?^```sh\n[\s\S]+?^```/m.exec(readme)?.[0]
  if (!claim || !promise || !tool || !answers)
    throw new Error('README.md has lost its first sentences, its five-line tool or its answers')
  const hero = {
    name: 'surety',
    text: claim,
    // It is HTML.
    tagline: promise
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>'),
    actions: [
      { theme: 'brand', text: 'Getting started', link: '/framework/getting-started' },
      { theme: 'alt', text: 'Playground', link: '/playground' },
      { theme: 'alt', text: 'All pages', link: '/contents' },
    ],
  }
  const features = WAYS_IN.map(([title, details, link]) => ({ title, details, link }))
  await writePage(
    'index.md',
    [
      `---\n${JSON.stringify({ layout: 'home', hero, features })}\n---`,
      '## A tool in five lines',
      tool,
      answers,
      '[Write one in five minutes](/framework/getting-started), or read what [the envelope](/contract/envelope) holds.',
    ].join('\n\n'),
  )
}
