import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startBrowser } from '../tests/browser/open-page.ts'
import { WAYS_IN } from './stage/start-page.ts'

const site = fileURLToPath(new URL('../build/site/', import.meta.url))
const files = readdirSync(site, { recursive: true }).map(String)
const pages = files.filter((path) => path.endsWith('.html'))

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Ends what hangs. Everything below waits for what a page does, not for a time. */
const HANGS = 300_000

let server: Server
let browser: Browser
let address = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname)
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path)
    const bytes = existsSync(file) ? readFileSync(file) : undefined
    response.statusCode = bytes === undefined ? 404 : 200
    response.setHeader('content-type', TYPES[extname(path)] ?? 'text/html')
    response.end(bytes)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await startBrowser()
})
afterAll(async () => {
  await browser.close()
  server.close()
})

/** Opens a page; `problems` are its errors and whatever it asked of another host. */
async function open(path: string, colorScheme: 'light' | 'dark' = 'light') {
  const page = await browser.newPage({ colorScheme })
  page.setDefaultTimeout(HANGS)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url()))
      problems.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
  await page.goto(`${address}${path}`)
  await isAlive(page)
  return { page, problems }
}

/** Waits until the scripts of the page have taken over what the server wrote. */
async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(`document.querySelector('#app')?.__vue_app__ !== undefined`)
  await page.evaluate('document.fonts.ready.then(() => {})')
}

test('every link leads to a file of the site, and every file comes from it', () => {
  const broken = new Set<string>()
  for (const page of pages.filter((path) => path !== '404.html')) {
    const text = readFileSync(join(site, page), 'utf8')
    for (const [, kind = '', target = ''] of text.matchAll(/ (href|src)="([^"#?]*)[^"]*"/g)) {
      if (target === '' || target.startsWith('data:')) continue
      if (/^[a-z]+:/.test(target)) {
        if (kind === 'src' || /<link[^>]+href="https?:/.test(text)) broken.add(`${page}: ${target}`)
        continue
      }
      const path = posix.normalize(
        posix.join('/', target.startsWith('/') ? '' : posix.dirname(page), decodeURI(target)),
      )
      const file = path.endsWith('/') ? `${path}index.html` : path
      if (!existsSync(join(site, file)) && !existsSync(join(site, `${file}.html`)))
        broken.add(`${page}: ${target}`)
    }
  }
  expect([...broken]).toEqual([])
})

test('every link to a part of a page leads to a part that is there', () => {
  const partsOf = new Map(
    pages.map((page) => {
      const text = readFileSync(join(site, page), 'utf8')
      return [page, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))]
    }),
  )
  const dead = new Set<string>()
  for (const page of pages) {
    const text = readFileSync(join(site, page), 'utf8')
    for (const [, target = '', part = ''] of text.matchAll(/ href="([^"#?:]*)#([^"]+)"/g)) {
      const path = posix.join(target.startsWith('/') ? '' : posix.dirname(page), target)
      const named = target === '' ? page : path.replace(/^\//, '').replace(/\/$/, '/index.html')
      const found = partsOf.get(named) ?? partsOf.get(`${named}.html`)
      if (!found?.has(decodeURIComponent(part))) dead.add(`${page}: ${target}#${part}`)
    }
  }
  expect([...dead]).toEqual([])
})

/** A page of each kind. */
const KINDS = [
  '/',
  '/framework/getting-started.html',
  '/api/surety.html',
  '/measured/index.html',
  '/contract/exit-codes.html',
]
const RULES = { runOnly: ['color-contrast', 'image-alt', 'link-name', 'heading-order', 'list'] }

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  test.each(KINDS)('%s keeps the rules of axe, and fits into its window', async (path) => {
    const { page } = await open(path, scheme)
    await page.evaluate(axe.source)
    const found = (await page.evaluate(`axe.run('#app', ${JSON.stringify(RULES)})`)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    const broken = found.violations.map(
      ({ id, nodes }) => `${id} ${nodes.length}: ${nodes[0]?.html}`,
    )
    expect(broken).toEqual([])
    const shots = process.env['SURETY_SCREENSHOTS']
    for (const width of [1280, 400]) {
      await page.setViewportSize({ width, height: 900 })
      const name = `site-${scheme}-${width}${path.replaceAll(/[/.]/g, '-')}.png`
      if (shots !== undefined)
        await page.screenshot({ path: `${shots}/${name}`, animations: 'disabled' })
      const wide = await page.evaluate('document.documentElement.scrollWidth')
      expect(wide, `${path} at ${width}`).toBeLessThanOrEqual(width)
    }
    await page.close()
  })
})

test('on a phone an answer of a console breaks in its box, an option in no place, and lines are copied', async () => {
  const { page } = await open('/')
  await page.setViewportSize({ width: 400, height: 900 })
  const [wide, room] = (await page.evaluate(
    `(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('.language-console pre'))`,
  )) as [number, number]
  expect(wide).toBeLessThanOrEqual(room)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('.language-console button.copy').click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    /^node greet\.mjs Ada --json\s+node greet\.mjs Ada --loud --json; echo \$\?$/,
  )
  await page.goto(`${address}/cli/hook.html`)
  await isAlive(page)
  const broken = await page.evaluate(
    `[...document.querySelectorAll('.vp-doc .whole')].filter((each) => each.getClientRects().length > 1).length`,
  )
  expect(await page.locator('.vp-doc .whole', { hasText: /^--network$/ }).count()).toBeGreaterThan(
    0,
  )
  expect(broken).toBe(0)
  await page.close()
})

