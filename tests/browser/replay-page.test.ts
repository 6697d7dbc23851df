import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openPage, startBrowser, type OpenPage } from './open-page.ts'

const main = fileURLToPath(new URL('../../packages/cli/dist/cli/surety.cjs', import.meta.url))
const axe = createRequire(import.meta.url).resolve('axe-core')
const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
/** What would break a page that does not show it as text. */
const NASTY = '<img src=x onerror="window.hacked=1"></script><script>window.hacked=1</script>\u202E'
const ROWS = '1\tOPEN\tA title\n'.repeat(30)

let browser: Browser
let folder: string
let html: string
const opened: OpenPage[] = []

/** The lines of a session of Claude Code. */
function session(
  sessionId: string,
  calls: readonly (readonly [command: string, output: string])[],
): string {
  const lines = calls.flatMap(([command, content], at) => {
    const about = {
      sessionId,
      timestamp: `2026-11-01T10:${String(at % 60).padStart(2, '0')}:00.000Z`,
    }
    const tool = { type: 'tool_use', id: `t${at}`, name: 'Bash', input: { command } }
    const result = { type: 'tool_result', tool_use_id: `t${at}`, content, is_error: false }
    return [
      { type: 'assistant', message: { content: [tool] }, ...about },
      { type: 'user', message: { content: [result] }, ...about },
    ]
  })
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** Has the built command write a page on transcripts. */
async function pageOf(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const paths = await Promise.all(
    Object.entries(files).map(async ([file, text]) => {
      const path = join(folder, file)
      await writeFile(path, text)
      return path
    }),
  )
  const page = join(folder, `${name}.html`)
  const argv = [main, 'replay', ...paths, '--report', 'html', '--report-file', page]
  const env = { PATH: process.env['PATH'], SURETY_STATE_DIR: join(folder, 'state') }
  await promisify(execFile)(process.execPath, argv, { env })
  return readFile(page, 'utf8')
}

beforeAll(async () => {
  browser = await startBrowser()
  folder = await mkdtemp(join(tmpdir(), 'surety-replay-page-'))
  const quiet = Array.from({ length: 40 }, (): readonly [string, string] => ['ls', 'a'])
  html = await pageOf('many', {
    'a.jsonl': session('s-lists', [['gh issue list', ROWS]]),
    'b.jsonl': session('s-mixed', [
      ...quiet,
      ['npm test 2>&1 | tail -1', ' Tests  1 failed | 3 passed (4)'],
      [`echo '${NASTY}'; gh label list`, `${TOKEN}\n${NASTY}`],
    ]),
    'c.jsonl': session('s-quiet', quiet),
  })
})
afterAll(async () => {
  for (const each of opened) await each.close()
  await browser.close()
  await rm(folder, { recursive: true })
})

async function open(options: Parameters<typeof openPage>[2] = {}, text = html): Promise<OpenPage> {
  const each = await openPage(browser, text, options)
  opened.push(each)
  return each
}

test('a timeline marks what was missed in its place, runs nothing of it, and has no secret', async () => {
  const { page, problems } = await open()
  expect(await page.locator('h1').textContent()).toBe('3 findings in 83 calls of agents')
  // The session with most kinds of findings comes first; one without any is not shown.
  expect(await page.locator('.session h3').allTextContents()).toEqual(['s-mixed', 's-lists'])
  const mixed = page.locator('.session', { hasText: 's-mixed' })
  expect(await mixed.locator('.strip > span').count()).toBe(42)
  expect(await mixed.locator('.strip > .hidden_failure').count()).toBe(1)
  await mixed.locator('summary').first().click()
  expect(await mixed.locator('.quiet').textContent()).toBe('39 calls without a finding, 1 to 39')
  const marked = mixed.locator('.call.marked')
  expect(await marked.count()).toBe(2)
  expect(await marked.first().locator('.mark').textContent()).toContain('the pipe hid its exit')
  await mixed.locator('.quiet button').click()
  expect(await mixed.locator('.call').count()).toBe(42)
  await marked.last().locator('summary').click()
  expect(await marked.last().locator('pre').last().textContent()).toContain('<img src=x')
  expect(html).not.toContain(TOKEN)
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(await page.locator('img').count()).toBe(0)
  expect(problems).toEqual([])
})

test('cards name kinds in the order of the tiles, and a kind without findings has no colour', async () => {
  const text = await pageOf('order', {
    'd.jsonl': session('s-order', [
      ['gh issue list', ROWS],
      ['npm test 2>&1 | tail -1', ' Tests  1 failed | 3 passed (4)'],
    ]),
  })
  const { page } = await open({}, text)
  expect(await page.locator('.chip').allTextContents()).toEqual([
    'failures that the exit hid',
    'lists that stopped at a default limit',
  ])
  const edge = (rule: string) =>
    page.locator(`.tile.${rule}`).evaluate((tile) => getComputedStyle(tile).borderLeftColor)
  expect(await edge('repeated_write')).toBe(await edge('repeated_failure'))
  expect(await edge('hidden_failure')).not.toBe(await edge('repeated_write'))
})

test('kinds and words narrow the sessions down, and the count is announced', async () => {
  const { page } = await open()
  const count = page.getByRole('status').filter({ hasText: 'sessions shown' })
  expect(await count.textContent()).toBe('2 of 3 sessions shown')
  await page.getByRole('button', { name: '1 lists that stopped' }).click()
  expect(await page.locator('.session h3').allTextContents()).toEqual(['s-lists'])
  await page.getByRole('button', { name: '1 lists that stopped' }).click()
  await page.getByLabel('Sessions without findings too').check()
  expect(await count.textContent()).toBe('3 of 3 sessions shown')
  await page.getByLabel('Search').fill('npm tail')
  expect(await page.locator('.session h3').allTextContents()).toEqual(['s-mixed'])
  await page.getByLabel('Search').fill('no such word')
  expect(await page.locator('.nothing').textContent()).toBe('No session matches.')
})

test('a session that is alone is open at once', async () => {
  const one = await pageOf('one', { 'one.jsonl': session('s-one', [['gh issue list', ROWS]]) })
  const { page } = await open({}, one)
  expect(await page.locator('.mark').textContent()).toContain('30 rows')
})

test('the page keeps the rules of accessibility in light, dark and narrow, without sideways scrolling', async () => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 400]) {
      const { page } = await open({
        colorScheme,
        viewport: { width, height: 900 },
        bypassCSP: true,
      })
      for (const summary of await page.locator('.session > summary').all()) await summary.click()
      await page.addScriptTag({ content: await readFile(axe, 'utf8') })
      const { violations } = (await page.evaluate('axe.run()')) as {
        violations: { id: string; nodes: { html: string }[] }[]
      }
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
      )
      expect(found, `${colorScheme} ${width}`).toEqual([])
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrolled).toBeLessThanOrEqual(width)
    }
})
