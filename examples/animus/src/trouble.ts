/**
 * A failure from below the commands. The framework knows it by its code, which is one of the five,
 * and takes `details` over.
 */
export class Trouble extends Error {
  override readonly name = 'Trouble'
  readonly code: 'internal' | 'invalid_input'
  readonly details: object

  constructor(code: Trouble['code'], message: string, details: object) {
    super(message)
    this.code = code
    this.details = details
  }
}
