import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, it } from 'vitest'
import { run } from 'surety'
import { toFetch } from 'surety/http'

import { connect } from '../mcp/connect.ts'
import { nodeBinary, runProgram } from '../processes/run-program.ts'

const program = fileURLToPath(new URL('../../bin/mistyped.mjs', import.meta.url))
const { mistakes, mistyped } = (await import(program)) as {
  readonly mistakes: Readonly<Record<string, object>>
  readonly mistyped: Parameters<typeof run>[0]
}
const names = Object.keys(mistakes)

const folder = mkdtempSync(join(tmpdir(), 'mistyped-'))
const RAN = join(folder, 'ran')
process.env['RAN'] = RAN
afterAll(() => rmSync(folder, { recursive: true }))

const words = (name: string) => ('args' in mistakes[name]! ? [name, 'x'] : [name])
const refused = { code: 'INTERNAL_ERROR', retryable: false }

describe('a mistyped declaration is refused before anything runs', () => {
  it.each(names)('%s in a terminal, of a tool and of a tool with one command', async (name) => {
    const [, ...rest] = words(name)
    const [one, only] = await Promise.all([
      runProgram('mistyped.mjs', words(name), { env: { RAN } }),
      runProgram('mistyped.mjs', rest, { env: { RAN, ONLY: name } }),
    ])
    for (const { code, documents } of [one, only]) {
      expect(code).toBe(1)
      expect(documents).toMatchObject([{ ok: false, error: refused }])
      expect(documents[0]!['error'].message).toMatch(/^The tool is declared wrongly: /)
    }
    expect(existsSync(RAN)).toBe(false)
  })

  it.each(names)('%s by run()', async (name) => {
    const { outcome } = await run(mistyped, words(name))
    expect(outcome.error).toMatchObject(refused)
    expect(outcome.error?.message).toMatch(/^The tool is declared wrongly: /)
    expect(existsSync(RAN)).toBe(false)
  })

  it('over MCP', async () => {
    const { client, call } = await connect([nodeBinary(), program, '--mcp'], { env: { RAN } })
    for (const command of names)
      for (const way of ['call_read', 'call_write'])
        expect(await call(way, { command, args: { id: 'x' } })).toMatchObject({ isError: true })
    expect(await call('call_write', { command: 'good' })).toMatchObject({ isError: false })
    await client.close()
    expect(existsSync(RAN)).toBe(false)
  })

  it('over HTTP', async () => {
    const answer = toFetch(mistyped)
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    for (const name of names) {
      const request = new Request(`http://localhost/${name}`, { ...init, body: '{"id":"x"}' })
      expect((await answer(request)).ok).toBe(false)
    }
    expect((await answer(new Request('http://localhost/good', { ...init, body: '{}' }))).ok).toBe(
      true,
    )
    expect(existsSync(RAN)).toBe(false)
  })
})

it('takes only itself along: help, manifest and the other commands come, and name it', async () => {
  for (const argv of [['--help'], ['good', '--help'], ['manifest']]) {
    const { code, stdout, stderr } = await runProgram('mistyped.mjs', argv)
    expect(code).toBe(0)
    for (const name of names) expect(stdout + stderr).toContain(`'${name}'`)
  }
  const { code, documents } = await runProgram('mistyped.mjs', ['good'])
  expect(code).toBe(0)
  expect(documents).toMatchObject([{ ok: true, data: { done: true }, warnings: [] }])
})
