import type { Block, Page } from './pages.ts'
import type { Sandbox } from './sandbox.ts'

const scripts = ['ts', 'js', 'mjs']

/** Tests for a block of TypeScript or JavaScript. */
export function isScript(block: Block): boolean {
  return scripts.includes(block.language)
}

/** `no-run` leaves a block alone: commands that need a network, code that is meant to be wrong. */
export function isLeftAlone(block: Block): boolean {
  return block.marks.includes('no-run')
}

/** Every script block is a file, named by the page (`file=greet.ts`) or by its line. */
export function fileNameOf(block: Block): string | undefined {
  const named = block.marks.find((mark) => mark.startsWith('file='))?.slice('file='.length)
  if (named !== undefined) return named
  if (!isScript(block)) return undefined
  return `block-${block.line}.${block.language === 'ts' ? 'ts' : 'mjs'}`
}

/** Writes the files of all pages, each into the folder of its page. */
export async function writeBlocks(pages: readonly Page[], sandbox: Sandbox): Promise<void> {
  for (const page of pages) {
    for (const block of page.blocks.filter((each) => !isLeftAlone(each))) {
      const name = fileNameOf(block)
      if (name !== undefined) await sandbox.write(page.path, name, block.text)
    }
  }
}
