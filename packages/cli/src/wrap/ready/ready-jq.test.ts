import { tmpdir } from 'node:os'

import { describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

describe.runIf(isInstalled('jq'))('jq (needs jq)', () => {
  test('results, tests and text', async () => {
    const jq = await createWrapped('jq', tmpdir())
    expect(await jq.feed('{"a":[1,{"b":2}]}', 'filter', '.a[]')).toMatchObject({
      ok: true,
      data: [1, { b: 2 }],
    })
    expect(await jq.feed('{"a":"x\\ny"}', 'text', '.a')).toMatchObject({ data: { text: 'x\ny' } })
    expect(await jq.call('test', '--null-input', 'false')).toMatchObject({
      ok: true,
      data: { holds: false },
      meta: { meaning: 'The last result is false or null' },
    })
    expect(await jq.data('test', '--null-input', '1')).toEqual({ holds: true })
    // An envelope among the results is a result.
    expect(await jq.feed('{"ok":false,"error":{"code":"X"}}', 'filter', '.')).toMatchObject({
      ok: true,
      data: [{ ok: false, error: { code: 'X' } }],
    })
  })

  test('sees no variables but the usual ones', async () => {
    const variables = {
      HOME: '/home/ada',
      LC_ALL: 'C',
      SECRET: 'x',
      CI_TOKEN: 'y',
      SURETY_KEY: 'z',
    }
    const jq = await createWrapped('jq', tmpdir(), { ...variables, HTTPS_PROXY: 'http://a:b@c' })
    const seen = await jq.data('filter', '--null-input', '[$ENV, env]')
    expect(JSON.stringify(seen)).toContain('/home/ada')
    for (const name of ['SECRET', 'CI_TOKEN', 'SURETY_KEY', 'HTTPS_PROXY'])
      expect(JSON.stringify(seen)).not.toContain(`"${name}"`)
  })

  test('mistakes in the input and in the program', async () => {
    const jq = await createWrapped('jq', tmpdir())
    const broken = await jq.feed('{"a":\n[1,}', 'filter', '.')
    expect(broken).toMatchObject({
      error: { category: 'ARG_ERROR', code: 'INPUT_NOT_JSON', details: { line: '2' } },
    })
    expect(await jq.fails('filter', '--null-input', '.a | {')).toMatchObject({
      code: 'PROGRAM_INVALID',
      message: expect.stringMatching(/^syntax error/),
    })
    expect(await jq.feed('[]', 'filter', '.a')).toMatchObject({ error: { code: 'FILTER_FAILED' } })
    expect(await jq.fails('filter', '.', './not-there.json')).toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: 'There is no file ./not-there.json.',
    })
    expect(await jq.fails('filter', '--null-input', '--', '--from-file=/etc/passwd')).toMatchObject(
      {
        code: 'INVALID_VALUE',
      },
    )
  })
})
