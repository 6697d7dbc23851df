import { expect, it, test } from 'vitest'

import { succeed } from '../../../contract/index.ts'
import { renderHuman } from '../render-human.ts'
import { createScreen } from './screen.ts'
import { widthOf } from './text-width.ts'

it('uses only ASCII glyphs without Unicode', () => {
  const all = Object.values(createScreen({ unicode: false }).glyphs)
    .flat()
    .join('')
  // oxlint-disable-next-line no-control-regex -- the range of ASCII is the subject
  expect(all).toMatch(/^[\u0020-\u007e]+$/)
})

it('goes on with a style after a nested one, and styles nothing without colour', () => {
  const { red, cyan } = createScreen({ color: true }).paint
  expect(red(`a${cyan('b')}c`)).toBe('\u001b[31ma\u001b[36mb\u001b[39m\u001b[31mc\u001b[39m')
  expect(red('')).toBe('')
  expect(createScreen({}).paint.red('a')).toBe('a')
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
