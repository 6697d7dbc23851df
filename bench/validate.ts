import { Ajv } from 'ajv'
import { z } from 'zod'

import {
  ENVELOPE_SCHEMAS,
  respond,
  validateEnvelope,
} from '../packages/surety/src/contract/index.ts'

// How fast one core validates an envelope of 1 KB, next to a compiled JSON Schema and to zod, all in
// this one run. Time is CPU time of this process, so that a busy machine does not change the ratios.
//
//   npm run bench:validate [-- --json]

const ROUNDS = 5
const PER_ROUND_MS = 400

const items = Array.from({ length: 8 }, (_, index) => ({
  id: `deploy-${index}`,
  status: index % 2 === 0 ? 'complete' : 'running',
  url: `https://example.com/deploys/${index}`,
  labels: ['blue', 'eu-west'],
}))
const success: unknown = JSON.parse(
  JSON.stringify(
    respond({
      exit: 'SUCCESS',
      data: { items },
      duration: 340,
      warnings: ['The flag --env is deprecated; use --target.'],
      meta: {
        request_id: 'req_abc123',
        schema_version: '1.0',
        truncated: true,
        cursor: 'b2Zmc2V0OjIw',
      },
    }),
  ),
)
const failure: unknown = JSON.parse(
  JSON.stringify(
    respond({
      exit: 'RATE_LIMITED',
      error: {
        code: 'RATE_LIMIT_EXCEEDED',
        message: 'API rate limit reached',
        detail: 'HTTP 429 '.repeat(86),
        retryable: true,
        retry_after: 30,
        phase: 'execution',
        suggestion: 'Wait, or ask for a higher limit.',
      },
      duration: 6,
    }),
  ),
)

const ajvValidate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
  ENVELOPE_SCHEMAS['1.0'],
)
const zodSchema = zodEnvelope()
const contenders: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['surety', (value) => validateEnvelope(value, '1.0').length === 0],
  ['ajv, compiled', (value) => ajvValidate(value)],
  ['zod', (value) => zodSchema.safeParse(value).success],
]

const results = Object.entries({ success, failure }).map(([name, envelope]) => {
  const rates = measure(envelope)
  return { envelope: name, bytes: JSON.stringify(envelope).length, rates }
})

if (process.argv.includes('--json')) console.log(JSON.stringify({ node: process.version, results }))
else print()

function measure(envelope: unknown): Record<string, number> {
  const best: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, validate] of contenders) {
      if (!validate(envelope)) throw new Error(`${name} refuses the envelope`)
      best[name] = Math.max(best[name] ?? 0, rate(validate, envelope))
    }
  }
  return best
}

function rate(validate: (value: unknown) => boolean, envelope: unknown): number {
  let calls = 0
  let accepted = 0
  let spent = 0
  // Distinct copies, so that the engine cannot answer once for all.
  const text = JSON.stringify(envelope)
  const copies = Array.from({ length: 64 }, () => JSON.parse(text) as unknown)
  const start = process.cpuUsage()
  while (spent < PER_ROUND_MS * 1000) {
    for (let call = 0; call < 10_000; call++) if (validate(copies[call & 63])) accepted++
    calls += 10_000
    const { user, system } = process.cpuUsage(start)
    spent = user + system
  }
  if (accepted !== calls) throw new Error('an answer changed on the way')
  return Math.round((calls / spent) * 1_000_000)
}

function print(): void {
  for (const { envelope, bytes, rates } of results) {
    console.log(`${envelope} envelope, ${bytes} bytes`)
    const ours = rates['surety'] ?? 0
    for (const [name, perSecond] of Object.entries(rates)) {
      const ratio = (ours / perSecond).toFixed(2)
      console.log(
        `  ${name.padEnd(14)} ${perSecond.toLocaleString('en-US').padStart(12)}/s   surety is ${ratio} x`,
      )
    }
  }
}

function zodEnvelope() {
  const redirect = z.strictObject({
    command: z.string(),
    permanent: z.boolean(),
    reason: z.enum(['renamed', 'restructured', 'deprecated', 'typo_corrected']).optional(),
  })
  const error = z.strictObject({
    code: z.string(),
    message: z.string(),
    detail: z.string().optional(),
    retryable: z.boolean().optional(),
    retry_after: z.int().min(0).optional(),
    phase: z.enum(['validation', 'execution', 'cleanup']).optional(),
    suggestion: z.string().optional(),
    redirect: redirect.optional(),
  })
  const meta = z.looseObject({
    duration_ms: z.int().min(0),
    request_id: z.string().optional(),
    schema_version: z
      .string()
      .regex(/^\d+\.\d+$/)
      .optional(),
    not_modified: z.boolean().optional(),
    truncated: z.boolean().optional(),
    cursor: z.string().optional(),
  })
  return z.strictObject({
    ok: z.boolean(),
    data: z.union([z.null(), z.array(z.unknown()), z.looseObject({})]),
    error: error.nullable(),
    warnings: z.array(z.string()),
    meta,
  })
}
