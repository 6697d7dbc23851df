import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-pip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(isInstalled('pip'))('pip (needs pip)', async () => {
  const pip = await createWrapped('pip', folder, { HOME: folder })

  test('what is installed', async () => {
    expect(await pip.data('list')).toContainEqual(
      expect.objectContaining({ name: expect.any(String), version: expect.any(String) }),
    )
    expect(await pip.data('show', 'pip')).toContainEqual({ name: 'Name', value: 'pip' })
  })

  test('failures have codes, and nothing is removed without a confirmation', async () => {
    expect(await pip.fails('show', 'no-such-package-x')).toMatchObject({
      category: 'NOT_FOUND',
      code: 'PACKAGE_NOT_FOUND',
    })
    expect(await pip.fails('install', '--no-index', 'no-such-package-x')).toMatchObject({
      code: 'PACKAGE_NOT_FOUND',
    })
    expect(await pip.fails('uninstall', 'pip')).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect(await pip.fails('show', '--', '--files')).toMatchObject({ category: 'NOT_FOUND' })
  })
})
