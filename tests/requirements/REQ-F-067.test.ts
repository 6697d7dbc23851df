import { describe, expect, it } from 'vitest'

import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, options?: ProcessOptions) => framework(line.split(' '), options)

describe('options', () => {
  it('REQ-F-067/2,3,5,6,7 REQ-F-079/2,3: mean the same in every place', async () => {
    const ran = await runAll({
      after: words('many a b --size 3 --book x --format json'),
      among: words('many a --size 3 b --book x'),
      before: words('--format json --book x many --size 3 a b'),
      nested: words('deep er --book x'),
      first: words('--book x deep er'),
      ended: words('many -- -v1 --size'),
      twice: words('many a --size 3 --size 4'),
      same: words('--format json many a --format json --tag p --tag q'),
      limited: words('many a --timeout 5s --quiet'),
    })
    const wanted = { words: ['a', 'b'], tag: [], size: 3, book: 'x' }
    for (const { data } of [ran.after, ran.among, ran.before]) expect(data).toEqual(wanted)
    for (const { data } of [ran.nested, ran.first]) expect(data).toEqual({ book: 'x' })
    expect(ran.ended.data).toMatchObject({ words: ['-v1', '--size'], size: 1 })
    expect(ran.twice).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining('--size') },
    })
    expect(ran.same).toMatchObject({ code: 0, data: { tag: ['p', 'q'] } })
    expect(ran.limited.code).toBe(2)
    const { error } = ran.limited
    expect(error['message']).toContain('--timeout')
  })

  it('REQ-F-067/4 REQ-F-079/5: are those of the root and of the command, in strict places if it says so', async () => {
    const { data } = await words('manifest')
    const commands = data['commands'] as Record<
      string,
      { flags: object; option_placement?: string }
    >
    expect(commands['runs']!.option_placement).toBe('strict')
    expect(commands['many']!.option_placement).not.toBe('strict')
    const flags = [...Object.keys(data['flags'] as object), ...Object.keys(commands['many']!.flags)]
    expect(flags).toEqual(expect.arrayContaining(['book', 'format', 'tag', 'size']))
    const refused = await words('many a --rich')
    expect(flags).not.toContain('rich')
    expect(refused).toMatchObject({ code: 2, error: { code: 'UNKNOWN_FLAG' } })
  })
})
