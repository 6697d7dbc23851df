import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startBrowser } from './open-page.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const main = join(root, 'packages', 'cli', 'dist', 'cli', 'surety.cjs')
const td = join(root, 'examples', 'td', 'td')
const desk = join(root, 'examples', 'adapters', 'commander', 'desk')

/** Prints what would break a page that does not show it as text. */
const HOSTILE = `#!/usr/bin/env node
const [kind] = process.argv.slice(2)
const nasty = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\\u001b]0;x\\u0007\\u202e'
if (kind === 'html') console.log(nasty)
if (kind === 'deep') console.log('['.repeat(30000) + ']'.repeat(30000))
if (kind === 'bytes') process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0x41]))
if (kind === 'flood') for (let i = 0; i < 50; i += 1) process.stdout.write(Buffer.alloc(1024 * 1024, 'a\\n'))
if (kind === 'slow') {
  console.log('falling asleep')
  const isWoken = () => require('node:fs').existsSync(__dirname + '/awake')
  const timer = setInterval(() => isWoken() && (clearInterval(timer), console.log('slept')), 50)
}
if (kind === 'rows') {
  const rows = Array.from({ length: Number(process.argv[3]) }, (_, at) => ({ id: at, name: 'row ' + at, inner: { place: 'shelf ' + at } }))
  console.log(JSON.stringify({ rows, long: 'x'.repeat(9000), last: nasty }))
}
if (kind === 'half') console.log('{"rows": [' + '"half a document", '.repeat(9000))
if (kind === 'denies') console.log('{"ok":false}')
if (kind === 'manifest') process.exitCode = 2
`

let browser: Browser
let folder: string
const servers: ChildProcess[] = []

interface Served {
  readonly url: string
  readonly ended: Promise<number | null>
  readonly process: ChildProcess
}

/** Starts the inspector, as a person does, and reads its address. */
async function serve(words: readonly string[], options: readonly string[] = []): Promise<Served> {
  const started = spawn(process.execPath, [main, 'inspect', ...options, '--', ...words], {
    cwd: folder,
    env: {
      ...process.env,
      SURETY_STATE_DIR: join(folder, 'state'),
      TD_DATA_DIR: join(folder, 'td'),
    },
  })
  servers.push(started)
  const ended = new Promise<number | null>((resolve) => started.on('exit', resolve))
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    started.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    started.on('exit', () => reject(new Error(said)))
  })
  return { url, ended, process: started }
}

const problems: string[] = []
async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(LONG.timeout)
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('request', (each) => {
    if (!each.url().startsWith(new URL(url).origin) && !/^(file|blob):/.test(each.url()))
      problems.push(`request to ${each.url()}`)
  })
  await page.goto(url)
  return page
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Call' })
// Ends what hangs, and measures nothing.
const LONG = { timeout: 300_000 }
const ends = (page: Page, how: RegExp) =>
  expect.poll(() => panel(page).getByRole('status').first().textContent(), LONG).toMatch(how)

const prints = (page: Page, what: RegExp) =>
  expect
    .poll(() => panel(page).locator('.stream .written').first().textContent(), LONG)
    .toMatch(what)

