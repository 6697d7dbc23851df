import type { PayContext } from './pay-command.ts'

/** A call without credentials and query, which often contain tokens; safe to show and store. */
export interface Call {
  readonly url: string
  readonly host: string
}

/** Reads the address of a call. */
export function readCall(ctx: PayContext, text: string): Call {
  if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text)) {
    return ctx.fail('invalid_input', 'The address of the call cannot be read.', {
      next_steps: { action: 'supply_flag', suggestion: 'Write it as https://host/path.' },
    })
  }
  const { protocol, host, pathname } = new URL(text)
  return { url: `${protocol}//${host}${pathname}`, host }
}

/** Rejects malformed headers; their text is not repeated, because it may contain a token. */
export function checkHeaders(ctx: PayContext, headers: readonly string[]): void {
  const bad = headers.findIndex((header) => !/^[!#$%&'*+.^_`|~\w-]+:\s?.*$/.test(header))
  if (bad < 0) return
  ctx.fail('invalid_input', `Header ${bad + 1} is not of the form Name: value.`, {
    next_steps: { action: 'supply_flag', suggestion: "Write it as -H 'Name: value'." },
  })
}
