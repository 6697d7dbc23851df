import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { createWrapped } from './ready.suite.ts'

// Not docker itself, which needs a daemon: a script that prints what docker documents for these calls.
const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-docker-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(
  join(folder, 'docker'),
  `#!/bin/sh
case "$*" in
  "ps --no-trunc --format {{json .}} --all")
    printf '%s\\n' '{"Command":"\\"sleep 1\\"","ID":"4c01db0b339c","Image":"ubuntu:22.04","Names":"web","State":"running"}'
    printf '%s\\n' '{"Command":"\\"sh\\"","ID":"d7886598dbe2","Image":"crosbymichael/redis","Names":"redis","State":"exited"}' ;;
  "ps --no-trunc --format {{json .}}") echo 'permission denied while trying to connect to the Docker daemon socket' >&2; exit 1 ;;
  "images --no-trunc --format {{json .}}") printf '%s\\n%s\\n' '{"ID":"a"}' 'WARNING: odd' ;;
  "inspect -- nope") printf '[]\\n'; echo 'Error: No such object: nope' >&2; exit 1 ;;
  "logs --tail=200 -- web") echo out; echo err >&2 ;;
  "pull --quiet -- private/image") echo 'Error response from daemon: pull access denied for private/image, repository does not exist or may require docker login' >&2; exit 1 ;;
  "stop -- web") echo web ;;
  *) echo "unexpected: $*" >&2; exit 64 ;;
esac
`,
)
chmodSync(join(folder, 'docker'), 0o755)

test('docker: JSON lines are a list, and failures have codes', async () => {
  const docker = await createWrapped('docker', folder, { PATH: `${folder}:/usr/bin:/bin` })
  expect(await docker.data('ps', '--all')).toEqual([
    {
      Command: '"sleep 1"',
      ID: '4c01db0b339c',
      Image: 'ubuntu:22.04',
      Names: 'web',
      State: 'running',
    },
    expect.objectContaining({ Names: 'redis' }),
  ])
  expect(await docker.fails('ps')).toMatchObject({ category: 'PERMISSION_DENIED' })
  expect(await docker.fails('images')).toMatchObject({
    code: 'OUTPUT_UNREADABLE',
    message: expect.stringContaining('line 2 of stdout is not JSON'),
  })
  expect(await docker.fails('inspect', 'nope')).toMatchObject({
    category: 'NOT_FOUND',
    code: 'OBJECT_UNKNOWN',
    details: { name: 'nope' },
  })
  expect(await docker.data('logs', 'web')).toEqual({ stdout: ['out'], stderr: ['err'] })
  expect(await docker.fails('pull', 'private/image')).toMatchObject({ category: 'AUTH_REQUIRED' })
  expect(await docker.call('stop', 'web')).toMatchObject({
    data: ['web'],
    meta: { effect: 'updated' },
  })
  expect(await docker.fails('rm', 'web')).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
})
