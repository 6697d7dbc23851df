import { existsSync, statSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
/** The pages as VitePress reads them: copies, made anew by each build. */
export const pages = join(root, 'site', '.pages')

/** Tells where a file of the repository is on the site: the pages of docs/ come first, all else keeps its path. */
export function placeOf(path: string): string {
  return path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')
}

/**
 * Copies every page of docs/, and whatever a page links to outside of it: pages become pages of the site, other
 * files can be downloaded. A link that leads nowhere fails the build.
 */
export async function stageDocuments(): Promise<void> {
  const entries = await readdir(join(root, 'docs'), { recursive: true })
  const waiting = entries.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`)
  const seen = new Set(waiting)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const from = path
    const text = await readFile(join(root, from), 'utf8')
    const linked = text.replaceAll(LINK, (link, target?: string, part: string = '') => {
      if (target === undefined) return link
      const found = targetOf(from, target)
      if (found === undefined) return link
      if (!seen.has(found)) waiting.push(found)
      seen.add(found)
      const place = posix.relative(posix.dirname(placeOf(from)), placeOf(found))
      return `](${found.endsWith('.md') ? place : `/${placeOf(found)}`}${part})`
    })
    if (from.endsWith('.md')) await writePage(placeOf(from), linked)
    else await copyFile(from)
  }
}

/** Code, which is left as it is, or a link to a file of the repository, with the part of the page. */
const LINK = /^```[\s\S]*?^```|`[^`\n]*`|\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/gm

function targetOf(from: string, target: string): string | undefined {
  const path = posix.normalize(posix.join(posix.dirname(from), target))
  if (!from.endsWith('.md')) return undefined
  if (path.startsWith('..') || !existsSync(join(root, path)))
    throw new Error(`${from} links to ${target}, which does not exist`)
  if (!statSync(join(root, path)).isDirectory()) return path
  const readme = `${path.replace(/\/$/, '')}/README.md`
  if (!existsSync(join(root, readme)))
    throw new Error(`${from} links to a folder without a page: ${target}`)
  return readme
}

async function copyFile(path: string): Promise<void> {
  const target = join(pages, 'public', placeOf(path))
  await mkdir(dirname(target), { recursive: true })
  await cp(join(root, path), target)
}

/** Writes a page of the site. */
export async function writePage(place: string, text: string): Promise<void> {
  await mkdir(dirname(join(pages, place)), { recursive: true })
  await writeFile(join(pages, place), text)
}
