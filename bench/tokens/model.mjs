// The tool whose answers are counted: SIZE commands, of which 72 have 62 arguments and 197 options.
import { defineCli, defineCommand, s, serve } from 'surety'

const size = Number(process.env.SIZE ?? 1)
const WORDS = ['state', 'label', 'owner', 'branch', 'title', 'since', 'sort', 'page']

/** Spreads a total over the commands: the first ones have one more. */
const share = (total, index) => Math.floor(total / 72) + (index < total % 72 ? 1 : 0)

function commandAt(index) {
  const [args, options] = size === 72 ? [share(62, index), share(197, index)] : [1, 1]
  return defineCommand({
    description: 'Shows a note',
    danger: 'safe',
    exitCodes: { SUCCESS: 'The note is in data' },
    ...(args > 0 && { args: { id: s.string().describe('Which note') } }),
    options: Object.fromEntries(
      WORDS.slice(0, options).map((word) => [
        word,
        s.string().optional().describe(`The ${word} to look for`),
      ]),
    ),
    run: () => ({ note: 'hello' }),
  })
}

const commands = Object.fromEntries(
  Array.from({ length: size }, (_, index) => [
    index === 0 ? 'show' : `show${index}`,
    commandAt(index),
  ]),
)
await serve(defineCli({ name: 'notes', version: '1.0.0', description: 'Keeps notes', commands }))
