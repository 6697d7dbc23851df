import { expect, test } from 'vitest'

import { createClient } from '@surety/client/unstable/client'
import { createForeignTool } from './foreign-tool.ts'

const profile = {
  surety: 1 as const,
  name: 'hang',
  program: [process.execPath],
  timeout_seconds: 20,
  check: {
    probes: [
      {
        name: 'hang',
        argv: ['-e', 'console.error(1); setInterval(() => {}, 1000)'],
        kind: 'read' as const,
      },
    ],
  },
}

test('ends the processes of calls that run when the session is over', async () => {
  const tool = createForeignTool({
    client: createClient(),
    tool: { program: [process.execPath], name: 'hang' },
    profile,
    options: { dialect: 'auto' },
    ownVersion: '9.9.9',
    report: () => {},
  })
  expect(await tool.version()).toBe('9.9.9')
  const [hang] = await tool.commands()
  let started = (): void => {}
  const running = new Promise<void>((resolve) => (started = resolve))
  const called = tool.call(hang!, {}, { signal: new AbortController().signal, report: started })
  await running
  await tool.end()
  expect(await called).toMatchObject({ isOk: false })
})
