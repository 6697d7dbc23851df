import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { x } from 'tinyexec'
import { afterAll, describe, expect, test } from 'vitest'

import { installTogether, readPacked, type Packed } from '../../scripts/test/install-package.ts'
import { blocksOf } from '../docs/pages.ts'

const packed = readPacked()
const parent = mkdtempSync(join(tmpdir(), 'surety-alone-'))
afterAll(() => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }))

/** What a package brings with it: npm fetches what it depends on. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  surety: ['surety'],
  '@surety/adopt': ['@surety/adopt'],
  '@surety/client': ['@surety/client', 'surety'],
  '@surety/check': ['@surety/check', '@surety/client', 'surety'],
  '@surety/cli': ['@surety/cli'],
}

/** What the lines of its README print. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  surety: /"data":\{"greeting":"Hello Ada"\}/,
  '@surety/adopt': /^\{"ok":true,"data":\{"value":"milk, bread"\}/m,
  '@surety/client': /^false NO_SUCH_FILE escalate$/m,
  '@surety/check': /^broken Nothing was printed/m,
  '@surety/cli': /"ok":true.*\n.*greet/s,
}

/** Installs a package and what it needs in an empty folder. */
async function installAlone({ name }: Packed): Promise<string> {
  const folder = join(parent, name.replace(/\W+/g, '-'))
  mkdirSync(folder)
  await installTogether(
    folder,
    packed.filter((each) => NEEDS[name]!.includes(each.name)),
  )
  return folder
}

describe.each(packed)('$name, alone in an empty folder', (each) => {
  test('does what its README says, and brings no other product', async () => {
    const folder = await installAlone(each)
    const own = readdirSync(join(folder, 'node_modules')).includes('@surety')
      ? readdirSync(join(folder, 'node_modules', '@surety')).map((name) => `@surety/${name}`)
      : []
    const ours = readdirSync(join(folder, 'node_modules')).filter((name) => name === 'surety')
    expect([...own, ...ours].toSorted()).toEqual([...NEEDS[each.name]!].toSorted())
    const readme = readFileSync(join(folder, 'node_modules', each.name, 'README.md'), 'utf8')
    expect(readme.split('\n').length).toBeLessThanOrEqual(50)
    let printed = ''
    for (const { language, marks, text } of blocksOf(readme)) {
      const [, file] = /^file=(.+)$/.exec(marks[0] ?? '') ?? []
      if (file !== undefined) writeFileSync(join(folder, file), text)
      if (language === 'sh' && marks.includes('run')) {
        const { stdout } = await x('sh', ['-ec', text], { nodeOptions: { cwd: folder } })
        printed += stdout
      }
    }
    expect(printed).toMatch(PRINTS[each.name]!)
  })
})

test('who has surety alone and types npx surety is told the line that gets the command', async () => {
  const folder = join(parent, 'surety')
  const words = ['--offline', 'surety', 'run', '--', 'ls', 'a b']
  const { stderr, exitCode } = await x('npx', words, { nodeOptions: { cwd: folder } })
  expect(stderr).toContain("npx @surety/cli run -- ls 'a b'")
  expect(exitCode).toBe(127)
  expect(readdirSync(join(folder, 'node_modules', '.bin'))).not.toContain('surety')
})
