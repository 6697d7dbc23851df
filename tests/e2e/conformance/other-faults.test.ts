import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { checkTool } from '@surety/check'
import { expect, test } from 'vitest'

/** Checks the tool of notes that has a fault, of which only its manifest is known. */
async function brokenBy(fault: string, only?: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'surety-notes-'))
  try {
    const { findings } = await checkTool([process.execPath, 'tests/bin/keeps-notes.cjs', fault], {
      preset: 'envelope',
      env: { PATH: process.env['PATH'], HOME: home },
      ...(only !== undefined && { only }),
    })
    const broken = findings.filter(({ status }) => status === 'broken')
    return { findings, broken: broken.map(({ check, summary }) => [check, summary]) }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

test('a tool that looks for the target first is not blamed for a target that the check made up', async () => {
  const { broken, findings } = await brokenBy('none')
  expect(broken).toEqual([])
  const statusOf = (id: string) => findings.find(({ check }) => check === id)?.status
  expect(['dry_run_preview', 'destructive_refuses_unconfirmed'].map(statusOf)).toEqual([
    'not_shown',
    'not_shown',
  ])
  for (const id of ['pagination_walk', 'list_says_it_stopped', 'unknown_flag', 'argument_order'])
    expect(statusOf(id), id).toBe('kept')
})

test.concurrent.each([
  ['flags_abbreviated', 'unknown_flag', /accepted/],
  ['choice_unchecked', 'invalid_input_exit_2', /accepted/],
  ['equals_ignored', 'argument_order', /^With = between --format and plain/],
  ['limit_ignored', 'list_says_it_stopped', /^It has 4 rows with --limit 3\.$/],
  ['total_of_the_page', 'pagination_walk', /^The total is said to be 1; the walk gave 5 items\.$/],
  ['returned_is_all', 'pagination_walk', /^A page says that it has 5 items, and has [14]\.$/],
  ['code_varies', 'error_code_form', /^error\.code is 'NOT_FOUND_\d+', then 'NOT_FOUND_\d+'\.$/],
  ['litter', 'reads_write_nothing', /^Each call leaves a file in TMPDIR, such as notes-/],
])('the fault %s breaks %s', async (fault, id, summary) => {
  const { broken } = await brokenBy(fault, [id])
  expect(broken).toEqual([[id, expect.stringMatching(summary)]])
})
