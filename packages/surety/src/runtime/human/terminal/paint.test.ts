import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('../../../../..', import.meta.url))
const BRIGHT = '(?:yellow|cyan|green|blue|magenta)'
const BOLD_COLOUR = new RegExp(String.raw`\bbold\([\w.]*\b${BRIGHT}\(|\b${BRIGHT}\([\w.]*\bbold\(`)

test('nothing is bold and coloured, except in red: white screens swallow bright colours', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^[^/]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  )
  const bold = files.filter((file) => /\bbold\(/.test(readFileSync(join(SOURCES, file), 'utf8')))
  expect(bold.length).toBeGreaterThan(5)
  expect(
    bold.filter((file) => BOLD_COLOUR.test(readFileSync(join(SOURCES, file), 'utf8'))),
  ).toEqual([])
})
