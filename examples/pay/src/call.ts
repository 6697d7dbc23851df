import type { PayContext } from './pay-command.ts'

/** A call as it may be shown and kept: credentials and the query, which often hold tokens, are gone. */
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

/** Refuses headers that are none; their text is not repeated, because it may hold a token. */
export function checkHeaders(ctx: PayContext, headers: readonly string[]): void {
  const bad = headers.findIndex((header) => !/^[!#$%&'*+.^_`|~\w-]+:\s?.*$/.test(header))
  if (bad < 0) return
  ctx.fail('invalid_input', `Header ${bad + 1} is not of the form Name: value.`, {
    next_steps: { action: 'supply_flag', suggestion: "Write it as -H 'Name: value'." },
  })
}
