import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'

import type { Browser, Page } from 'playwright-core'
import { defineCli, defineCommand, defineGroup, s } from 'surety'
import { toFetch, toNodeListener } from 'surety/http'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startBrowser } from './open-page.ts'

const HOSTILE = `</title><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`
const show = defineCommand({
  description: 'Shows volumes',
  danger: 'safe',
  args: { name: s.string() },
  options: {
    zone: s.enum(['north', 'south']).default('north'),
    tag: s.array(s.string()).optional().describe(HOSTILE),
  },
  run: ({ args, options }) => ({ name: args.name, ...options, hostile: HOSTILE }),
})
const remove = defineCommand({
  description: 'Removes a volume',
  danger: 'destructive',
  args: { name: s.string() },
  options: { size: s.integer().optional(), force: s.boolean().default(false) },
  dryRun: ({ args }) => ({ effect: 'would_delete', would_affect: [args.name] }),
  run: ({ args, options }) => ({ effect: 'deleted', name: args.name, ...options }),
})
const cli = defineCli({
  name: 'acme',
  version: '1.2.3',
  description: HOSTILE,
  commands: { volume: defineGroup({ description: 'Volumes', commands: { show, remove } }) },
})

let browser: Browser
let server: Server
let page: Page
const problems: string[] = []

beforeAll(async () => {
  browser = await startBrowser()
  server = createServer(toNodeListener(toFetch(cli, { basePath: '/api' })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  page = await browser.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1:')) problems.push(request.url())
  })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/docs`)
})
afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

/** Fills the form of a command in and returns what the page shows as its answer. */
async function call(path: string, values: Readonly<Record<string, string>>): Promise<string> {
  const details = page.locator('details', { hasText: path })
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
  for (const [name, value] of Object.entries(values)) {
    const field = details.locator(`[name="${name}"]`)
    const isChoice = (await field.evaluate((element) => element.tagName)) === 'SELECT'
    await (isChoice ? field.selectOption(value) : field.fill(value))
  }
  await details.locator('button').click()
  const output = details.locator('output', { hasText: '{' })
  return output.innerText()
}

test('the page of a tool lists and calls its commands without a network', async () => {
  expect(await page.locator('summary').allInnerTexts()).toEqual([
    'GET /volume/show Shows volumes',
    'POST /volume/remove Removes a volume destructive',
  ])
  const shown = await call('/volume/show', { name: 'a&b', zone: 'south', tag: 'x\ny,z' })
  expect(shown).toMatch(/^200 OK\n/)
  expect(JSON.parse(shown.slice(7))).toMatchObject({
    data: { name: 'a&b', zone: 'south', tag: ['x', 'y,z'], hostile: HOSTILE },
  })
  const path = '/volume/remove'
  expect(await call(path, { name: 'v1', size: '3', force: 'true' })).toMatch(
    /^400 Bad Request\n[^]*CONFIRMATION_REQUIRED/,
  )
  await page
    .locator('details', { hasText: path })
    .locator('output')
    .evaluate((element) => {
      element.textContent = ''
    })
  const removed = await call(path, { 'confirm-destructive': 'true' })
  expect(JSON.parse(removed.slice(7))).toMatchObject({
    data: { effect: 'deleted', name: 'v1', size: 3, force: true },
  })
})

test('the page runs nothing that a declaration or an answer holds, and all can use it', async () => {
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(await page.locator('img').count()).toBe(0)
  expect(problems.filter((text) => !/ERR_FAILED|400 \(Bad Request\)/.test(text))).toEqual([])
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
  const { readFile } = await import('node:fs/promises')
  await page.evaluate(await readFile(axe, 'utf8'))
  const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] }
  expect(violations.map(({ id }) => id)).toEqual([])
})
