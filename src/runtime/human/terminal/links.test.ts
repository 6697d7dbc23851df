import { expect, test } from 'vitest'

import { renderHuman } from '../render-human.ts'
import { succeed } from '../../../contract/index.ts'
import { supportsLinks } from './links.ts'
import { widthOf } from './text-width.ts'

test.each([
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

test('a URL that is cut still leads to its end, and the columns stay aligned', () => {
  const url = `https://example.com/${'deploy/'.repeat(12)}`
  const data = ['a', 'b'].map((name) => ({ name, url, state: 'ok' }))
  const plain = renderHuman(succeed({ data }), { columns: 60, commandPath: 'x' })
  const { stdout } = renderHuman(succeed({ data }), { columns: 60, links: true, commandPath: 'x' })
  expect(stdout).toContain(`\u001b]8;;${url}\u001b\\`)
  expect(stdout.split('\n').map(widthOf)).toEqual(plain.stdout.split('\n').map(widthOf))
  expect(plain.stdout).not.toContain('\u001b')
})

test('a URL beyond ASCII is no link, and no control character gets into one', () => {
  const render = (url: string) =>
    renderHuman(succeed({ data: { url } }), { columns: 80, links: true, commandPath: 'x' }).stdout
  expect(render('https://example.com/é')).toBe('URL  https://example.com/é\n')
  const hostile = render('https://example.com/\u009b2J\u0007')
  for (const control of ['\u0007', '\u009b']) expect(hostile).not.toContain(control)
})
