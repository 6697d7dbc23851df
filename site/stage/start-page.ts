import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { root, writePage } from './documents.ts'

/** What somebody comes for: the line of code that does it, and the page that is theirs. */
export const WAYS_IN = [
  [
    'Keep your CLI',
    'answerAgents(program).parse()',
    'It answers agents when they ask, and everyone else as before.',
    '/adapters/',
  ],
  [
    'Check any tool',
    "npx @surety/check --read 'ls' -- mytool",
    'Findings with the call that shows each, for a terminal and for CI.',
    '/conformance/check',
  ],
  [
    'Write a new tool',
    'npx @surety/cli new greet',
    'Every end of it, a crash too, is one envelope and one exit.',
    '/framework/getting-started',
  ],
  [
    'Judge a line of shell',
    "judgeLine({ line: 'npm test | tail', exit: 0 })",
    'Whether it worked, wherever it ran, or null where nobody can know.',
    '/client/judging-lines',
  ],
] as const

/** Writes the start page from the README: the claim, its promise, the one line with what it prints, and the five-line tool. */
export async function stageStartPage(): Promise<void> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const [, claim = '', promise = ''] = /^# surety\n\n(.+?\.) (.+)\n/.exec(readme) ?? []
  const tool = /^```js file=greet\.mjs\n[\s\S]+?\n```/m.exec(readme)?.[0]
  const answers = /^A program that calls it[\s\S]+?^```sh\n[\s\S]+?^```/m.exec(readme)?.[0]
  if (!claim || !promise || !tool || !answers)
    throw new Error('README.md has lost its first sentences, its five-line tool or its answers')
  const { version } = JSON.parse(
    await readFile(join(root, 'packages/cli/package.json'), 'utf8'),
  ) as { version: string }
  const hero = {
    name: `surety ${version}`,
    text: claim,
    // It is HTML.
    tagline: toHtml(promise).replaceAll(/`([^`]+)`/g, '<code>$1</code>'),
    actions: [
      { theme: 'brand', text: 'Keep your CLI', link: '/adapters/' },
      { theme: 'alt', text: 'Playground', link: '/playground' },
      { theme: 'alt', text: 'Measured', link: '/measured/' },
    ],
  }
  const features = WAYS_IN.map(([title, code, words, link]) => ({
    title,
    details: `<code>${toHtml(code)}</code> ${toHtml(words)}`,
    link,
  }))
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

function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
