import { expect, it } from 'vitest'

import { createClient } from '../index.ts'

const client = createClient({ journal: false, memory: false })
const print = async (text: string) =>
  (await client.run([process.execPath, '-e', 'process.stdout.write(process.argv[1])', text]))
    .outcome

it.each(['{"ok":true,"data":{"a":', '[{"a":1},{"b"', '{"a":1}\n{"b":'])(
  'an output that ends inside of JSON is a success with a warning: %j',
  async (text) => {
    const { ok, warnings } = await print(text)
    expect([ok, warnings]).toEqual([
      true,
      ['The output ends inside a JSON document, but the exit code 0 says success.'],
    ])
  },
)

it.each(['{"a":1}', '{"a":1}\n{"b":2}\n', '[INFO] {started', '{name} is here', '[1, 2'])(
  'an output that is whole, or no JSON, has no warning: %j',
  async (text) => {
    expect((await print(text)).warnings).toEqual([])
  },
)
