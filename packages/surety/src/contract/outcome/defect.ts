/** A bug in the program, not a problem with its input; has a stable code. */
export class Defect extends Error {
  override readonly name = 'Defect'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export function defect(code: string, message: string, options?: ErrorOptions): Defect {
  return new Defect(code, message, options)
}
