import { describe, expect, it } from 'vitest'

import { colorLevel, drawsUnicode, supportsLinks } from './capabilities.ts'

describe('colorLevel', () => {
  it.each([
    [{ TERM: 'xterm' }, 1],
    [{ TERM: 'xterm-256color' }, 2],
    [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 3],
    [{}, 1],
  ])('gives a terminal with %j level %d', (env, level) => {
    expect(colorLevel(env, true)).toBe(level)
    expect(colorLevel(env, false)).toBe(0)
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
    expect(colorLevel(env, true)).toBe(0)
    expect(colorLevel({ FORCE_COLOR: '3', CLICOLOR_FORCE: '1', ...env }, true)).toBe(0)
  })

  it('allows colour without a terminal if it is forced', () => {
    expect(colorLevel({ FORCE_COLOR: '3' }, false)).toBe(3)
    expect(colorLevel({ FORCE_COLOR: '', TERM: 'xterm-256color' }, false)).toBe(2)
    expect(colorLevel({ CLICOLOR_FORCE: '1' }, false)).toBe(1)
    expect(colorLevel({ CLICOLOR_FORCE: '0' }, false)).toBe(0)
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
