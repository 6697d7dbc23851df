import { tmpdir } from 'node:os'

import { describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

describe.runIf(isInstalled('apt'))('apt (needs apt)', async () => {
  const apt = await createWrapped('apt', tmpdir())

  test('packages that are installed', async () => {
    expect(await apt.data('installed', 'base-files')).toEqual([
      expect.objectContaining({ package: 'base-files', version: expect.stringMatching(/^\d/) }),
    ])
    expect(await apt.data('show', 'base-files')).toContainEqual({
      name: 'Package',
      value: 'base-files',
    })
  })

  test('failures have codes, and a removal is only shown', async () => {
    expect(await apt.fails('install', '--dry-run', 'no-such-package-x')).toMatchObject({
      category: 'NOT_FOUND',
      code: 'PACKAGE_NOT_FOUND',
    })
    expect(await apt.fails('remove', 'base-files')).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect(await apt.fails('installed', '--', '-oDir=/x')).toMatchObject({ code: 'INVALID_VALUE' })
  })
})
