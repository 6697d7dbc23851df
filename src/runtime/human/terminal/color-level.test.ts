import { describe, expect, it } from 'vitest'

import { colorLevel } from './color-level.ts'

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
