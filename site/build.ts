import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { root } from './stage/documents.ts'
import { stagePages } from './stage/stage-pages.ts'
import { writeTextFiles } from './stage/text-files.ts'

/** Builds the site into build/site. */
const site = join(root, 'build', 'site')
const own = join(root, 'site')

await rm(site, { recursive: true, force: true })
await stagePages()

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
