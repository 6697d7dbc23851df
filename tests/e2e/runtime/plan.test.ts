import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { connect, root } from '../mcp/connect.ts'
import { callTogether, nodeBinary, runProgram } from '../processes/run-program.ts'
import { program, runShell } from '../processes/run-shell.ts'

const home = mkdtempSync(join(tmpdir(), 'plans-'))
afterAll(() => rmSync(home, { recursive: true }))
let folder: string
let env: Record<string, string>
beforeEach(() => {
  folder = mkdtempSync(join(home, 'files-'))
  for (const name of ['a.log', 'b.log', 'c.txt']) writeFileSync(join(folder, name), '')
  env = { PLANS_FOLDER: folder, XDG_STATE_HOME: join(home, 'state') }
})

const beside = callTogether('plans.mjs')
/** Runs words beside other calls in one process, or in one of their own. */
async function plans(words: string, more: Record<string, string> = {}, isAlone = false) {
  const argv = words.split(' ').map((word) => (word === "''" ? '' : word))
  const given = { env: { ...env, ...more } }
  const { stdout, code } = await (isAlone
    ? runProgram('plans.mjs', argv, given)
    : beside(argv, given))
  return { ...JSON.parse(stdout), code }
}

describe('a preview that binds', () => {
  it('runs what was shown', async () => {
    const { plan } = (await plans('clean --ending .log --dry-run', {}, true)).meta
    const bound = `clean --ending .log --plan ${plan} --confirm-destructive`
    const done = await plans(bound, {}, true)
    expect(done).toMatchObject({ code: 0, data: { effect: 'deleted', files: ['a.log', 'b.log'] } })
    expect(readdirSync(folder)).toEqual(['c.txt'])
  })

  it('is refused with the difference if something else would happen, and nothing happens', async () => {
    const { plan } = (await plans('clean --ending .log --dry-run --fields effect')).meta
    writeFileSync(join(folder, 'd.log'), '')
    const words = `clean --ending .log --plan ${plan}`
    // Also before a person is asked to confirm, and in a preview.
    for (const flag of [' --confirm-destructive', '', ' --dry-run']) {
      expect(await plans(`${words}${flag}`)).toMatchObject({
        code: 6,
        error: { code: 'PLAN_CHANGED', retryable: false },
        meta: { details: { difference: [{ path: '/would_affect/files/2', now: 'd.log' }] } },
      })
    }
    expect(readdirSync(folder)).toHaveLength(4)
  })

  it('confirms nothing', async () => {
    const { plan } = (await plans('clean --dry-run')).meta
    expect((await plans(`clean --plan ${plan}`)).error.code).toBe('CONFIRMATION_REQUIRED')
    expect(readdirSync(folder)).toHaveLength(3)
  })

  it('belongs to its input', async () => {
    const { plan } = (await plans('clean --ending .log --dry-run')).meta
    rmSync(join(folder, 'c.txt'))
    // The same files, but another call.
    const other = await plans(`clean --plan ${plan} --confirm-destructive`)
    expect(other.error).toMatchObject({ code: 'PLAN_CHANGED' })
    expect(other.error.message).toContain('other input')
    const elsewhere = `cd ${home} && ${program('plans.mjs')} clean --ending .log --plan ${plan}`
    const { stdout } = await runShell(elsewhere, env)
    expect(JSON.parse(stdout).error.message).toContain('another folder')
  })

  it('is used up by what it did', async () => {
    const { plan } = (await plans('clean --dry-run')).meta
    const words = `clean --plan ${plan} --confirm-destructive`
    expect((await plans(words)).code).toBe(0)
    expect((await plans(words)).error.code).toBe('PLAN_CHANGED')
  })

  it.each(['nonsense', 'plan-000000000000000000000000', '../../etc', ''])(
    'is refused if it is %j, with the preview of now',
    async (plan) => {
      const refused = await plans(`clean --plan ${plan || "''"} --confirm-destructive`)
      expect(refused).toMatchObject({ code: 6, error: { code: 'PLAN_CHANGED' } })
      expect(refused.meta.details.preview.would_affect.files).toHaveLength(3)
      expect(readdirSync(folder)).toHaveLength(3)
    },
  )

  it('needs no state: it holds where nothing can be written', async () => {
    const nowhere = { XDG_STATE_HOME: '/dev/null/no' }
    const { plan } = (await plans('clean --dry-run', nowhere)).meta
    expect((await plans(`clean --plan ${plan} --confirm-destructive`, nowhere)).code).toBe(0)
  })

  it('shows where it is declared alone', async () => {
    expect((await plans('unbound --dry-run')).meta).not.toHaveProperty('plan')
    expect((await plans('unbound --plan x')).error.code).toBe('UNKNOWN_FLAG')
    const { stdout } = await runShell(`${program('plans.mjs')} unbound --help`, env)
    expect(stdout).not.toContain('--plan')
  })

  it('is the same over MCP', async () => {
    const tool = [nodeBinary(), `${root}tests/bin/plans.mjs`, '--mcp']
    const { client, call } = await connect(tool, { env })
    const args = { command: 'clean', args: { 'dry-run': true } }
    const { plan } = (await call('call_write', args)).envelope['meta']
    writeFileSync(join(folder, 'd.log'), '')
    const bound = { plan, 'confirm-destructive': true }
    const refused = await call('call_write', { command: 'clean', args: bound })
    expect(refused).toMatchObject({ isError: true, envelope: { error: { code: 'PLAN_CHANGED' } } })
    rmSync(join(folder, 'd.log'))
    const done = await call('call_write', { command: 'clean', args: bound })
    expect(done.envelope['data']).toMatchObject({ effect: 'deleted' })
    await client.close()
  })
})
