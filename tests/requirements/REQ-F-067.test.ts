import { beforeAll, describe, expect, it } from 'vitest'

import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, options?: ProcessOptions) => framework(line.split(' '), options)

describe('options', () => {
  const run = () =>
    runAll({
      after: words('many a b --size 3 --book x --format json'),
      among: words('many a --size 3 b --book x'),
      before: words('--format json --book x many --size 3 a b'),
      nested: words('deep er --book x --format json'),
      first: words('--format json --book x deep er'),
      ended: words('many -- -v1 --size'),
      twice: words('many a --size 3 --size 4'),
      formats: words('--format json many a --format text'),
      same: words('--format json many a --format json --tag p --tag q'),
      debug: words('many a --debug --format json'),
      limited: words('many a --timeout 5s'),
    })
  let ran: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    ran = await run()
  })
  const wanted = { words: ['a', 'b'], tag: [], size: 3, book: 'x' }

  it('among arguments are never taken for one', () => {
    for (const { data } of [ran.after, ran.among]) expect(data).toEqual(wanted)
  })

  it('of the framework stand after the command, too', () => {
    expect(ran.debug).toMatchObject({ code: 0, data: { words: ['a'] } })
    // --timeout belongs to commands that wait for something.
    expect([ran.limited.code, ran.limited.error['message']]).toEqual([
      2,
      expect.stringContaining('--timeout'),
    ])
  })

  it('of all commands mean the same before and behind the command', () => {
    expect(ran.before.data).toEqual(ran.after.data)
    for (const { code, data } of [ran.nested, ran.first])
      expect([code, data]).toEqual([0, { book: 'x' }])
  })

  it('end at two dashes', () => {
    expect(ran.ended.data).toMatchObject({ words: ['-v1', '--size'], size: 1 })
  })

  it('given twice are refused by name, unless they say the same or collect', () => {
    expect([ran.twice.code, ran.formats.code]).toEqual([2, 2])
    expect(ran.twice.error['message']).toContain('--size')
    expect(ran.formats.error['message']).toContain('--format')
    expect(ran.same).toMatchObject({ code: 0, data: { tag: ['p', 'q'] } })
  })

  it('are those of the root and of the command', async () => {
    type Commands = Record<string, { flags: object }>
    const { data } = await words('manifest')
    const commands = data['commands'] as Commands
    const flags = [...Object.keys(data['flags'] as object), ...Object.keys(commands['many']!.flags)]
    expect(flags).toEqual(expect.arrayContaining(['book', 'format', 'tag', 'size']))
    const refused = await words('many a --rich')
    expect(flags).not.toContain('rich')
    expect(refused).toMatchObject({ code: 2, error: { code: 'UNKNOWN_FLAG' } })
  })
})
