import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { CHECK_IDS, checkTool, type Finding } from 'surety/conformance'
import { afterAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'misbehave-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Checks the program that has one fault. */
async function check(fault: string, only?: readonly string[]) {
  const state = mkdtempSync(join(folder, 'state-'))
  return checkTool([process.execPath, 'tests/bin/misbehave.mjs', fault], {
    profile: 'tests/bin/misbehave.profile.yaml',
    env: { PATH: process.env['PATH'], HOME: state, MISBEHAVE_STATE: state },
    ...(only !== undefined && { only }),
    concurrency: 4,
  })
}

const withStatus = (findings: readonly Finding[], status: Finding['status']) =>
  findings.filter((finding) => finding.status === status).map((finding) => finding.check)

test('finds nothing in a program that behaves, and shows every promise', async () => {
  const { findings, level, left_out: leftOut } = await check('none')
  expect(withStatus(findings, 'broken')).toEqual([])
  expect(withStatus(findings, 'not_shown')).toEqual([])
  expect(leftOut).toEqual([])
  expect(findings.map((finding) => finding.check)).toEqual(CHECK_IDS)
  expect(level.reached).toBe(3)
})

describe('a program with one fault', () => {
  test.concurrent.each(CHECK_IDS)('breaks %s', async (id) => {
    const { findings } = await check(id, [id])
    expect(withStatus(findings, 'broken')).toEqual([id])
    const finding = findings.find(({ status }) => status === 'broken')
    expect(finding!.evidence.length).toBeGreaterThan(0)
    expect(finding!.reproduce).toContain(`misbehave.mjs ${id}`)
  })
})
