import type { JsonValue } from '../../contract/index.ts'
import type { MemberText } from '../json/member-spans.ts'
import { OpenCapture } from './open-capture.ts'

/** A capture of one line. */
export class ParsedLine extends OpenCapture {
  declare readonly stdout: string

  constructor(line: string) {
    super({ stdout: line, stderr: '', exit_code: 0 })
  }

  /** The parsed line; undefined if a scan is needed to find a document. */
  get document(): JsonValue | undefined {
    return this.stdout.startsWith('\uFEFF') ? undefined : this.whole('stdout')?.value
  }

  /** The positions of the document's members; empty if it is not an object. */
  get members(): readonly MemberText[] {
    return this.membersOf(this.stdout)
  }
}