async function shoot(page: Page, name: string): Promise<void> {
  const shots = process.env['SURETY_SCREENSHOTS']
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

const axe = createRequire(import.meta.url).resolve('axe-core')
async function violations(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ content: await readFile(axe, 'utf8') })
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const result = await checker.run()
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`)
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-inspect-'))
  await writeFile(join(folder, 'hostile'), HOSTILE)
  await chmod(join(folder, 'hostile'), 0o755)
  browser = await startBrowser()
})
afterAll(async () => {
  await browser.close()
  for (const each of servers) each.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('td: fill, run, see the failure, follow the hint, replay, save, open the file from disk', async () => {
  const { url, process: server, ended } = await serve([td])
  const page = await open(url, { acceptDownloads: true })
  await page.getByRole('link', { name: /^show/ }).click()
  await page.getByLabel(/^ref/).fill('9')
  await expect.poll(() => new URL(page.url()).hash, LONG).toContain('c=show')
  await page.getByRole('button', { name: 'Run' }).click()
  await ends(page, /^It failed/)
  expect(await panel(page).textContent()).toContain('not_found')
  await prints(page, /There is no task/)
  await panel(page).getByRole('button', { name: 'Put it into the form' }).click()
  await expect.poll(() => page.getByLabel('Command line').inputValue(), LONG).toBe('td ls --all')
  await page.keyboard.press('Tab')
  await page.getByLabel('Command line').press('Control+Enter')
  await ends(page, /^It worked/)
  const link = page.url()
  await panel(page).getByRole('button', { name: 'Replay' }).click()
  await expect.poll(() => page.url(), LONG).not.toBe(link)
  await ends(page, /^It worked/)
  await panel(page).getByLabel('With').selectOption({ index: 2 })
  await panel(page).getByLabel('Difference of stdout').waitFor()
  await panel(page).getByText('The same answer in every dialect').click()
  await panel(page).getByRole('button', { name: 'claw-2.0' }).click()
  expect(await panel(page).getByLabel('stdout as claw-2.0').textContent()).toContain(
    'output_format',
  )
  expect(await panel(page).textContent()).toContain('estimated by tokenx')
  // What is in the address comes back, in a second page as well.
  const second = await open(page.url())
  await expect.poll(() => second.getByLabel('Command line').inputValue(), LONG).toBe('td ls --all')
  await ends(second, /^It worked/)
  await shoot(page, 'inspect-1280')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save the calls' }).click(),
  ])
  const file = join(folder, 'calls.html')
  await download.saveAs(file)
  const saved = await open(pathToFileURL(file).href, { offline: true })
  await saved.locator('.timeline a', { hasText: / show / }).click()
  await ends(saved, /^It failed/)
  await prints(saved, /There is no task/)
  expect(await saved.getByRole('button', { name: 'Replay' }).count()).toBe(0)
  server.kill('SIGINT')
  expect(await ended).toBe(0)
  await page.getByText('The inspector does not answer').waitFor()
  for (const context of browser.contexts()) await context.close()
  expect(problems.splice(0).filter((text) => !/ERR_|Failed to load/.test(text))).toEqual([])
})

test('a command that reads is chosen; calls are found again, and run elsewhere', async () => {
  const { url } = await serve([td])
  const page = await open(url)
  await expect.poll(() => new URL(page.url()).hash, LONG).toContain('c=labels')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await ends(page, /^It worked/)
  // The answer is a tree in which one can search.
  const tree = panel(page).getByRole('group', { name: 'stdout of the call as a tree' })
  await tree.getByLabel('Find').fill('ok')
  await tree.getByText('1 match').waitFor()
  expect(await tree.locator('mark').textContent()).toBe('ok')
  await page.getByRole('link', { name: 'A line of your own' }).click()
  await page.getByLabel('Command line').fill('cat')
  await page.getByText('Standard input, folder, variables').click()
  await page.getByLabel('Standard input', { exact: true }).fill('from the form')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await prints(page, /^from the form$/)
  // The list: a search, only trouble, and borders that the keyboard moves.
  await page.getByLabel('Only td').uncheck()
  await page.getByLabel('Search the calls').fill('cat')
  await expect.poll(() => page.locator('.timeline li').count(), LONG).toBe(1)
  await page.getByLabel('Only trouble').check()
  await page.getByText('No call fits.').waitFor()
  const border = page.getByRole('separator', { name: 'Width of the commands' })
  const before = Number(await border.getAttribute('aria-valuenow'))
  await border.press('ArrowRight')
  expect(Number(await border.getAttribute('aria-valuenow'))).toBe(before + 2)
  expect(problems.splice(0)).toEqual([])
})

test('git by description: a preview comes first, and nothing destructive runs unconfirmed', async () => {
  const { execFileSync } = await import('node:child_process')
  execFileSync('git', ['init', '-q', folder])
  const { url } = await serve(['git'])
  const page = await open(`${url}#c=clean`)
  await page.getByRole('button', { name: 'Preview first (--dry-run)' }).waitFor()
  expect(await page.getByRole('button', { name: 'Run it for real' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Preview first (--dry-run)' }).click()
  await ends(page, /^It worked/)
  expect(await panel(page).textContent()).toContain('It only previews.')
  expect(await panel(page).textContent()).toContain('surety wrap git clean')
  // The server refuses what the page would have asked about.
  const refused = await page.evaluate(async () => {
    const body = JSON.stringify({ command: 'clean', args: {} })
    return (await fetch('api/run', { method: 'POST', body })).json() as Promise<unknown>
  })
  expect(refused).toMatchObject({ error: { code: 'CONFIRMATION_REQUIRED' } })
  expect(await readFile(join(folder, 'hostile'), 'utf8')).toBe(HOSTILE)
  expect(problems.splice(0).filter((text) => !text.includes('422'))).toEqual([])
})

test('an adapted commander program: fields by type, replay of a change asks, secrets stay out', async () => {
  const { url } = await serve([desk])
  const page = await open(url, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByText('10 of 10 commands').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('create')
  await page.getByText('1 of 10 commands').waitFor()
  await page.getByRole('link', { name: /^create/ }).click()
  await page.getByLabel(/^title/).fill('Broken <b>door</b>')
  await page.getByLabel(/^body/).fill('password=hunter2secret')
  await page.getByLabel(/^priority/).selectOption('high')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await ends(page, /^It (worked|failed)/)
  await panel(page).getByRole('button', { name: 'Copy as Typed client' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`["issue"]["create"]({"title":"Broken <b>door</b>"`)
  await panel(page).getByRole('button', { name: 'Copy as MCP call' }).click()
  const mcp = await page.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(mcp)).toMatchObject({ params: { name: 'call_write' } })
  await panel(page).getByRole('button', { name: 'Replay' }).click()
  expect(await panel(page).getByRole('alert').textContent()).toContain('all the same?')
  await panel(page).getByRole('button', { name: 'No' }).click()
  const rows = await page.locator('.timeline a').allTextContents()
  expect(rows.join('\n')).not.toContain('hunter2secret')
  const saved = await page.evaluate(async () => (await fetch('api/save')).text())
  expect(saved).not.toContain('hunter2secret')
  expect(saved).not.toContain('<b>door')
  expect(problems.splice(0)).toEqual([])
})

test('hostile output is text; a long one comes in parts; a call outlives its page; others watch it', async () => {
  const { url } = await serve(['./hostile'])
  const page = await open(`${url}#c=>`)
  const run = async (line: string) => {
    const before = page.url().split('call=')[1]
    await page.getByLabel('Command line').fill(line)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect.poll(() => page.url().split('call=')[1], LONG).not.toBe(before)
  }
  await run('./hostile html')
  await ends(page, /^It worked/)
  await prints(page, /\\x1b\]0;x\\x07\\u202e/)
  await run('./hostile deep')
  await ends(page, /^It worked/)
  await prints(page, /^\[{8000}/)
  await run('./hostile bytes')
  await prints(page, /^\\xff\\xfe\\x00A$/)
  await run('./hostile denies')
  await panel(page)
    .getByText('calls itself a failure ({"ok":false}), but the exit code 0')
    .first()
    .waitFor()
  const denied = page.locator('.timeline a', { hasText: 'denies' }).filter({ hasText: 'warnings' })
  expect(await denied.locator('.sign').textContent()).toBe('!')
  await run('./hostile flood')
  await ends(page, /^The answer is incomplete/)
  // It wrote 50 MiB, of which the last 16 are kept: they do not begin at byte 0.
  await panel(page).getByText('Bytes 35,651,584 to 35,717,120 of 52,428,800 are here').waitFor()
  await panel(page).getByText('the first 35,651,584 were not kept').waitFor()
  await panel(page).getByRole('button', { name: 'Next part of stdout' }).click()
  await panel(page).getByText('Bytes 35,717,120 to').waitFor()
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(await page.locator('img').count()).toBe(0)

  const other = await open(url)
  await run('./hostile slow')
  await other.locator('.timeline a', { hasText: 'slow' }).filter({ hasText: 'running' }).waitFor()
  // What it has printed is there while it runs, beside a clock.
  await panel(page).getByLabel('stdout so far').getByText('falling asleep').waitFor()
  expect(await panel(page).getByRole('timer').textContent()).toMatch(/^\d+\.\d s$/)
  await shoot(page, 'inspect-running')
  await page.close()
  await writeFile(join(folder, 'awake'), '')
  await other.locator('.timeline a', { hasText: 'slow' }).filter({ hasText: 'ok' }).click()
  await prints(other, /slept/)
  expect(problems.splice(0)).toEqual([])
})

test('a long JSON document is a tree: opened on demand, searched whole, as text where it is none', async () => {
  const { url } = await serve(['./hostile'])
  const page = await open(`${url}#c=>`)
  const run = async (line: string) => {
    const before = page.url().split('call=')[1]
    await page.getByLabel('Command line').fill(line)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect.poll(() => page.url().split('call=')[1], LONG).not.toBe(before)
    await ends(page, /^It worked/)
  }
  const tree = panel(page).getByRole('group', { name: 'stdout of the call as a tree' })
  const lines = () => tree.locator('summary, .json-leaf').count()

  await run('./hostile rows 20000')
  await tree.getByText('20,000 items').waitFor()
  // The first members only, each closed.
  expect(await lines()).toBeLessThan(120)
  await tree.getByRole('button', { name: 'Show 1000 more of 20000' }).click()
  await expect.poll(lines, LONG).toBeGreaterThan(1100)
  // What stands far behind the first 64 KiB is found, and its place opened.
  await tree.getByLabel('Find').fill('shelf 19999')
  await tree.getByText('1 match', { exact: true }).waitFor()
  await expect.poll(() => tree.locator('mark').textContent(), LONG).toBe('shelf 19999')
  // A word that is everywhere opens the first places and counts the others.
  await tree.getByLabel('Find').fill('shelf')
  await tree.getByText('20,000 matches', { exact: true }).first().waitFor()
  // 1,100 rows are shown, and two lines more for each of the first 200 places.
  expect(await lines()).toBeLessThan(1600)
  await tree.getByLabel('Find').fill('')
  await tree.getByRole('button', { name: 'Show all 9,000 characters' }).click()
  await panel(page).getByText('The tree has all of it. As text, bytes 0 to 65,536').waitFor()
  await shoot(page, 'inspect-long-json')

  // Beyond 2 MiB it is text until the reader asks.
  await run('./hostile rows 60000')
  await panel(page).getByText('Tree reads all of it').waitFor()
  expect(await tree.count()).toBe(0)
  await panel(page).getByRole('button', { name: 'Tree', exact: true }).click()
  await tree.getByText('60,000 items').waitFor()

  await run('./hostile half')
  await prints(page, /^\{"rows": \["half a document"/)
  await expect
    .poll(() => panel(page).getByRole('button', { name: 'Tree', exact: true }).count(), LONG)
    .toBe(0)
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(problems.splice(0)).toEqual([])
})

test('requests of others are refused: another Host or Origin, no token, no Origin', async () => {
  const { url } = await serve([])
  const { port, host, origin, pathname } = new URL(url)
  const ask = (headers: Readonly<Record<string, string>>, path = pathname, method = 'GET') =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject)
      sent.end(method === 'POST' ? '{"line":"touch pwned"}' : undefined)
    })
  expect(
    await Promise.all([
      ask({ host }),
      ask({ host: `evil.example:${port}` }),
      ask({ host: `localhost:${port}` }),
      ask({ host, origin: 'http://evil.example' }),
      ask({ host, origin: 'null' }),
      ask({ host, 'sec-fetch-site': 'cross-site' }),
      ask({ host }, '/'),
      ask({ host }, `/${'x'.repeat(43)}/`),
      ask({ host }, `${pathname}api/run`, 'POST'),
      ask({ host, origin: 'http://evil.example' }, `${pathname}api/run`, 'POST'),
      ask({ host, origin }, '/wrong/api/run', 'POST'),
    ]),
  ).toEqual([200, 403, 403, 403, 403, 403, 404, 404, 403, 403, 404])
  await expect(readFile(join(folder, 'pwned'))).rejects.toThrow('ENOENT')
  const page = await fetch(url)
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
  )
})

