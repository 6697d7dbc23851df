import { describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

describe('doctor', () => {
  it('REQ-O-026/1,2,3,5,6,7,8,9 REQ-O-031/1,2,3,4,5,6,7,8,9: checks what the author declared', async () => {
    const [well, sick, manifest, ...wrong] = await Promise.all([
      work(['doctor']),
      work(['doctor'], { env: { SICK: '1' } }),
      work(['manifest']),
      work(['look'], { env: { NEEDS: '{"git":{"version":">=2"}}' } }),
      work(['look'], { env: { NEEDS: '{"git":{"fix":"true"}}' } }),
    ])
    expect(well.code).toBe(0)
    expect(well.data['checks']).toContainEqual({ name: 'sh', ok: true, required: '*' })
    expect(well.data['dependencies']).toContainEqual(
      expect.objectContaining({ name: 'true', min_version: '*', ok: true }),
    )
    expect(sick).toMatchObject({ code: 4, error: { code: 'DOCTOR_CHECKS_FAILED' } })
    const checks = sick.data['checks'] as Loose[]
    const failed = checks.filter(({ ok }) => ok === false)
    expect(failed.map(({ name }) => name)).toEqual([
      'no-such-program',
      'no-such-either',
      'git',
      'disk',
      'api',
    ])
    for (const { fix } of failed) expect(fix).toEqual(expect.any(String))
    expect(failed.at(-1)!['network_context']).toMatchObject({ proxy_used: null })
    expect(sick.data['dependencies']).toContainEqual(
      expect.objectContaining({ name: 'no-such-program', found_version: null, ok: false }),
    )
    expect(sick.data['dependencies']).toContainEqual(
      expect.objectContaining({ name: 'no-such-either', found_version: null, ok: false }),
    )
    expect(sick.warnings).toContainEqual(expect.objectContaining({ code: 'DEPENDENCY_UNTESTED' }))
    for (const [index, said] of ['doctor.git.fix', 'doctor.git.version'].entries())
      expect(wrong[index]!.stdout).toContain(said)
    expect(manifest.data['dependencies']).toContainEqual({
      name: 'node',
      check_command: 'node --version',
      min_version: '18',
      version_regex: expect.any(String),
      fix_command: 'apt-get install -y nodejs',
    })
  })
})
