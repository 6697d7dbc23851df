/** A follow-up command that a successful answer suggests. */
export interface NextStep {
  readonly command: string
  readonly description?: string
}
