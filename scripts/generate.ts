import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { findStaleFiles, root } from './generators.ts'

// The index of decisions reads what others may write, so they run until nothing changes.
let stale = await findStaleFiles()
for (const path of Object.keys(stale)) console.log(`wrote ${path}`)
for (let passes = 1; Object.keys(stale).length > 0; passes += 1) {
  if (passes > 5)
    throw new Error(`generators disagree for ever about ${Object.keys(stale).join(', ')}`)
  for (const [path, text] of Object.entries(stale)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  stale = await findStaleFiles()
}
