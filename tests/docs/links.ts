import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { proseOf, root, type Page } from './pages.ts'

/** Names every relative link of a page that leads to no file, or to no heading in it. */
export function brokenLinksOf(page: Page): readonly string[] {
  return linksOf(page.text).filter((link) => !leadsSomewhere(page, link))
}

function linksOf(text: string): readonly string[] {
  // Code is blanked in place, so offsets in the prose are offsets in the text: a link whose label
  // is inline code keeps its target.
  const links = [...proseOf(text).matchAll(/\]\(\s*([^()\s]+)(?:\s+"[^"]*")?\s*\)/g)]
  return links.map(([, target = '']) => target).filter((target) => !/^[a-z]+:/i.test(target))
}

function leadsSomewhere(page: Page, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page.path : normalize(join(dirname(page.path), path))
  const file = join(root, target)
  if (!existsSync(file)) return false
  if (anchor === undefined) return true
  return statSync(file).isFile() && anchorsIn(readFileSync(file, 'utf8')).has(anchor)
}

function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of stripFences(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const slug = slugOf(heading)
    let unique = slug
    for (let count = 1; anchors.has(unique); count += 1) unique = `${slug}-${count}`
    anchors.add(unique)
  }
  for (const [, id = ''] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id)
  return anchors
}

function stripFences(text: string): string {
  return text.replaceAll(/^(\s*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\s*\2\s*$/gm, '')
}

function slugOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
