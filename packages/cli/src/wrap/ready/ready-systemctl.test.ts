import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

// Where no systemd runs, a script prints what systemctl 252 prints for these calls.
const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-systemctl-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(
  join(folder, 'systemctl'),
  `#!/bin/sh
case "$*" in
  "list-units --output=json --no-pager --state=failed")
    echo '[{"unit":"a.service","load":"loaded","active":"failed","sub":"failed","description":"A"}]' ;;
  show*" -- a.service") printf 'Id=a.service\\nActiveState=failed\\n' ;;
  "restart --no-ask-password -- a.service") ;;
  "start --no-ask-password -- nope.service") echo 'Failed to start nope.service: Unit nope.service not found.' >&2; exit 5 ;;
  "enable --no-ask-password -- a.service") echo 'Failed to enable unit: Access denied' >&2; exit 4 ;;
  *) echo "unexpected: $*" >&2; exit 64 ;;
esac
`,
)
chmodSync(join(folder, 'systemctl'), 0o755)

test('systemctl: units, their states and changes', async () => {
  const systemctl = await createWrapped('systemctl', folder, { PATH: `${folder}:/usr/bin:/bin` })
  expect(await systemctl.data('list', '--state', 'failed')).toEqual([
    expect.objectContaining({ unit: 'a.service', active: 'failed' }),
  ])
  expect(await systemctl.data('status', 'a.service')).toContainEqual({
    name: 'ActiveState',
    value: 'failed',
  })
  expect(await systemctl.call('restart', 'a.service')).toMatchObject({
    meta: { effect: 'updated' },
  })
  expect(await systemctl.fails('start', 'nope.service')).toMatchObject({ code: 'UNIT_NOT_FOUND' })
  expect(await systemctl.fails('enable', 'a.service')).toMatchObject({
    category: 'PERMISSION_DENIED',
  })
  expect(await systemctl.fails('stop', 'a.service')).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
  })
})

describe.runIf(isInstalled('systemctl'))('systemctl (needs systemctl)', () => {
  test('the real one lists units, or says that no systemd runs', async () => {
    const outcome = await (await createWrapped('systemctl', folder)).call('list')
    if (outcome.ok) expect(outcome.data).toContainEqual(expect.objectContaining({ load: 'loaded' }))
    else expect(outcome.error).toMatchObject({ code: 'SYSTEMD_NOT_RUNNING' })
  })
})
