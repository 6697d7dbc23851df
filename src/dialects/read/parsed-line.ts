import type { JsonValue } from '../../contract/index.ts'
import type { Capture } from '../dialect.ts'
import { parseWhole } from '../json/scan-documents.ts'
import { MAX_BYTES } from './decode-text.ts'
import { topMembers, type MemberText } from '../json/member-spans.ts'

/**
 * A capture of one line, which is parsed here once for whoever reads it. Readers know it by its
 * class, so that nobody can hand them a text together with another text's document.
 */
export class ParsedLine implements Capture {
  readonly stdout: string
  readonly stderr = ''
  exit_code = 0
  /** The document that the line is; undefined where it takes a scan to find one. */
  readonly document: JsonValue | undefined
  #members: readonly MemberText[] | undefined

  constructor(line: string) {
    this.stdout = line
    this.document = line.length > MAX_BYTES ? undefined : parseWhole(line)
  }

  /** Where the members of the document stand; none where it is no object. */
  get members(): readonly MemberText[] {
    return (this.#members ??= topMembers(this.stdout) ?? [])
  }
}
