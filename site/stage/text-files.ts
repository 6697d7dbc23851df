import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { pages } from './documents.ts'

/** Writes every page as the text that it is made of, `llms.txt` (the list) and `llms-full.txt` (all of it). */
export async function writeTextFiles(site: string): Promise<void> {
  const found = (await readdir(pages, { recursive: true }))
    .filter((path) => path.endsWith('.md'))
    .toSorted()
  const texts = await Promise.all(
    found.map(async (path) => ({ path, text: await readFile(join(pages, path), 'utf8') })),
  )
  const content = texts.filter(({ path }) => path !== 'index.md' && path !== 'playground.md')
  for (const { path, text } of content) {
    await mkdir(dirname(join(site, path)), { recursive: true })
    await writeFile(join(site, path), text)
  }
  // Decisions tell why the project is as it is; who uses it needs none of them.
  const list = content
    .filter(({ path }) => !path.startsWith('decisions/'))
    .map(({ path, text }) => `- [${titleOf(text, path)}](/${path}): ${firstSentence(text)}`)
  const introduction =
    '# surety\n\n> Command-line tools that programs can rely on. Every page of the site as text.'
  await writeFile(join(site, 'llms.txt'), `${introduction}\n\n## Pages\n\n${list.join('\n')}\n`)
  await writeFile(
    join(site, 'llms-full.txt'),
    content.map(({ path, text }) => `<!-- /${path} -->\n\n${text}`).join('\n\n'),
  )
}

/** Gives the first sentence below the title, as plain text. */
function firstSentence(text: string): string {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^[\s\S]*?^# .+$/m, '')
  const paragraph = body.split(/\n\s*\n/).find((part) => /^\s*[\p{L}`*[]/u.test(part)) ?? ''
  const plain = paragraph
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return /^.+?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain
}

/** Gives the title of a page. */
export function titleOf(text: string, otherwise: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? otherwise
}