test('the claim is larger than the name, which has its version; the line to install is copied', async () => {
  const { page, problems } = await open('/')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const size = (part: string) =>
    page.evaluate(
      `parseFloat(getComputedStyle(document.querySelector('.VPHero ${part}')).fontSize)`,
    )
  expect(await size('.text')).toBeGreaterThan(Number(await size('.name')))
  expect(await page.locator('.VPHero .name').innerText()).toMatch(/^surety \d+\.\d+\.\d+$/)
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm i @surety/adopt')
  expect(problems).toEqual([])
  await page.close()
})

test('every page is there as text, and llms.txt lists them with a sentence, without decisions', () => {
  const list = readFileSync(join(site, 'llms.txt'), 'utf8')
  const listed = [...list.matchAll(/\]\(\/([^)]+)\): \S/g)].map(([, path = '']) => path)
  const own = ['404.html', 'index.html', 'playground.html']
  const asText = pages
    .filter((path) => !own.includes(path) && !path.startsWith('decisions/'))
    .map((path) => path.replace(/html$/, 'md'))
  expect(new Set(listed)).toEqual(new Set(asText))
  for (const path of listed) expect(existsSync(join(site, path)), path).toBe(true)
  expect(readFileSync(join(site, 'llms-full.txt'), 'utf8')).toContain(
    '<!-- /framework/getting-started.md -->',
  )
})

test.each(WAYS_IN)('one click on "%s" leads to a page', async (title, code, _words, link) => {
  const { page, problems } = await open('/')
  expect(await page.locator('.VPFeature', { hasText: title }).locator('code').innerText()).toBe(
    code,
  )
  await page.locator('.VPFeature', { hasText: title }).click()
  await page.locator('.vp-doc h1').waitFor()
  expect(new URL(page.url()).pathname).toMatch(link)
  expect(problems).toEqual([])
  await page.close()
})

test('tables and checks can be filtered, pages can be searched', async () => {
  const { page, problems } = await open('/tests/requirements/index.html')
  await page.locator('.table-filter input').first().fill('REQ-F-011')
  await expect
    .poll(() => page.locator('.table-filter output').first().textContent())
    .toMatch(/^1 of \d+$/)
  await page.goto(`${address}/conformance/checks.html`)
  await isAlive(page)
  await page.locator('.table-filter input').first().fill('sigterm')
  await expect.poll(() => page.locator('.vp-doc h3:visible').count()).toBeLessThan(5)
  await page.keyboard.press('Control+k')
  await page.locator('.VPLocalSearchBox input').fill('redirect')
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
  expect(problems).toEqual([])
  await page.close()
})

