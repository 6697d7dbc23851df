import { expect, it } from 'vitest'

import { s } from '../../../schema/index.ts'
import { runCli } from '../../../testing/index.ts'
import { defineCli } from '../../index.ts'

it.each(['bad name', '', '-x', 'Bad', 'a=b', 'json', 'help'])(
  'refuses %j as the name of an option, also of authors without types',
  async (name) => {
    const tool = defineCli({ name: 'notes', options: { [name]: s.string() }, run: () => ({}) })
    const { outcome } = await runCli(tool, ['--help'], { unchecked: true })
    expect(outcome.error?.message).toMatch(/is no name of an option|is reserved by the framework/)
  },
)

it.each(['bad name', 'Bad', '_x'])('says what the name of a command may be: %j', async (name) => {
  const commands = { [name]: { description: 'Acts', run: () => ({}) } }
  const { outcome } = await runCli(defineCli({ name: 'notes', commands }), [name], {
    unchecked: true,
  })
  expect(outcome.error?.message).toContain('begin with a small letter or a digit')
})

it('tells names that cannot be used beside a mistake of another member', async () => {
  const options = { json: s.string(), 'bad name': s.string() }
  const wrong: object = {
    danger: 'saef',
    options,
    errors: { 'no code': 'CONFLICT' },
    run: () => ({}),
  }
  const { outcome } = await runCli(defineCli({ name: 'notes', ...wrong } as never), ['--help'], {
    unchecked: true,
  })
  const told = outcome.error?.message
  for (const text of ["'saef'", '--json', "'bad name'", 'no code']) expect(told).toContain(text)
})
