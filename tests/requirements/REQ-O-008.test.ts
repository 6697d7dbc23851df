import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'

import { describe, expect, it, beforeAll } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { runAll, watchedToolOf, toolOf } from '../e2e/processes/run-tool.ts'

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
  const run = () =>
    runAll({
      plain: work(['talk']),
      quiet: work(['talk', '--quiet']),
      verbose: work(['talk', '--verbose'], { env: { CI: 'true' } }),
      debug: work(['talk', '--debug']),
      both: work(['talk', '--quiet', '--debug']),
    })
  let seen: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    seen = await run()
  })

  it('REQ-O-008/1: --quiet leaves nothing on stderr', () => {
    expect(seen.quiet.stderr).toBe('')
    expect(seen.quiet.documents).toHaveLength(1)
  })

  it('REQ-O-008/2,4: --verbose shows progress, in CI too', () => {
    expect(seen.verbose.stderr).toContain('halfway')
    expect(seen.plain.stderr).not.toContain('halfway')
    expect(seen.verbose.documents).toHaveLength(1)
  })

  it('REQ-O-008/7: --debug shows everything but secrets', () => {
    expect(seen.debug.stderr).toContain('[DEBUG]')
    expect(seen.debug.stderr).not.toContain('hunter2secret')
  })

  it('REQ-O-008/8: the answer is the same with each', () => {
    const { plain, quiet, verbose, debug } = seen
    for (const { data } of [plain, quiet, verbose, debug]) expect(data).toEqual({ done: true })
  })

  it('REQ-O-008/5: two at once are refused', () => {
    expect(seen.both.code).toBe(2)
  })

  it('REQ-O-008/6: all three are options of every command', () => {
    for (const help of helps)
      for (const flag of ['--quiet', '--verbose', '--debug']) expect(help).toContain(flag)
  })
})
