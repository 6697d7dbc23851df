import { describe, expect, it } from 'vitest'

import { fail } from '../../contract/index.ts'
import { encode } from '../encode.ts'
import { loadDialect } from '../registry/load-dialect.ts'
import { DIALECT_IDS } from '../registry/built-in.ts'
import { ERROR_FACT_NAMES } from './write-failure.ts'

const FACTS = {
  detail: 'raw text',
  fix_required: 'Open it first.',
  fix_command: 'notes open',
  field_errors: [{ path: 'title', message: 'too long' }],
  redirect: { command: 'notes open', permanent: false },
  retry_after_ms: 7000,
  retry_strategy: 'linear_backoff',
  operation: 'write',
  target: 'notes.txt',
  root_cause: 'disk full',
  docs_url: 'https://notes.example/full',
} as const

/** What the newer contracts allow only beside another exit, or in an error that may be retried. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'spec-1.6': ['redirect', 'retry_after_ms', 'retry_strategy'],
  'spec-1.16': ['redirect', 'retry_after_ms', 'retry_strategy'],
}

describe.each(DIALECT_IDS)('in %s', (id) => {
  it('a tool prints what its author says of a failure, and nothing that the framework adds', async () => {
    const facts = { detail: 'raw text', retry_after_ms: 7000 }
    const error = { code: 'SERVICE_BUSY', message: 'm', retryable: true, ...facts }
    const outcome = fail({ exit: 'UNAVAILABLE', error })
    const dialect = await loadDialect(id)
    const own = JSON.stringify(dialect.toDocument(outcome).document)
    expect(own).toContain('raw text')
    expect(own).toMatch(/"retry_after(?:_ms":7000|":7)\b/)
    const bare = dialect.toDocument(outcome, { errorBody: 'framework' }).document
    if (dialect.generation === undefined) expect(JSON.stringify(bare)).not.toContain('raw text')
  })

  it.each(ERROR_FACT_NAMES)('%s of an error stands in the document, or is lost', async (name) => {
    const error = { code: 'NOTE_CLOSED', message: 'm', [name]: FACTS[name] }
    const outcome = fail({ exit: 'PRECONDITION', error })
    const { stdout, stderr, losses } = encode(outcome, await loadDialect(id), { losses: true })
    const document = (stdout + stderr).replaceAll(/\s*\n\s*|(?<=[:,])\s/g, '')
    const loss = losses.find(({ pointer }) => pointer === `/error/${name}`)
    const isRefused = REFUSED[id]?.includes(name) === true
    expect(document.includes(JSON.stringify(FACTS[name]).replaceAll(': ', ':'))).toBe(!isRefused)
    if (isRefused) expect(loss?.stowed_at).toBeNull()
    else expect(loss?.stowed_at).not.toBeNull()
    expect(document).not.toContain('x_envelope')
  })
})
