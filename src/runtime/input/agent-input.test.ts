import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { s } from '../../schema/index.ts'
import { compileScreen, findInvention } from './agent-input.ts'
import {
  assertNoShell,
  screenChildArguments,
  SHELL_METACHARACTERS,
} from '../services/child-arguments.ts'

describe('REQ-F-044: arguments for child processes', () => {
  test('every listed character is refused, with the argument that holds it', () => {
    for (const character of SHELL_METACHARACTERS) {
      expect(screenChildArguments(['git', 'clone', `x${character}y`])).toEqual([
        {
          param: 'argv[2]',
          code: 'SHELL_METACHARACTER',
          message: expect.stringContaining('contains the shell metacharacter'),
          value: `x${character}y`,
          rejected_pattern: character,
        },
      ])
    }
    expect(screenChildArguments(['echo', '; rm -rf /', '$(id)'])).toHaveLength(2)
  })

  test('REQ-F-062: spaces and wildcards are ordinary text', () => {
    expect(screenChildArguments(['git', 'commit', '-m', 'hello world', '*.json', 'a?[b]'])).toEqual(
      [],
    )
  })

  test('what passes holds no metacharacter, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = SHELL_METACHARACTERS.every((character) => !text.includes(character))
        expect(screenChildArguments([text])).toHaveLength(clean ? 0 : 1)
      }),
    )
  })

  test('REQ-F-062: a joined string, a shell option and sh -c are refused as mistakes of the program', () => {
    expect(() => assertNoShell('git status')).toThrow(
      expect.objectContaining({ code: 'SHELL_STRING_PROHIBITED' }),
    )
    expect(() => assertNoShell([])).toThrow(
      expect.objectContaining({ code: 'SHELL_STRING_PROHIBITED' }),
    )
    expect(() => assertNoShell(['git'], { shell: true })).toThrow(
      expect.objectContaining({ code: 'SHELL_OPTION_PROHIBITED' }),
    )
    for (const argv of [
      ['sh', '-c', 'ls'],
      ['/bin/bash', '-ec', 'ls'],
      ['cmd.exe', '/c', 'dir'],
      ['pwsh', '-Command', 'ls'],
    ]) {
      expect(() => assertNoShell(argv)).toThrow(
        expect.objectContaining({ code: 'SHELL_COMMAND_PROHIBITED' }),
      )
    }
    expect(() =>
      assertNoShell(['git', '-c', 'core.pager=cat', 'log'], { shell: false }),
    ).not.toThrow()
  })
})

describe('REQ-F-045: patterns that models invent', () => {
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
    expect(findInvention('resource-id', text)).toBe(pattern)
  })

  test.each(['usr-a1b2c3', 'repo/name', 'a.b..c', 'arn:aws:s3:::bucket', 'héllo', '100%'])(
    'passes the resource id %j',
    (text) => {
      expect(findInvention('resource-id', text)).toBeUndefined()
    },
  )

  test.each(['/home/user/file.txt', './a', 'a..b/c', 'C:\\x\\y.txt', 'what?.md', 'a&b#c'])(
    'passes the path %j unmodified',
    (text) => {
      expect(findInvention('path', text)).toBeUndefined()
    },
  )

  test.each(['../x', 'a/..', '..\\x', '%2e%2e/x', 'a%0ab'])('refuses the path %j', (text) => {
    expect(findInvention('path', text)).toBeDefined()
  })

  test('only what is declared is screened, inside lists and objects as well, and all of it', () => {
    const screen = compileScreen(
      {
        id: s.string().resourceId(),
        note: s.string(),
        files: s.array(s.string().path()),
        spec: s.object({ owner: s.string().resourceId().optional() }),
        zod: z.string().meta({ 'x-kind': 'resource-id' }),
      },
      (key) => `--${key}`,
    )
    const problems = screen({
      id: 'a/../b',
      note: '../fine',
      files: ['ok', '../x'],
      spec: { owner: 'x?y' },
      zod: 'a#b',
    })
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
