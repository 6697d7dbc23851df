import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

const PATHS = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser']

/** Starts the browser of the machine; SURETY_TEST_BROWSER names another. */
export async function startBrowser(): Promise<Browser> {
  const path = process.env['SURETY_TEST_BROWSER'] ?? PATHS.find((each) => existsSync(each))
  if (path === undefined) throw new Error(`Install Chromium: none of ${PATHS.join(', ')} exists.`)
  return chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
}

/** A page from a file, as a mail program or a pipeline opens it, and everything that went wrong in it. */
export interface OpenPage {
  readonly page: Page
  /** Errors, refused scripts and requests to anywhere. */
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

/** Writes HTML to a file and opens it without a network. */
export async function openPage(
  browser: Browser,
  html: string,
  options: BrowserContextOptions & { readonly hash?: string } = {},
): Promise<OpenPage> {
  const { hash = '', ...rest } = options
  const folder = await mkdtemp(join(tmpdir(), 'surety-page-'))
  const file = join(folder, 'report.html')
  await writeFile(file, html)
  const context = await browser.newContext({ offline: true, ...rest })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(file|blob):/.test(request.url())) problems.push(`request to ${request.url()}`)
  })
  await page.goto(pathToFileURL(file).href + hash)
  return {
    page,
    problems,
    close: async () => {
      await context.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
