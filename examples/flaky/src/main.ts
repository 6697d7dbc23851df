import { readFile, writeFile } from 'node:fs/promises'

import { defineCli, defineCommand, s, serve } from 'surety'

/** A tool that fails twice and succeeds on the third call. */
const fetchReport = defineCommand({
  description: 'Fetches a report from a service that is down at first',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The report is complete',
    UNAVAILABLE: 'The service does not answer yet',
  },
  errors: { SERVICE_DOWN: 'UNAVAILABLE' },
  options: { state: s.string().describe('File that counts the calls') },
  run: async ({ options: { state }, fail }) => {
    const calls = Number(await readFile(state, 'utf8').catch(() => '0')) + 1
    await writeFile(state, String(calls))
    if (calls % 3 !== 0) {
      return fail('SERVICE_DOWN', `The service is starting; this was call ${calls}.`, {
        retryable: true,
        retry_after_ms: 300,
      })
    }
    return { report: 'ready', calls }
  },
})

await serve(
  defineCli({
    name: 'flaky',
    version: '1.0.0',
    description: 'Fails twice, then works',
    commands: { fetch: fetchReport },
  }),
)
