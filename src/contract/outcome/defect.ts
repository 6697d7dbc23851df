/** A mistake in the program itself, never in its input; carries a stable code. */
export class Defect extends Error {
  override readonly name = 'Defect'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Makes a {@link Defect}; the caller throws it. */
export function defect(code: string, message: string, options?: ErrorOptions): Defect {
  return new Defect(code, message, options)
}
