import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(isInstalled('sqlite3'))('sqlite3 (needs sqlite3)', async () => {
  const sqlite = await createWrapped('sqlite3', folder, { HOME: folder })
  const execute = (sql: string) => sqlite.call('execute', '--confirm-destructive', 'a.db', sql)

  test('rows and tables', async () => {
    expect(await sqlite.fails('execute', 'a.db', 'create table t (x)')).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
    })
    expect(await execute('create table t (x); insert into t values (1), (2)')).toMatchObject({
      ok: true,
    })
    expect(await sqlite.data('query', 'a.db', 'select x from t')).toEqual([{ x: 1 }, { x: 2 }])
    expect(await sqlite.data('tables', 'a.db')).toEqual([
      { type: 'table', name: 't', sql: 'CREATE TABLE t (x)' },
    ])
  })

  test('a query changes nothing and reaches no other file', async () => {
    for (const sql of ['drop table t', "attach 'b.db' as b", "select writefile('out', 'x')"])
      expect(await sqlite.call('query', 'a.db', sql)).toMatchObject({ ok: false })
    expect(await sqlite.fails('query', 'a.db', '.shell touch out')).toMatchObject({
      code: 'INVALID_VALUE',
    })
    expect(existsSync(join(folder, 'out')) || existsSync(join(folder, 'b.db'))).toBe(false)
    expect(await sqlite.data('query', 'a.db', 'select count(*) as n from t')).toEqual([{ n: 2 }])
  })

  test('failures have codes', async () => {
    expect(await sqlite.fails('query', 'a.db', 'select y from t')).toMatchObject({
      category: 'NOT_FOUND',
    })
    expect(await sqlite.fails('query', 'a.db', 'selec')).toMatchObject({ category: 'ARG_ERROR' })
  })
})
