import { spawnSync } from 'node:child_process'

import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { toolOf, type ToolAnswer } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

describe('doctor', () => {
  let [well, sick]: ToolAnswer[] = []
  let failed: readonly Loose[] = []
  beforeAll(async () => {
    ;[well, sick] = await Promise.all([work(['doctor']), work(['doctor'], { env: { SICK: '1' } })])
    failed = (sick.data['checks'] as Loose[]).filter(({ ok }) => ok === false)
  })

  it('lists its checks, each with name and result', () => {
    for (const { name, ok } of well!.data['checks'] as Loose[])
      expect([typeof name, typeof ok]).toEqual(['string', 'boolean'])
  })

  it('exits with 0, or with 4 if a check failed', () => {
    expect(well!.code).toBe(0)
    expect(sick).toMatchObject({ code: 4, error: { code: 'DOCTOR_CHECKS_FAILED' } })
  })

  it('counts what is absent, too old or broken as failed, each with its fix', () => {
    expect(failed.map(({ name }) => name as string)).toEqual([
      'no-such-program',
      'no-such-either',
      'git',
      'disk',
      'api',
    ])
    for (const { fix } of failed) expect(fix).toEqual(expect.any(String))
  })

  it('asks of any version only that the program is there', () => {
    expect(well!.data['checks']).toContainEqual({ name: 'sh', ok: true, required: '*' })
    expect(well!.data['dependencies']).toContainEqual(
      expect.objectContaining({ name: 'true', min_version: '*', ok: true }),
    )
  })

  it('warns of a version that is newer than those tested', () => {
    expect(sick!.warnings).toContainEqual(expect.objectContaining({ code: 'DEPENDENCY_UNTESTED' }))
  })

  it('gives each declaration with its result; what is not installed has none', () => {
    const dependencies = sick!.data['dependencies'] as Loose[]
    expect(dependencies.map(({ name }) => name as string)).toEqual(
      expect.arrayContaining(['node', 'sh', 'true', 'git', 'newer']),
    )
    for (const name of ['no-such-program', 'no-such-either'])
      expect(dependencies).toContainEqual(
        expect.objectContaining({ name, found_version: null, ok: false }),
      )
  })

  it('gives fixes that run as they are', () => {
    const fix = String(failed.find(({ name }) => name === 'git')?.['fix'])
    expect(spawnSync('sh', ['-c', fix]).status).toBe(0)
  })

  it('refuses a declaration without its members', async () => {
    const wrong = await Promise.all([
      work(['look'], { env: { NEEDS: '{"git":{"version":">=2"}}' } }),
      work(['look'], { env: { NEEDS: '{"git":{"fix":"true"}}' } }),
    ])
    for (const [index, said] of ['doctor.git.fix', 'doctor.git.version'].entries())
      expect(wrong[index]!.stdout).toContain(said)
  })

  it('is in the manifest with all of its declarations', async () => {
    const [manifest, schema] = await Promise.all([work(['manifest']), work(['--schema'])])
    for (const { data } of [manifest, schema])
      expect(data['dependencies']).toContainEqual({
        name: 'node',
        check_command: 'node --version',
        min_version: '18',
        version_regex: expect.any(String),
        fix_command: 'apt-get install -y nodejs',
      })
  })
})
