import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { draftDescription } from './draft-description.ts'
import { readDescription } from 'surety/unstable/description'
import { wrapProblems, type WrapDescription } from '../wrap-description.ts'

const parseDescription = (text: string) =>
  readDescription<WrapDescription>(text, { reader: 'wrapped', rules: wrapProblems })
const options = { env: { PATH: process.env['PATH'] }, timeoutMs: 10_000, folder: '.' }

test('describes git from its help, with every command to be decided', async () => {
  const draft = await draftDescription(['git'], options)
  if (!draft.ok) throw new Error(draft.startError)
  expect(draft.tool).toBe('git')
  const parsed = await parseDescription(draft.text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const { commands, program, name } = parsed.description
  expect(name).toBe('git-agent')
  expect(program).toEqual(['git'])
  expect(commands['clone']).toMatchObject({
    summary: 'Clone a repository into a new directory',
    danger: 'mutating',
    call: ['clone', '{words}'],
  })
  expect(Object.values(commands).every(({ danger }) => danger === 'mutating')).toBe(true)
  expect(draft.text.match(/DECIDE/g)?.length).toBeGreaterThan(20)
})

test('asks for help and version and for nothing else, whatever the help says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-init-'))
  const log = join(folder, 'calls')
  const page = join(folder, 'page')
  const program = join(folder, 'My Tool.sh')
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\ncat '${page}'\n`)
  chmodSync(program, 0o755)
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (name, summary) => {
      writeFileSync(page, `Commands:\n  ${name}  ${summary}\n  yes  "on": {x}\n  a: b # c\n`)
      const draft = await draftDescription([program], options)
      if (!draft.ok) throw new Error(draft.startError)
      expect(draft.tool).toBe('my-tool')
      expect(await parseDescription(draft.text)).toMatchObject({ ok: true })
    }),
    { numRuns: 10 },
  )
  const calls = new Set(readFileSync(log, 'utf8').trim().split('\n'))
  expect([...calls].toSorted()).toEqual(['--help', '--version'])
  rmSync(folder, { recursive: true })
})

test('says that a program cannot be started', async () => {
  expect(await draftDescription(['surety-no-such-program'], options)).toEqual({
    ok: false,
    startError: 'ENOENT',
  })
})
