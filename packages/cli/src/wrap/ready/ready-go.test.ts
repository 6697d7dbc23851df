import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-wrap-go-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
write('go.mod', 'module example.org/x\n\ngo 1.19\n')
write('x.go', 'package x\n\nfunc One() int { return 1 }\n')
write('x_test.go', 'package x\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {}\n')

describe.runIf(isInstalled('go'))('go (needs go)', async () => {
  const go = await createWrapped('go', folder, { HOME: folder, GOFLAGS: '-mod=mod' })

  test('settings, packages and tests', async () => {
    expect(await go.data('env')).toMatchObject({ GOOS: expect.any(String) })
    expect(await go.data('list')).toEqual([{ path: 'example.org/x', name: 'x', folder }])
    expect(await go.data('test')).toContainEqual(
      expect.objectContaining({ Action: 'pass', Test: 'TestOne' }),
    )
  }, 240_000)

  test('failures have codes', async () => {
    write('x.go', 'package x\n\nfunc One() int { return two }\n')
    expect(await go.fails('build')).toMatchObject({ code: 'COMPILE_ERRORS' })
    expect(await go.fails('list', './nope')).toMatchObject({ category: 'NOT_FOUND' })
    expect(await go.fails('clean', '--cache')).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect(await go.fails('list', '--', '-toolexec=x')).toMatchObject({ code: 'INVALID_VALUE' })
  }, 240_000)
})
