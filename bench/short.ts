// What the short form of an output costs, beside the output as it is: 49 outputs of real programs in packages/client/src/programs/outputs.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { encode } from 'gpt-tokenizer/encoding/o200k_base'

import { isShorter, knownCallOf, shortText } from '../packages/client/src/programs/index.ts'
import outputs from '../packages/client/src/programs/outputs/outputs.json' with { type: 'json' }

const NOTE = '[… 110 passed left out: surety read --rest 784ca4eb-0a25-4a55-94d2-df99aa86a14a …]\n'

const rows = await Promise.all(
  outputs.map(async ({ file, argv, decides }) => {
    const path = fileURLToPath(
      new URL(`../packages/client/src/programs/outputs/${file}.txt`, import.meta.url),
    )
    const text = readFileSync(path, 'utf8')
    const form = (await knownCallOf(argv))?.short
    const { text: kept, left } = form ? shortText(text, form) : { text, left: new Map() }
    const shown = left.size > 0 && isShorter(text, kept, NOTE) ? kept + NOTE : text
    const lost = decides.filter((line) => !shown.includes(line)).length
    return { command: argv.join(' '), bare: encode(text).length, short: encode(shown).length, lost }
  }),
)
const shares = rows.map(({ bare, short }) => short / bare).toSorted((one, other) => one - other)
const worst = Math.max(...rows.map(({ bare, short }) => short - bare))
const lines = [
  '| Command | Tokens as it is | Short | Share | Decisive lines lost |',
  '|---|--:|--:|--:|--:|',
  ...rows.map(
    ({ command, bare, short, lost }) =>
      `| \`${command}\` | ${bare} | ${short} | ${(short / bare).toFixed(2)} | ${lost} |`,
  ),
  '',
  `Median share ${shares[Math.floor(shares.length / 2)]!.toFixed(2)}; most tokens above the output as it is: ${worst}.`,
]
writeFileSync(new URL('results/short.md', import.meta.url), `${lines.join('\n')}\n`)
console.log(lines.join('\n'))
