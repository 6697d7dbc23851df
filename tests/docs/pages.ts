import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A Markdown file of the project, by its path from the root. */
export interface Page {
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
}

/** A fenced code block: its language, the words after the language, and where it starts. */
export interface Block {
  readonly language: string
  readonly marks: readonly string[]
  readonly text: string
  readonly line: number
}

/** Reads the pages whose code blocks and links are checked. */
export function readPages(): readonly Page[] {
  const papers = readdirSync(root).filter((name) => name.endsWith('.md'))
  return [...papers, ...markdownIn('docs'), ...markdownIn('examples'), ...markdownIn('tests/tools')]
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, blocks: blocksOf(text) }
    })
}

/** Finds the fenced blocks of a Markdown text, in order. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = []
  let open:
    | { fence: string; indent: string; info: string; line: number; body: string[] }
    | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (open) {
      const isClosing = line.trim().startsWith(open.fence) && /^[`~]+$/.test(line.trim())
      if (!isClosing) {
        open.body.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
        continue
      }
      const [language = '', ...marks] = open.info.split(/\s+/)
      blocks.push({ language, marks, text: `${open.body.join('\n')}\n`, line: open.line })
      open = undefined
      continue
    }
    const start = /^(\s*)(`{3,}|~{3,})(.*)$/.exec(line)
    if (!start) continue
    const [, indent = '', fence = '', info = ''] = start
    open = { fence, indent, info: info.trim(), line: index + 1, body: [] }
  }
  return blocks
}

/** Returns the text with fenced blocks and inline code blanked, so that prose can be searched. */
export function proseOf(text: string): string {
  return text
    .replaceAll(/^(\s*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\s*\2\s*$/gm, (block) =>
      block.replaceAll(/[^\n]/g, ' '),
    )
    .replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))
}

function markdownIn(folder: string): readonly string[] {
  let names: readonly string[] = []
  try {
    names = readdirSync(join(root, folder), { recursive: true }) as string[]
  } catch {
    // A checkout without that folder has no pages in it.
  }
  return names
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(folder, name))
}
