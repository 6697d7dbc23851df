import type { JournalEntry } from './entry.ts'

/** Gives an entry of a successful call, with some members replaced. */
export function entry(more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    v: 1,
    time: '2026-11-15T02:00:00.000Z',
    call: 'c',
    tool: 'tool',
    command: 'list',
    argv: ['tool', 'list'],
    outcome: 'success',
    exit: 'SUCCESS',
    exit_code: 0,
    category: null,
    code: null,
    operation: null,
    target: null,
    verdict: 'accept',
    reason: 'DONE',
    attempt: 1,
    waited_ms: 0,
    duration_ms: 10,
    dialect: null,
    trace_id: 't',
    ...more,
  }
}
