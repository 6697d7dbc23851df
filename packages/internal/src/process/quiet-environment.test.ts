import { expect, test } from 'vitest'

import { addVariables, quietEnvironment } from './quiet-environment.ts'

test('tells children not to colour, page, prompt or edit', () => {
  const env = quietEnvironment({ PATH: '/bin', FORCE_COLOR: '3', PAGER: 'less', EDITOR: 'vim' })
  expect(env).toMatchObject({
    PATH: '/bin',
    NO_COLOR: '1',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    EDITOR: 'false',
    GIT_TERMINAL_PROMPT: '0',
    CI: '1',
  })
  expect(env['FORCE_COLOR']).toBeUndefined()
})

test('lets the caller set and remove variables for one child', () => {
  const quiet = quietEnvironment({ PATH: '/bin' })
  const env = addVariables(quiet, { HOME: '/h', PATH: undefined, PAGER: 'more' })
  expect(env).toMatchObject({ HOME: '/h', PAGER: 'more' })
  expect(env['PATH']).toBeUndefined()
  expect(quiet['PATH']).toBe('/bin')
})

test('does not forbid colour to a child whose caller forces it', () => {
  const quiet = quietEnvironment({})
  expect(addVariables(quiet, { FORCE_COLOR: '1' })['NO_COLOR']).toBeUndefined()
  expect(addVariables(quiet, { FORCE_COLOR: '1', NO_COLOR: '1' })['NO_COLOR']).toBe('1')
})
