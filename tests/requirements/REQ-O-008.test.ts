import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'

import { describe, expect, it, beforeAll } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { watchedToolOf, toolOf } from '../e2e/processes/run-tool.ts'

const optional = watchedToolOf('optional.mjs')

const work = toolOf('work.mjs')

/** The help of commands of the author and of the framework. */
let helps: readonly string[] = []

beforeAll(async () => {
  const names = ['look', 'make', 'doctor']
  const ended = await Promise.all(names.map((name) => work([name, '--help'])))
  helps = ended.map(({ stderr }) => stderr)
})

describe('--debug', () => {
  it('REQ-O-008/3: traces configuration, locks and requests', async () => {
    const server = createServer((_request, response) => response.end('ok'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
    const cwd = folder()
    writeFileSync(join(cwd, '.optional-config'), '{"region":"asia"}')
    const traced = await optional('traces --debug', { cwd, env: { URL_TO_GET: url } })
    server.close()
    expect(traced.data).toMatchObject({ status: 200 })
    for (const line of [
      `[DEBUG] config read from ${join(cwd, '.optional-config')}`,
      `[DEBUG] config not at ${traced.home}/.config/optional/config.json`,
      `[DEBUG] config resolved {"region":"file:${join(cwd, '.optional-config')}"}`,
      `[DEBUG] lock ${join(cwd, '.optional-config.lock')} taken`,
      `[DEBUG] GET ${url}`,
      `[DEBUG] 200 of ${url}`,
    ])
      expect(traced.stderr).toContain(line)
  })
})

describe('verbosity', () => {
  it('REQ-O-008/1,2,4,5,6,7,8: is none, progress or everything', async () => {
    const [plain, quiet, verbose, debug, both] = await Promise.all([
      work(['talk']),
      work(['talk', '--quiet']),
      work(['talk', '--verbose'], { env: { CI: 'true' } }),
      work(['talk', '--debug']),
      work(['talk', '--quiet', '--debug']),
    ])
    expect(quiet.stderr).toBe('')
    expect(verbose.stderr).toContain('halfway')
    expect(plain.stderr).not.toContain('halfway')
    expect(debug.stderr).toContain('[DEBUG]')
    expect(debug.stderr).not.toContain('hunter2secret')
    expect(both.code).toBe(2)
    for (const { data } of [plain, quiet, verbose, debug]) expect(data).toEqual({ done: true })
    for (const flag of ['--quiet', '--verbose', '--debug']) expect(helps[0]).toContain(flag)
  })
})
