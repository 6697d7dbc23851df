interface Shown {
  readonly code: string
  readonly message: string
  readonly suggestion?: string
  readonly details?: object
}

/** What a person at a terminal reads about an error: the message, its code, and what to do. */
export function errorText({ code, message, suggestion, details }: Shown): string {
  const { remediation, results = [] } = (details ?? {}) as Details
  const hint = remediation?.next_step ?? suggestion
  return [
    `error: ${message} (${code})`,
    ...results.flatMap(({ index, error, reason }) => {
      const why = error?.message ?? reason
      return why === undefined ? [] : [`  item ${index}: ${why}`]
    }),
    // The message of a mistyped command says so already.
    ...(hint === undefined || message.includes(hint) ? [] : [`hint: ${hint}`]),
  ].join('\n')
}

/** The members of `details` that people are told about. */
interface Details {
  readonly remediation?: { readonly next_step: string }
  /** The items of a batch. */
  readonly results?: readonly {
    readonly index: number
    readonly error?: { readonly message: string }
    readonly reason?: string
  }[]
}
