import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { s } from '../../schema/index.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { paramsOf, readyFor } from '../line/params.ts'
import { findSuspiciousPattern, screenInput } from './agent-input.ts'

describe('REQ-F-045: patterns of hallucinated input', () => {
  test.each([
    ['../etc/passwd', 'path_traversal'],
    ['a/../b', 'path_traversal'],
    ['x../y', 'path_traversal'],
    ['..%2fetc', 'path_traversal'],
    ['..%5Cetc', 'path_traversal'],
    ['%2e%2e/etc', 'path_traversal'],
    ['..', 'path_traversal'],
    ['usr%2Fa', 'percent_encoded_separator'],
    ['usr%2ea', 'percent_encoded_separator'],
    ['me%40example', 'percent_encoded_separator'],
    ['usr-1?foo=bar', 'query_or_fragment'],
    ['usr-1&x', 'query_or_fragment'],
    ['usr-1#x', 'query_or_fragment'],
    ['usr%3brm', 'percent_encoded_metacharacter'],
    ['usr%7Cx', 'percent_encoded_metacharacter'],
    ['usr%252e', 'double_encoding'],
    ['usr\u0000', 'control_character'],
    ['usr\n1', 'control_character'],
  ])('refuses the resource id %j as %s', (text, pattern) => {
    expect(findSuspiciousPattern('resource-id', text)).toBe(pattern)
  })

  test.each(['usr-a1b2c3', 'repo/name', 'a.b..c', 'arn:aws:s3:::bucket', 'héllo', '100%'])(
    'accepts the resource id %j',
    (text) => {
      expect(findSuspiciousPattern('resource-id', text)).toBeUndefined()
    },
  )

  test.each(['/home/user/file.txt', './a', 'a..b/c', 'C:\\x\\y.txt', 'what?.md', 'a&b#c'])(
    'accepts the path %j',
    (text) => {
      expect(findSuspiciousPattern('path', text)).toBeUndefined()
    },
  )

  test.each(['../x', 'a/..', '..\\x', '%2e%2e/x', 'a%0ab'])('refuses the path %j', (text) => {
    expect(findSuspiciousPattern('path', text)).toBeDefined()
  })

  test('takes a path to the folder above from a person, and no such id', () => {
    const typed = (kind: string, text: string) => findSuspiciousPattern(kind, text, true)
    expect(typed('path', '../x')).toBeUndefined()
    expect(typed('path', 'a%0ab')).toBe('percent_encoded_metacharacter')
    expect(typed('resource-id', '../x')).toBe('path_traversal')
  })

  test('screens all declared resource ids and paths, also in lists and objects, and nothing else', async () => {
    const shape = {
      id: s.string().resourceId(),
      note: s.string(),
      files: s.array(s.string().path()),
      spec: s.object({ owner: s.string().resourceId().optional() }),
      zod: z.string().meta({ 'x-kind': 'resource-id' }),
    }
    const options = {
      id: 'a/../b',
      note: '../fine',
      files: ['ok', '../x'],
      spec: { owner: 'x?y' },
      zod: 'a#b',
    }
    await readyFor(shape)
    const problems = screenInput(paramsOf('options', shape), { args: {}, options }).map(
      (finding) => (finding as { problem: InputProblem }).problem,
    )
    expect(
      problems.map(({ param, code, rejected_pattern }) => [param, code, rejected_pattern]),
    ).toEqual([
      ['--id', 'INVALID_AGENT_INPUT', 'path_traversal'],
      ['--files', 'INVALID_AGENT_INPUT', 'path_traversal'],
      ['--spec.owner', 'INVALID_AGENT_INPUT', 'query_or_fragment'],
      ['--zod', 'INVALID_AGENT_INPUT', 'query_or_fragment'],
    ])
    expect(problems[0]).toMatchObject({ input_value: 'a/../b', value: 'a/../b' })
  })
})
