import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runTogether } from '../e2e/processes/run-tool.ts'

const together = (lines: readonly Loose[], options?: ProcessOptions) =>
  runTogether('work.mjs', lines, options)

const call = (command: string, input: Loose = {}, flags: Loose = {}) => ({
  _cmd: command,
  _opts: flags,
  ...input,
})

describe('steps and batches', () => {
  const undoing = { 'rollback-on-failure': true }
  let seen: Awaited<ReturnType<typeof together>>
  let names: readonly (readonly string[])[] = []
  const run = async () => {
    const broken = await together([call('steps', { breaks: true })])
    const from = broken.answers[0]!.data['resume_from'] as string
    return together([
      call('steps', {}, { 'resume-from': from }),
      call('steps', {}, { 'resume-from': 'nope' }),
      call('steps', { breaks: true }, undoing),
      call('steps', { breaks: true, undo: 'fails' }, undoing),
      call('steps', {}, undoing),
      call('steps', {}, { schema: true }),
      call('look', {}, { schema: true }),
      call('look', {}, { 'resume-from': 'copy' }),
      call('look', {}, undoing),
    ])
  }
  beforeAll(async () => {
    seen = await run()
    names = seen.answers.slice(5, 7).map(({ data }) => Object.keys(data['flags'] as object))
  })

  it('go on at the step that a failure names, and list those before it as skipped', () => {
    expect(seen.answers[0]!.data).toMatchObject({
      completed_steps: ['copy', 'check'],
      skipped_steps: ['snapshot'],
    })
  })

  it('do not begin at an unknown step', () => {
    expect(seen.answers[1]).toMatchObject({ code: 2, error: { phase: 'validation' } })
    // The four others that were no questions for the schema ran.
    expect(seen.calls).toBe(4)
  })

  it('have both options, and no other command has', () => {
    expect(names[0]).toEqual(expect.arrayContaining(['resume-from', 'rollback-on-failure']))
    for (const name of ['resume-from', 'rollback-on-failure']) expect(names[1]).not.toContain(name)
    expect(seen.answers.slice(7).map(({ code }) => code)).toEqual([2, 2])
  })

  it('that fail are undone on request, and still exit with 3', () => {
    expect(seen.answers[2]).toMatchObject({ code: 3, data: { rollback_status: 'completed' } })
  })

  it('that cannot be undone say why', () => {
    expect(seen.answers[3]!.data).toMatchObject({
      rollback_status: 'failed',
      rollback_error: 'stuck',
    })
  })

  it('say what became of undoing, also if nothing failed', () => {
    expect(seen.answers[4]!.data['rollback_status']).toBe('not_attempted')
  })
})
