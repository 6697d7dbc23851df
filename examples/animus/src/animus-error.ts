/**
 * A failure raised below the commands. The framework recognises its code, one of the five, and
 * copies `details`.
 */
export class AnimusError extends Error {
  override readonly name = 'AnimusError'
  readonly code: 'internal' | 'invalid_input'
  readonly details: object

  constructor(code: AnimusError['code'], message: string, details: object) {
    super(message)
    this.code = code
    this.details = details
  }
}
