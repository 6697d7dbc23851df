import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { s } from '../../schema/index.ts'
import { findSuspiciousPattern, screenInput } from './agent-input.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { assertNoShell, screenChildArguments } from '../services/children/child-arguments.ts'

const SHELL_METACHARACTERS = ';|&$()<>`\n\r'.split('')

/** Screens arguments for a child of a command that was called with one of them. */
function screen(
  argv: readonly string[],
  given: readonly string[],
  outputs: readonly string[] = [],
) {
  const input = { args: { given }, stdin: null } as unknown as ParsedInput
  return screenChildArguments(argv, input, {}, outputs)
}

describe('REQ-F-044: arguments for child processes', () => {
  test('refuses every shell metacharacter of the caller and names the argument that holds it', () => {
    for (const character of SHELL_METACHARACTERS) {
      const text = `x${character}y`
      expect(screen(['git', 'clone', text], [text])).toEqual([
        {
          param: 'argv[2]',
          code: 'SHELL_METACHARACTER',
          message: expect.stringContaining('contains the shell metacharacter'),
          value: text,
          rejected_pattern: character,
        },
      ])
    }
    const both = ['; rm -rf /', '$(id)']
    expect(screen(['echo', ...both], both)).toHaveLength(2)
    expect(screen(['git', '--ref=a;b'], ['a;b'])).toHaveLength(1)
    expect(screen(['git', 'a;b'], [], ['x\na;b\n'])).toHaveLength(1)
  })

  test("REQ-F-044: accepts the author's own words, whatever they hold", () => {
    expect(screen(['git', '--format=%(refname)', 'a;b'], ['c;d', 'plain'])).toEqual([])
  })

  test('REQ-F-062: accepts spaces and wildcards as ordinary text', () => {
    const words = ['hello world', '*.json', 'a?[b]']
    expect(screen(['git', 'commit', '-m', ...words], words)).toEqual([])
  })

  test('accepts a text of the caller if and only if it holds no metacharacter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = SHELL_METACHARACTERS.every((character) => !text.includes(character))
        expect(screen([text], [text])).toHaveLength(clean ? 0 : 1)
      }),
    )
  })

  test('REQ-F-062: refuses a joined string, a shell option and sh -c as defects of the program', () => {
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
      ['bash', '-ce', 'ls'],
      ['bash', '-o', 'pipefail', '-c', 'ls'],
      ['bash-5.2', '-c', 'ls'],
      ['env', 'sh', '-c', 'ls'],
      ['/usr/bin/env', '-i', 'A=b', 'bash', '-lc', 'ls'],
      ['env', '-S', 'sh -c ls'],
      ['sudo', '-u', 'root', 'timeout', '5', 'sh', '-c', 'ls'],
      ['find', '.', '-exec', 'sh', '-c', 'ls', ';'],
      ['busybox', 'sh', '-c', 'ls'],
      ['xargs', 'sh', '-c', 'ls'],
      ['su', '-c', 'ls'],
    ]) {
      expect(() => assertNoShell(argv)).toThrow(
        expect.objectContaining({ code: 'SHELL_COMMAND_PROHIBITED' }),
      )
    }
    expect(() => assertNoShell(['sh'], { input: 'ls' })).toThrow('passes a script to a shell')
    for (const argv of [
      ['git', '-c', 'core.pager=cat', 'log'],
      ['grep', 'sh', '-c', 'file'],
      ['bash', 'build.sh', '-c', 'release'],
      ['env', 'A=b', 'node', 'x.js'],
      ['bash', '--version'],
    ]) {
      expect(() => assertNoShell(argv, { shell: false })).not.toThrow()
    }
  })
})

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

  test('screens all declared resource ids and paths, also in lists and objects, and nothing else', () => {
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
    const problems = screenInput(
      { description: '', options: shape, run: () => null },
      { args: {}, options, globals: {}, env: {} },
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