test('all can use it: rules of accessibility in both themes, narrow, and 1,000 commands at once', async () => {
  const commands = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [
      `group${at % 50}.make-${at}`,
      { description: `Makes ${at}`, danger_level: 'mutating', flags: {}, exit_codes: {} },
    ]),
  )
  const data = { schema_version: '1.1', name: 'big', etag: 'e1', commands }
  const meta = { duration_ms: 1 }
  const envelope = JSON.stringify({ ok: true, data, error: null, warnings: [], meta })
  await writeFile(join(folder, 'big.json'), `${envelope}\n`)
  const help = 'Usage: big <command>\\n\\nCommands:\\n  manifest  Lists all commands'
  const answer = `case "$1" in manifest) cat "$(dirname "$0")/big.json" ;; *) printf '${help}\\n' ;; esac`
  await writeFile(join(folder, 'big'), `#!/bin/sh\n${answer}\n`)
  await chmod(join(folder, 'big'), 0o755)
  const { url } = await serve([join(folder, 'big')], ['--dialect', 'spec-1.0'])
  const quick = await open(url)
  await quick.getByText('1000 of 1000 commands').waitFor()
  for (const [text, count] of [
    ['make-99', '11 of 1000 commands'],
    ['make-9', '111 of 1000 commands'],
    ['', '1000 of 1000 commands'],
  ] as const) {
    await quick.locator('#search').fill(text)
    await quick.getByText(count, { exact: true }).waitFor()
  }

  const shown = await serve([td])
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['dark', 400],
  ] as const) {
    const view = { colorScheme, viewport: { width, height: 900 }, bypassCSP: true }
    const page = await open(`${shown.url}#c=add`, view)
    await page.getByLabel(/^content/).fill('Water the plants')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await ends(page, /^It (worked|failed)/)
    expect(await violations(page), `${colorScheme} ${width}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    await shoot(page, `inspect-${colorScheme}-${width}`)
    if (width > 400) continue
    // The buttons of a stream stand in one row.
    const tops = await panel(page)
      .locator('.stream-head')
      .first()
      .locator('button')
      .evaluateAll((buttons) => buttons.map((each) => each.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    // Three tabs, of which one is in front.
    expect(await page.getByRole('navigation', { name: 'Commands' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Commands', exact: true }).click()
    await page.getByRole('navigation', { name: 'Commands' }).waitFor()
    expect(await panel(page).count()).toBe(0)
    await shoot(page, `inspect-${colorScheme}-${width}-commands`)
    await page.getByRole('button', { name: 'Form and calls' }).click()
    await shoot(page, `inspect-${colorScheme}-${width}-form`)
    // Who fills in the form again keeps it, although an answer is there.
    await page.getByLabel(/^content/).fill('Water them again')
    await page.getByRole('button', { name: 'Form and calls', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Answer', pressed: true }).waitFor()
    await ends(page, /^It (worked|failed)/)
  }
})
