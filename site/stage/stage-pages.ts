import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { stageApiPages } from './api-pages.ts'
import { pages, root, stageDocuments, writePage } from './documents.ts'
import { stageMeasured } from './measured.ts'
import { stageStartPage } from './start-page.ts'

/** Writes all pages as VitePress reads them: those of docs/, and those that are made of code and results. */
export async function stagePages(): Promise<void> {
  await rm(pages, { recursive: true, force: true })
  await mkdir(join(pages, 'public'), { recursive: true })
  await stageDocuments()
  await writePage('contents.md', await readFile(join(pages, 'index.md'), 'utf8'))
  await stageStartPage()
  await stageApiPages()
  await stageMeasured()
  await writePage(
    'playground.md',
    '---\nlayout: playground\nsidebar: false\ntitle: Playground\n---\n',
  )
  await cp(join(root, 'docs', 'terminal.svg'), join(pages, 'public', 'terminal.svg'))
  await cp(join(root, 'site', 'mark.svg'), join(pages, 'public', 'mark.svg'))
}
