import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

// Not a cluster: a script prints what kubectl documents for these calls.
const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-kubectl-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(
  join(folder, 'kubectl'),
  `#!/bin/sh
case "$*" in
  "get --output=json --namespace=x -- pods") echo '{"kind":"List","items":[{"metadata":{"name":"web"}}]}' ;;
  "get --output=json -- pods nope") echo 'Error from server (NotFound): pods "nope" not found' >&2; exit 1 ;;
  "logs --tail=200 -- web") printf 'one\\ntwo\\n' ;;
  "scale --replicas=2 -- deployment/web") echo 'deployment.apps/web scaled' ;;
  "logs --tail=200 -- locked") echo 'E1118 09:00:00.1 1 memcache.go:265] couldn'"'"'t get current server API group list: the server has asked for the client to provide credentials' >&2; echo 'error: You must be logged in to the server (the server has asked for the client to provide credentials)' >&2; exit 1 ;;
  "describe -- nodes") echo 'Error from server (Forbidden): nodes is forbidden' >&2; exit 1 ;;
  *) echo "unexpected: $*" >&2; exit 64 ;;
esac
`,
)
chmodSync(join(folder, 'kubectl'), 0o755)

test('kubectl: JSON is data, and failures have codes', async () => {
  const kubectl = await createWrapped('kubectl', folder, { PATH: `${folder}:/usr/bin:/bin` })
  expect(await kubectl.data('get', '--namespace', 'x', 'pods')).toMatchObject({
    items: [{ metadata: { name: 'web' } }],
  })
  expect(await kubectl.fails('get', 'pods', 'nope')).toMatchObject({ code: 'NOT_FOUND' })
  expect(await kubectl.data('logs', 'web')).toEqual(['one', 'two'])
  expect(await kubectl.call('scale', '--replicas', '2', 'deployment/web')).toMatchObject({
    data: ['deployment.apps/web scaled'],
    meta: { effect: 'updated' },
  })
  expect(await kubectl.fails('describe', 'nodes')).toMatchObject({ category: 'PERMISSION_DENIED' })
  expect(await kubectl.fails('logs', 'locked')).toMatchObject({
    code: 'AUTH_REQUIRED',
    message: expect.stringMatching(/^You must be logged in to the server/),
    retryable: false,
    recovery: 'never',
  })
  expect(await kubectl.fails('delete', 'pod', 'web')).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
  })
  for (const kind of ['secrets', 'secret/x', 'pods,secrets'])
    expect(await kubectl.fails('get', kind)).toMatchObject({ code: 'INVALID_VALUE' })
})

describe.runIf(isInstalled('kubectl'))('kubectl (needs kubectl)', () => {
  test('the real one reaches no cluster', async () => {
    const kubectl = await createWrapped('kubectl', folder, { HOME: folder })
    expect(await kubectl.fails('get', 'pods')).toMatchObject({ code: 'CLUSTER_UNREACHABLE' })
    expect(await kubectl.data('contexts')).toEqual([])
  })
})
