// One command for each kind of answer that the founding document of the spec describes.
import { appendFileSync } from 'node:fs'
import { defineCli, defineCommand, s, serve } from 'surety'

const command = (run, more = {}) =>
  defineCommand({
    description: 'Answers',
    danger: 'safe',
    exitCodes: {
      SUCCESS: 'Done',
      NOT_FOUND: 'Missing',
      AUTH_REQUIRED: 'Needs credentials',
      RATE_LIMITED: 'Too many calls',
    },
    run: (ctx) => {
      if (process.env.TRACE) appendFileSync(process.env.TRACE, 'x')
      return run(ctx)
    },
    ...more,
  })

const cli = defineCli({
  name: 'founding',
  version: '1.0.0',
  description: 'Answers as the founding document describes',
  commands: {
    ok: command(() => ({ id: 'deploy-42', status: 'complete' })),
    nothing: command(() => null),
    empty: command(() => []),
    warns: command(({ warn }) => {
      warn('The disk is nearly full.')
      return { id: 1 }
    }),
    pick: command(({ args }) => ({ environment: args.environment }), {
      args: { environment: s.enum(['prod', 'staging', 'dev']) },
    }),
    missing: command(({ fail }) => fail('NO_SUCH_DEPLOY', 'There is no deploy 42.'), {
      errors: { NO_SUCH_DEPLOY: { exit: 'NOT_FOUND', suggestion: 'List the deploys.' } },
    }),
    expired: command(({ fail }) => fail('TOKEN_EXPIRED', 'The token has expired.'), {
      errors: { TOKEN_EXPIRED: 'AUTH_REQUIRED' },
    }),
    limited: command(
      ({ fail }) => fail('RATE_LIMIT_EXCEEDED', 'Too many calls.', { retry_after_ms: 30_000 }),
      { errors: { RATE_LIMIT_EXCEEDED: 'RATE_LIMITED' } },
    ),
    crash: command(() => {
      throw new TypeError('upstream said no')
    }),
    list: command(() => Array.from({ length: 30 }, (_, index) => ({ index })), { list: true }),
    cached: command(({ etag, notModified }) => (etag === 'v1' ? notModified('v1') : { id: 1 }), {
      cacheable: true,
    }),
    add: command(() => ({ added: true })),
  },
  redirects: { create: { to: 'add', permanent: true, reason: 'renamed' } },
})

await serve(cli)
