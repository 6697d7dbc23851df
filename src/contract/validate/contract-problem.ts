/** The kind of a problem, for callers to branch on. */
export type ContractProblemCode =
  | 'WRONG_TYPE'
  | 'MISSING_MEMBER'
  | 'UNKNOWN_MEMBER'
  | 'VALUE_NOT_ALLOWED'
  | 'PATTERN_MISMATCH'
  | 'OUT_OF_RANGE'
  | 'UNREADABLE'

/** One way in which an envelope or a manifest breaks the contract. */
export interface ContractProblem {
  /** JSON pointer to the value, or to where the missing member would be. */
  readonly pointer: string
  readonly code: ContractProblemCode
  /** A sentence for people. */
  readonly message: string
}

/** Appends a key to a JSON pointer; the empty pointer is the document itself. */
export function pointerOf(parent: string, key: string | number): string {
  const token =
    typeof key === 'number' ? String(key) : key.replaceAll('~', '~0').replaceAll('/', '~1')
  return `${parent}/${token}`
}

/** Collects problems while a document is checked. */
export class Problems {
  readonly found: ContractProblem[] = []

  wrongType(pointer: string, expected: string, value: unknown): void {
    this.add(pointer, 'WRONG_TYPE', `must be ${expected}, is ${nameOfType(value)}`)
  }

  missing(parent: string, key: string): void {
    this.add(pointerOf(parent, key), 'MISSING_MEMBER', 'is missing')
  }

  unknown(parent: string, key: string): void {
    this.add(pointerOf(parent, key), 'UNKNOWN_MEMBER', 'is not a member of this object')
  }

  notAllowed(pointer: string, allowed: readonly string[]): void {
    this.add(pointer, 'VALUE_NOT_ALLOWED', `must be one of ${allowed.join(', ')}`)
  }

  add(pointer: string, code: ContractProblemCode, rest: string): void {
    this.found.push({
      pointer,
      code,
      message: `${pointer === '' ? 'the document' : pointer} ${rest}.`,
    })
  }
}

function nameOfType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
