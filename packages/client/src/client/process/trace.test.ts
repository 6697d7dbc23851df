import { expect, test } from 'vitest'

import { traceFrom, traceVariables } from './trace.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'

test('continues a W3C trace with a new span', () => {
  const trace = traceFrom({ TRACEPARENT: `00-${id}-00f067aa0ba902b7-00` })
  const { TRACEPARENT, TOOL_TRACE_ID } = traceVariables(trace)
  expect(TRACEPARENT).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-00$`))
  expect(TRACEPARENT).not.toContain('00f067aa0ba902b7')
  expect(TOOL_TRACE_ID).toBe(id)
})

test('passes TOOL_TRACE_ID on unchanged', () => {
  const trace = traceFrom({ TOOL_TRACE_ID: 'abc123', TRACEPARENT: `00-${id}-00f067aa0ba902b7-01` })
  expect(traceVariables(trace)).toMatchObject({ TOOL_TRACE_ID: 'abc123' })
  expect(trace.traceId).toBe(id)
})

test('continues what a later version wrote', () => {
  expect(traceFrom({ TRACEPARENT: `01-${id}-00f067aa0ba902b7-01-more` }).traceId).toBe(id)
})

test.each([
  '',
  'x',
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `ff-${id}-00f067aa0ba902b7-01`,
  `00-${id}-00f067aa0ba902b7-01-more`,
])('what is no trace starts a new one: %j', (value) => {
  const one = traceFrom({ TRACEPARENT: value, TOOL_TRACE_ID: 'line\nbreak' })
  expect(one.traceId).not.toBe(id)
  expect(traceVariables(one)).toHaveProperty('TRACESTATE', undefined)
  expect(one.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(one.id).toBe(one.traceId)
  expect(one.traceId).not.toBe(traceFrom({}).traceId)
})
