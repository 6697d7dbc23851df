import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { Browser, Page } from 'playwright-core'
import { writeReport, type Report } from '@surety/check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { HOSTILE, HOSTILE_REPORT } from './hostile-report.table.ts'
import { openPage, startBrowser, type OpenPage } from './open-page.ts'

const require = createRequire(import.meta.url)
let browser: Browser
let html: string
const opened: OpenPage[] = []

beforeAll(async () => {
  browser = await startBrowser()
  html = await writeReport(HOSTILE_REPORT, 'html')
})
afterAll(async () => {
  for (const each of opened) await each.close()
  await browser.close()
})

async function open(options: Parameters<typeof openPage>[2] = {}, text = html): Promise<OpenPage> {
  const each = await openPage(browser, text, options)
  opened.push(each)
  return each
}

/** The titles of the findings that can be seen. */
async function titles(page: Page): Promise<readonly string[]> {
  return page.locator('.card h3').allTextContents()
}

test('the page opens with the findings, offline, and runs nothing that the tool printed', async () => {
  const { page, problems } = await open()
  expect(await page.title()).toBe('acme: conformance report')
  expect(await page.locator('.band h2 [role=status]').textContent()).toBe('2 of 5 checks fail.')
  expect(await page.locator('.band dd').nth(2).textContent()).toBe('It reaches no level of 3.')
  expect(await titles(page)).toEqual([
    'Every answer is one valid envelope',
    'Every exit code is one of the table',
  ])
  expect(await page.locator('h2.topic').allTextContents()).toEqual(['Answers', 'Exit codes'])
  expect(await page.locator('.levels li').allTextContents()).toEqual(['Level 1 broken'])
  for (const summary of await page.locator('details.evidence:not([open]) > summary').all())
    await summary.click()
  expect(await page.locator('.says').nth(1).textContent()).toBe(
    HOSTILE.replace('\u2028', ' ').replace('\u202e', '\\u202e'),
  )
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(await page.locator('img').count()).toBe(0)
  // Even markup that got in could not run: the policy names the one script by its hash.
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.hacked = 3'
    document.body.append(script)
  })
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(problems.filter((each) => !each.includes('Content Security Policy'))).toEqual([])
  expect(problems).toHaveLength(1)
})

test('status, level and search narrow the findings down, and the count is announced', async () => {
  const { page } = await open()
  const count = page.getByRole('status').filter({ hasText: 'checks shown' })
  expect(await count.textContent()).toBe('2 of 7 checks shown')
  await page.getByRole('button', { name: '2 Broken' }).click()
  await page.getByRole('button', { name: '1 Not shown' }).click()
  expect(await page.locator('h2.topic').allTextContents()).toEqual([
    'Not shown. Needed: A probe that is rate limited, in the profile.',
  ])
  await page.getByRole('button', { name: '3 Kept' }).click()
  expect(await titles(page)).toHaveLength(4)
  await page.getByRole('button', { name: '1 Does not apply' }).click()
  expect(await titles(page)).toContain('Pages can be walked to the end')
  await page.getByLabel('Level all').selectOption('3')
  expect(await titles(page)).toEqual([
    'Failures say whether a retry can help',
    'It starts fast',
    'Pages can be walked to the end',
  ])
  await page.getByLabel('Search').fill('cursor manifest')
  expect(await titles(page)).toEqual(['Pages can be walked to the end'])
  expect(await count.textContent()).toBe('1 of 7 checks shown')
  await page.getByLabel('Search').fill('no such word')
  expect(await page.locator('.nothing').textContent()).toBe('No finding matches the search.')
})

