import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

// Not GitHub itself: a script prints what gh documents for these calls.
const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-gh-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(
  join(folder, 'gh'),
  `#!/bin/sh
case "$*" in
  "issue list --json "*" --repo=a/b --label=bug --limit=100") echo '[{"number":1,"title":"x"}]' ;;
  "issue view --json "*" --repo=a/b -- 9") echo 'GraphQL: Could not resolve to an issue or pull request with the number of 9.' >&2; exit 1 ;;
  "pr list --json "*" --limit=100") echo 'To get started with GitHub CLI, please run:  gh auth login' >&2; exit 4 ;;
  "pr diff --color=never -- 7") echo 'HTTP 401: Bad credentials (https://api.github.com/graphql)' >&2; echo 'Try authenticating with:  gh auth login' >&2; exit 1 ;;
  "issue create --title=T --body=-b") echo 'https://github.com/a/b/issues/2' ;;
  "pr merge --squash -- 3") ;;
  "run view --json "*" -- 5") echo 'HTTP 403: API rate limit exceeded' >&2; exit 1 ;;
  *) echo "unexpected: $*" >&2; exit 64 ;;
esac
`,
)
chmodSync(join(folder, 'gh'), 0o755)

test('gh: JSON is data, and failures have codes', async () => {
  const gh = await createWrapped('gh', folder, { PATH: `${folder}:/usr/bin:/bin` })
  expect(await gh.data('issue', 'list', '--repo', 'a/b', '--label', 'bug')).toEqual([
    { number: 1, title: 'x' },
  ])
  expect(await gh.fails('issue', 'view', '--repo', 'a/b', '9')).toMatchObject({ code: 'NOT_FOUND' })
  expect(await gh.fails('pr', 'list')).toMatchObject({ category: 'AUTH_REQUIRED' })
  expect(await gh.call('issue', 'create', '--title', 'T', '--body=-b')).toMatchObject({
    data: [{ url: 'https://github.com/a/b/issues/2' }],
    meta: { effect: 'created' },
  })
  expect(await gh.fails('pr', 'merge', '--method', 'squash', '3')).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
  })
  const merge = ['pr', 'merge', '--method', 'squash', '--confirm-destructive', '3']
  expect(await gh.call(...merge)).toMatchObject({ ok: true, meta: { effect: 'updated' } })
  expect(await gh.fails('run', 'view', '5')).toMatchObject({ category: 'RATE_LIMITED' })
  expect(await gh.fails('pr', 'diff', '7')).toMatchObject({
    code: 'AUTH_REQUIRED',
    message: 'HTTP 401: Bad credentials (https://api.github.com/graphql)',
    suggestion: 'A person signs in with: gh auth login',
    recovery: 'never',
    retryable: false,
  })
  // A repository on another server would get a token.
  expect(await gh.fails('issue', 'list', '--repo', 'evil.example/a/b')).toMatchObject({
    code: 'INVALID_VALUE',
  })
})

describe.runIf(isInstalled('gh'))('gh (needs gh)', () => {
  test('the real one says that nobody signed in', async () => {
    const gh = await createWrapped('gh', folder, { HOME: folder })
    expect(await gh.fails('issue', 'list', '--repo', 'a/b')).toMatchObject({
      code: 'AUTH_REQUIRED',
    })
  })
})
