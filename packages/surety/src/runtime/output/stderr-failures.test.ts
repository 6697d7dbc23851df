import { expect, it } from 'vitest'

import { loadDialect } from '../../dialects/wires.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli } from '../index.ts'

it.each(['td', 'animus-1'])(
  'puts warnings into a failure of %s, which is on stderr',
  async (id) => {
    const lose = defineCli({
      name: 'lose',
      dialect: id,
      danger: 'safe',
      errors: { GONE: 'NOT_FOUND' },
      run: ({ warn, fail }) => {
        warn('Look out.')
        return fail('GONE', 'It is gone.', { details: { id: 7 } })
      },
    })
    const { stderr, stdout, exit } = await runCli(lose, ['--json'], { unchecked: true })
    const document = JSON.parse(stderr) as { error: { details: object } }
    expect(document.error.details).toMatchObject({ id: 7, warnings: ['Look out.'] })
    const dialect = await loadDialect(id)
    const read = dialect.decode({ stdout, stderr, exit_code: exit })
    expect(read.warnings).toEqual(['Look out.'])
    expect(read.error?.details).not.toHaveProperty('warnings')
  },
)
