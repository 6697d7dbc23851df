import { expect, test } from 'vitest'

import type { World } from '../../process/world.ts'
import { childEnvironment } from './child-environment.ts'

const world = (isTty: boolean, env: World['env']) =>
  ({ isStdinTty: isTty, isStdoutTty: isTty, env }) as World

test('turns pagers, editors, prompts and colour off without a terminal, whatever the handler sets', () => {
  const env = childEnvironment(world(false, { HOME: '/h', EDITOR: 'vim', PAGER: 'less' }), {
    EDITOR: 'emacs',
    PAGER: 'more',
    MINE: '1',
  })
  expect(env).toMatchObject({
    HOME: '/h',
    MINE: '1',
    EDITOR: 'true',
    PAGER: 'cat',
    NO_COLOR: '1',
    CI: '1',
    GIT_TERMINAL_PROMPT: '0',
    PYTHONUNBUFFERED: '1',
    COLUMNS: '0',
  })
})

test('leaves editor, prompts and colour to a person at a terminal, but no pager', () => {
  const env = childEnvironment(world(true, { EDITOR: 'vim', PAGER: 'less', TERM: 'xterm' }))
  expect(env).toMatchObject({ EDITOR: 'vim', PAGER: 'cat', TERM: 'xterm' })
  expect(env).not.toHaveProperty('NO_COLOR')
  expect(env).not.toHaveProperty('CI')
})
