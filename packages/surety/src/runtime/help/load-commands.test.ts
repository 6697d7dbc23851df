import { expect, it } from 'vitest'

import { runCli } from '../../testing/index.ts'
import { defineCli, defineCommand, defineGroup } from '../index.ts'

const command = defineCommand({ description: 'Does it', danger: 'safe', run: () => ({}) })

/** A tool whose commands note that they were loaded. */
function watched() {
  const loaded: string[] = []
  const member = (name: string, value: unknown) => ({
    description: name,
    load: () => {
      loaded.push(name)
      return Promise.resolve({ default: value as typeof command })
    },
  })
  const cli = defineCli({
    name: 'acme',
    commands: {
      one: member('one', command),
      two: member('two', command),
      group: member('group', defineGroup({ description: 'More', commands: { in: command } })),
    },
  })
  return { cli, loaded }
}

for (const words of ['schema one', 'manifest one'])
  it(`${words} loads that command alone`, async () => {
    const { cli, loaded } = watched()
    const { stdout } = await runCli(cli, words.split(' '))
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { commands: { one: {} } } })
    expect(new Set(loaded)).toEqual(new Set(['one']))
  })

it('finds a command in a group that loads later, and leaves the others alone', async () => {
  const { cli, loaded } = watched()
  const { stdout } = await runCli(cli, ['schema', 'group', 'in'])
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { commands: { 'group in': {} } } })
  expect(new Set(loaded)).toEqual(new Set(['group']))
})

it('refuses a command that does not exist', async () => {
  const { cli, loaded } = watched()
  const { stdout } = await runCli(cli, ['schema', 'three'])
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'UNKNOWN_COMMAND' } })
  expect(loaded).toEqual([])
})
