import { s } from 'surety'

import type { PayContext } from './pay-command.ts'

/** A call without credentials and query, which often contain tokens; safe to show and store. */
export interface Call {
  readonly method: string
  readonly url: string
  readonly host: string
  /** Whether this is all that the caller gave, so that the call can be repeated from it. */
  readonly isWhole: boolean
}

/** The arguments of a call. */
export const callArgs = {
  method: s.enum(['GET', 'POST', 'PUT', 'DELETE']).describe('HTTP method'),
  // Parsed later, because a schema error would repeat it, and it may contain credentials.
  url: s.string().describe('What to call, https://host/path'),
}

/** The options of a call. */
export const callOptions = {
  header: s
    .array(s.string())
    .default([])
    .short('H')
    .describe('Header, `Name: value`; may be repeated'),
  timeoutSeconds: s
    .integer()
    .min(1)
    .max(600)
    .default(10)
    .describe('How long to wait for the merchant'),
}

/** The input of a command about a call. */
export interface CallInput extends PayContext {
  readonly args: { readonly method: string; readonly url: string }
  readonly options: { readonly header: readonly string[]; readonly timeoutSeconds: number }
}

/** Reads a call; throws at once if a header or the address is malformed. */
export function readCall(ctx: CallInput): Call {
  checkHeaders(ctx, ctx.options.header)
  const { method, url: text } = ctx.args
  if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text)) {
    return ctx.fail(
      'invalid_input',
      'The address of the call is not of the form https://host/path.',
      {
        phase: 'validation',
        next_steps: { action: 'supply_flag' },
      },
    )
  }
  const { protocol, host, pathname } = new URL(text)
  const url = `${protocol}//${host}${pathname}`
  return { method, url, host, isWhole: url === text && ctx.options.header.length === 0 }
}

/** The command line that repeats a call; none if that would leave out what may be secret. */
export function repeated(
  command: 'pay' | 'check',
  { method, url, isWhole }: Call,
  ...more: readonly string[]
): { readonly suggestion?: string } {
  if (!isWhole || /[^\w.:/%~-]/.test(url)) return {}
  return { suggestion: ['pay', command, method, url, ...more].join(' ') }
}

/** Rejects malformed headers; their text is not repeated, because it may contain a token. */
function checkHeaders(ctx: PayContext, headers: readonly string[]): void {
  const bad = headers.findIndex((header) => !/^[!#$%&'*+.^_`|~\w-]+:\s?.*$/.test(header))
  if (bad < 0) return
  ctx.fail('invalid_input', `Header ${bad + 1} is not of the form Name: value.`, {
    phase: 'validation',
    next_steps: { action: 'supply_flag' },
  })
}
