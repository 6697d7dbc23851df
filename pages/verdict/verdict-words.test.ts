import { expect, it } from 'vitest'

import reasons from '../../packages/client/src/client/decide/reasons.json' with { type: 'json' }
import { toneOf, verdictWords, waitText, type Judged } from './verdict-words.ts'

const NO_STEP = { wait_ms: null, command: null, settles: null }
const failure: Judged = {
  ok: false,
  verdict: { kind: 'escalate', reason: 'UNKNOWN_FAILURE', message: 'Nobody knows.' },
  code: 'COMMAND_FAILED',
  message: 'disk full',
  next: NO_STEP,
  repeat: { safe: false, why: 'It is mutating.' },
}

it('says of a success that it worked, and of a change that a repeat does it twice', () => {
  const verdict = { kind: 'accept', reason: 'DONE', message: 'The command did what was asked.' }
  const words = verdictWords({ ...failure, ok: true, code: null, message: null, verdict })
  expect(words).toEqual({
    tone: 'good',
    sign: '✓',
    title: 'It worked.',
    happened: 'The command did what was asked.',
    repeat: 'Only if it should happen again. It is mutating.',
    next: 'Use the answer.',
  })
})

it('names the read that settles a doubt, and asks for no repeat before it', () => {
  const words = verdictWords({
    ...failure,
    verdict: { kind: 'escalate', reason: 'IN_DOUBT', message: 'It may have changed something.' },
    next: { ...NO_STEP, settles: 'gh pr list --head x' },
  })
  expect(words).toMatchObject({
    tone: 'careful',
    title: 'It may or may not have happened.',
    repeat: 'Not yet: first find out whether it happened.',
    next: 'Find out with: gh pr list --head x',
  })
})

it('says how long to wait after a rate limit', () => {
  const verdict = { kind: 'retry_after', reason: 'RATE_LIMITED', message: 'Too many calls.' }
  expect(verdictWords({ ...failure, verdict, next: { ...NO_STEP, wait_ms: 2500 } })).toMatchObject({
    tone: 'wait',
    repeat: 'Yes, after 2.5 s.',
    next: 'Wait 2.5 s, then make the same call.',
  })
})

it('ends a failure that only a person can judge with that person', () => {
  expect(verdictWords(failure)).toMatchObject({
    tone: 'bad',
    title: 'It failed.',
    happened: 'COMMAND_FAILED: disk full',
    next: 'Stop, and let a person decide.',
  })
})

it('passes on what the answer suggests, and does not promise a repeat', () => {
  const hints = [{ text: "Use 'td ls --all' to see the tasks." }]
  const repeat = { safe: true, why: 'The tool says that it only reads.' }
  expect(verdictWords({ ...failure, hints, repeat })).toMatchObject({
    repeat: 'Yes, but it will probably fail again. The tool says that it only reads.',
    next: "Use 'td ls --all' to see the tasks.",
  })
})

it.each(Object.entries(reasons))('has a full sentence for %s', (reason, message) => {
  for (const ok of [true, false])
    for (const kind of ['accept', 'retry_after', 'escalate', 'fix_and_reissue', 'next_page']) {
      const words = verdictWords({ ...failure, ok, verdict: { kind, reason, message } })
      for (const text of [words.title, words.repeat, words.next]) expect(text).toMatch(/^[A-Z].+/)
    }
})

it('shows no tick where the answer is not the whole truth', () => {
  expect(toneOf(true, 'accept', 'DONE_WITH_WARNINGS')).toBe('careful')
  expect(toneOf(true, 'accept', 'DONE')).toBe('good')
  expect(toneOf(false, 'retry_after', 'UNAVAILABLE')).toBe('wait')
})

it('writes waits as people do', () => {
  expect([400, 1000, 61_000, 600_000].map(waitText)).toEqual(['400 ms', '1 s', '61 s', '10 min'])
})
