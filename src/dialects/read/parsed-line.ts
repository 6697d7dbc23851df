import type { JsonValue } from '../../contract/index.ts'
import type { Capture } from '../dialect.ts'
import { parseWhole } from '../json/scan-documents.ts'
import { MAX_BYTES } from './decode-text.ts'
import { topMembers, type MemberText } from '../json/member-spans.ts'

/**
 * A capture of one line that is parsed once for all readers. Readers recognise it by its class, so that
 * a text cannot be combined with the document of another one.
 */
export class ParsedLine implements Capture {
  readonly stdout: string
  readonly stderr = ''
  exit_code = 0
  /** The parsed line; undefined if a scan is needed to find a document. */
  readonly document: JsonValue | undefined
  #members: readonly MemberText[] | undefined

  constructor(line: string) {
    this.stdout = line
    this.document = line.length > MAX_BYTES ? undefined : parseWhole(line)
  }

  /** The positions of the document's members; empty if it is not an object. */
  get members(): readonly MemberText[] {
    return (this.#members ??= topMembers(this.stdout) ?? [])
  }
}
