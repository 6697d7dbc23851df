/** A follow-up that a success points at. */
export interface NextStep {
  readonly command: string
  readonly description?: string
}
