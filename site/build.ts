import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { stageApiPages } from './stage/api-pages.ts'
import { pages, root, stageDocuments, writePage } from './stage/documents.ts'
import { stageMeasured } from './stage/measured.ts'
import { stageStartPage } from './stage/start-page.ts'
import { writeTextFiles } from './stage/text-files.ts'

/** Builds the site into build/site: pages of docs/ as they are, and those that are made of code and results. */
const site = join(root, 'build', 'site')
const own = join(root, 'site')

await rm(pages, { recursive: true, force: true })
await rm(site, { recursive: true, force: true })
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
await cp(join(own, 'mark.svg'), join(pages, 'public', 'mark.svg'))

if (!existsSync(join(own, 'node_modules')))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: own, stdio: ['ignore', 2, 2] })
execFileSync(
  process.execPath,
  [join(own, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build', own],
  {
    stdio: ['ignore', 2, 2],
  },
)
await writeTextFiles(site)
process.stdout.write(`${site}\n`)
