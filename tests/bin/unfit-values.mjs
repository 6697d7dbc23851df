// Takes values of every kind, as words and over HTTP.
import { defineCli, defineCommand, s, serve } from 'surety'
import { toFetch } from 'surety/http'

const options = {
  text: s.string().optional(),
  number: s.number().optional(),
  list: s.array(s.string()).optional(),
  object: s.record(s.string()).optional(),
}
const echo = defineCommand({
  description: 'Gives its options back',
  danger: 'mutating',
  options,
  run: ({ options: given }) => ({ effect: 'none', given }),
})
const cli = () => defineCli({ name: 'unfit', commands: { echo, http } })
const http = defineCommand({
  description: 'Calls echo over HTTP',
  danger: 'safe',
  args: { body: s.string(), path: s.string().default('/echo') },
  run: async ({ args: { body, path } }) => {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body })
    return (await toFetch(cli())(request)).json()
  },
})
export const tool = cli()

// Tests may also run it in a process of theirs.
if (process.argv[1] === import.meta.filename) await serve(tool)
