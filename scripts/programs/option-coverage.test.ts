import { expect, it } from 'vitest'

import { measureCoverage, optionsInHelp } from './option-coverage.ts'

it('finds the options that begin lines of help, and no words about them', () => {
  const help = `usage: x [-z] <file>
  -a, --all             do not ignore entries, as with --nope
      --color[=WHEN]    colour
  -n NUM, --lines=NUM   lines
      --[no-]pager      whether to page
text that names --other
`
  expect(optionsInHelp(help)).toEqual([
    '-a',
    '--all',
    '--color',
    '-n',
    '--lines',
    '--pager',
    '--no-pager',
  ])
})

it('knows every option of ls that its help names', async () => {
  expect(await measureCoverage('ls')).toEqual([
    { call: 'ls', named: expect.any(Number), missing: [] },
  ])
})
