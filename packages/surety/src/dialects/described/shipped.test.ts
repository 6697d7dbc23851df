import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import type { Capture } from '../dialect.ts'
import { decode } from '../read-capture.ts'
import { loadDialect } from '../registry/load-dialect.ts'
import shipped from './shipped.json' with { type: 'json' }

const field = new URL('../../../../../bench/field/envelopes.ndjson', import.meta.url)
const captures = new Map(
  readFileSync(field, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Capture & { readonly id: string })
    .map((capture) => [capture.id, capture]),
)
const exampleOf = async (id: string, dialect: string) =>
  (await decode(captures.get(id)!, { dialect })).outcome

test('Prisma: the last frame, its result and its error', async () => {
  expect(await exampleOf('prisma-ok', 'prisma')).toMatchObject({
    ok: true,
    data: { user: 'a' },
    meta: { command: 'auth.whoami' },
    diagnostics: { malformed: false },
  })
  expect(await exampleOf('prisma-errored', 'prisma')).toMatchObject({
    ok: false,
    error: { code: 'AUTH.NOT_SIGNED_IN', message: 'You are not signed in', retryable: null },
  })
})

test('Prisma: bad news with exit 4 is a failure, with what was found', async () => {
  expect(await exampleOf('prisma-ok-exit4', 'prisma')).toMatchObject({
    ok: false,
    data: { refs: 3 },
    error: { message: expect.stringContaining('Ref points at nothing') },
    meta: { diagnostics: [{ code: 'MIGRATION.CHECK_DANGLING_REF' }] },
  })
})

test('Vercel: an error, and a step that a person has to confirm', async () => {
  expect(await exampleOf('vercel-error', 'vercel')).toMatchObject({
    ok: false,
    error: {
      code: 'project_not_found',
      message: 'There is no project for "my-app"',
      suggestion: 'Project names are team-scoped.',
    },
    diagnostics: { malformed: false },
  })
  expect(await exampleOf('vercel-action-required', 'vercel')).toMatchObject({
    ok: false,
    error: { code: 'confirmation_required' },
  })
  const stdout = '{"status":"ok","projects":["a"]}'
  const { outcome } = await decode({ stdout, stderr: '', exit_code: 0 }, { dialect: 'vercel' })
  expect(outcome).toMatchObject({ ok: true, data: { projects: ['a'] } })
})

test.each(Object.keys(shipped))('%s is known by its name', async (id) => {
  expect((await loadDialect(id)).id).toBe(id)
})