describe('the playground', () => {
  test('the verdict stands beside what was pasted from 1000 px on, and below it on a phone', async () => {
    const { page } = await open('/playground.html')
    const band = page.getByRole('region', { name: 'Verdict' })
    await page.setViewportSize({ width: 1000, height: 900 })
    expect((await band.boundingBox())?.x).toBeGreaterThan(450)
    await page.setViewportSize({ width: 400, height: 900 })
    expect((await band.boundingBox())?.x).toBeLessThan(100)
    await page.close()
  })

  const verdictOf = (page: Page) => page.getByRole('region', { name: 'Verdict' }).innerText()

  test('reads an answer, decides, and writes it in every dialect', async () => {
    const { page, problems } = await open('/playground.html')
    await page.getByLabel('stderr').fill('')
    await page.getByLabel('stdout').fill('{"schema":"animus.cli.v1","ok":true,"data":{"id":7}}')
    await page.getByLabel('Exit code').fill('0')
    await expect.poll(() => verdictOf(page)).toMatch(/It worked\./)
    await page.getByText('Read as animus-1').waitFor()
    expect(await page.locator('details').count()).toBe(9)
    await page.locator('summary', { hasText: 'td' }).click()
    await expect.poll(() => page.locator('details[open] pre').innerText()).toContain('"id": 7')
    await page.reload()
    await isAlive(page)
    await page.getByText('Read as animus-1').waitFor()
    await page.locator('.answer-form select').selectOption('spec-1.0')
    await expect.poll(() => verdictOf(page)).toMatch(/It failed|cannot be trusted/)
    expect(problems).toEqual([])
    await page.close()
  })

  test.each([
    ['{"ok":false}', '0'],
    ['{"ok": false, "id": 7,}', '0'],
    ["{'success': False}", '0'],
    ['{"code":"WRITE_FAILED","message":"No room"}', '0'],
    ['error:\n  code: gone\n', '0'],
  ])('says of %j with exit %s that it contradicts itself', async (stdout, exit) => {
    const { page, problems } = await open('/playground.html')
    await page.getByLabel('stderr').fill('')
    await page.getByLabel('stdout').fill(stdout)
    await page.getByLabel('Exit code').fill(exit)
    // The command of the sample that was there is not that of what somebody pastes.
    expect(await page.getByLabel('Command').inputValue()).toBe('')
    await page.getByText('calls itself a failure').first().waitFor()
    expect(await verdictOf(page)).toMatch(/It worked, with a warning\./)
    expect(problems).toEqual([])
    await page.close()
  })

  test('says after a rate limit how long to wait', async () => {
    const { page, problems } = await open('/playground.html')
    await page.locator('.samples button', { hasText: 'rate limit' }).click()
    await expect.poll(() => verdictOf(page)).toMatch(/Wait .+, then make the same call/)
    expect(problems).toEqual([])
    await page.close()
  })

  test('shows hostile and long answers as text', async () => {
    const { page, problems } = await open('/playground.html')
    const data = {
      a: '<img src=x onerror="document.title=1">',
      b: 'x'.repeat(300_000),
      c: '\u001b[31m',
    }
    await page.getByLabel('stderr').fill('')
    await page
      .getByLabel('stdout')
      .fill(JSON.stringify({ ok: true, data, error: null, warnings: [], meta: {} }))
    await page.getByLabel('Exit code').fill('no number')
    await expect.poll(() => verdictOf(page)).toMatch(/May I repeat it/)
    expect(await page.title()).not.toBe('1')
    for (const name of await page.locator('.samples button').all()) await name.click()
    await page.getByText(/^Read as/).waitFor()
    expect(problems).toEqual([])
    await page.close()
  })

  test.each(['light', 'dark'] as const)('has no violation of axe, %s', async (scheme) => {
    const { page } = await open('/playground.html', scheme)
    await page.locator('details').first().waitFor()
    await page.evaluate(axe.source)
    const found = (await page.evaluate(`axe.run('.playground')`)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await page.close()
  })
})
