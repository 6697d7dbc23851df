import { describe, expect, it } from 'vitest'

import { hasColor, drawsUnicode, supportsLinks } from './capabilities.ts'

describe('hasColor', () => {
  it('gives a terminal colours, and nothing else', () => {
    expect(hasColor({ TERM: 'xterm-256color' }, true)).toBe(true)
    expect(hasColor({}, true)).toBe(true)
    expect(hasColor({ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, false)).toBe(false)
  })

  it.each([
    { NO_COLOR: '1' },
    { NO_COLOR: '' },
    { CI: 'true' },
    { CI: '' },
    { GITHUB_ACTIONS: 'true' },
    { JENKINS_URL: 'https://ci.example.com' },
    { TERM: 'dumb' },
    { CLICOLOR: '0' },
    { FORCE_COLOR: '0' },
    { FORCE_COLOR: 'false' },
  ])('turns colour off for %j, even if colour is forced (REQ-F-008)', (env) => {
    expect(hasColor(env, true)).toBe(false)
    expect(hasColor({ FORCE_COLOR: '3', CLICOLOR_FORCE: '1', ...env }, true)).toBe(false)
  })

  it('allows colour without a terminal if it is forced', () => {
    expect(hasColor({ FORCE_COLOR: '3' }, false)).toBe(true)
    expect(hasColor({ FORCE_COLOR: '', TERM: 'xterm-256color' }, false)).toBe(true)
    expect(hasColor({ CLICOLOR_FORCE: '1' }, false)).toBe(true)
    expect(hasColor({ CLICOLOR_FORCE: '0' }, false)).toBe(false)
  })
})

it.each([
  [{ LANG: 'en_US.UTF-8' }, 'linux', true],
  [{ LANG: 'C' }, 'linux', false],
  [{ LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }, 'linux', false],
  [{}, 'linux', true],
  [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, 'linux', false],
  [{}, 'win32', false],
  [{ WT_SESSION: '1' }, 'win32', true],
] as const)('detects Unicode support from %j on %s: %s', (env, platform, expected) => {
  expect(drawsUnicode(env, platform)).toBe(expected)
})

it.each([
  [{ TERM_PROGRAM: 'WezTerm' }, true],
  [{ VTE_VERSION: '7600' }, true],
  [{ VTE_VERSION: '4600' }, false],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'tmux-256color', VTE_VERSION: '7600' }, false],
  [{ FORCE_HYPERLINK: '1' }, true],
  [{ FORCE_HYPERLINK: '0', VTE_VERSION: '7600' }, false],
  [{ TERM_PROGRAM: 'WezTerm', CI: 'true' }, false],
  [{ TERM_PROGRAM: 'WezTerm', NO_COLOR: '' }, false],
])('%j shows links: %s', (env, expected) => {
  expect(supportsLinks(env, true)).toBe(expected)
  expect(supportsLinks(env, false)).toBe(false)
})