test('output is shown exactly: controls, bytes that are no UTF-8, hex, and the whole of it', async () => {
  const { page } = await open({ acceptDownloads: true })
  const card = page.locator('#exit_code_contract')
  const stdout = card.getByRole('region', { name: 'stdout of r3' })
  expect(await stdout.locator('pre').textContent()).toBe('ok\\xff\\xfe\\x00\\x1b[1m\n')
  await stdout.getByRole('button', { name: 'Bytes' }).click()
  expect(await stdout.locator('pre').textContent()).toMatch(
    /^00000000 {2}6f 6b ff fe 00 1b 5b 31 6d 0a {2,}ok\.{4}\[1m\.$/,
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    stdout.getByRole('button', { name: 'Save' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('r3.stdout')
  const saved = await readFile(await download.path())
  expect(saved.toString('base64')).toBe(HOSTILE_REPORT.runs[2]!.stdout.base64)

  const stderr = card.getByRole('region', { name: 'stderr of r3' })
  expect(await stderr.textContent()).toContain('The process wrote 5000000 bytes')
  expect((await stderr.locator('pre').textContent())!.length).toBe(8000)
  await stderr.getByRole('button', { name: 'Show all of it' }).click()
  expect((await stderr.locator('pre').textContent())!.length).toBe(20_000)

  const json = page.locator('#json_envelope').getByRole('region', { name: 'stdout of r1' })
  await json.getByRole('button', { name: 'Tree' }).click()
  expect(await json.locator('.json-leaf').allTextContents()).toContain('ok: false')
})

test('a command line is copied as it is', async () => {
  const { page } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
  const button = page.getByRole('button', { name: 'Copy the command line of r1' })
  await button.click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    HOSTILE_REPORT.runs[0]!.command,
  )
})

test('the keyboard alone is enough, and a link opens its finding', async () => {
  const { page } = await open()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Skip to the findings',
  )
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('2 Broken')
  await page.keyboard.press('Space')
  expect(await titles(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await titles(page)).toEqual(['Failures say whether a retry can help'])
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
  await page.keyboard.press('Enter')
  expect(await page.locator('#retry_hints .body').textContent()).toContain(
    'A probe that is rate limited, in the profile.',
  )
  const linked = await open({ hash: '#cold_start' })
  await linked.page.locator('#cold_start .body').waitFor()
  expect(await linked.page.evaluate(() => document.activeElement?.textContent)).toContain(
    'It starts fast',
  )
})

test('the page keeps the rules of accessibility in light, dark and narrow, without sideways scrolling', async () => {
  const axe = await readFile(require.resolve('axe-core'), 'utf8')
  const views = [
    { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
    { colorScheme: 'light', viewport: { width: 360, height: 800 } },
  ] as const
  for (const view of views) {
    const { page } = await open({ ...view, bypassCSP: true })
    for (const status of ['3 Kept', '1 Does not apply'])
      await page.getByRole('button', { name: status }).click()
    await page.addScriptTag({ content: axe })
    const violations = await page.evaluate(async () => {
      const { axe: checker } = window as unknown as {
        axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      const result = await checker.run()
      return result.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`,
      )
    })
    expect(violations, JSON.stringify(view)).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(view.viewport.width)
    const folder = process.env['SURETY_SCREENSHOTS']
    if (folder !== undefined) {
      const path = `${folder}/${view.colorScheme}-${view.viewport.width}.png`
      await page.screenshot({ path, fullPage: true })
    }
  }
})

test('the colours can be chosen', async () => {
  const { page } = await open({ colorScheme: 'light' })
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await colour()).toBe('rgb(255, 255, 255)')
  const button = page.getByRole('button', { name: /^Colours: / })
  await button.click()
  await expect.poll(() => button.getAttribute('aria-label')).toBe('Colours: light')
  await button.click()
  // The page is drawn anew after the event.
  await expect.poll(colour).toBe('rgb(20, 22, 28)')
})

test('a page without a problem shows what is kept', async () => {
  const kept = HOSTILE_REPORT.findings.filter(({ status }) => status === 'kept')
  const clean: Report = {
    ...HOSTILE_REPORT,
    findings: kept,
    summary: {
      known: 0,
      broken: 0,
      warnings: 0,
      notes: 0,
      not_shown: 0,
      kept: 3,
      left_out: 1,
      not_run: 0,
    },
  }
  const { page } = await open({}, await writeReport(clean, 'html'))
  expect(await titles(page)).toHaveLength(3)
})
