/** Sequences that colour text, move the cursor, or set titles and links of a terminal. */
// eslint-disable-next-line no-control-regex
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/

/** Tests for terminal sequences. */
export function hasSequence(text: string): boolean {
  return SEQUENCE.test(text)
}

/** Removes terminal sequences. */
export function withoutSequences(text: string): string {
  return text.replaceAll(new RegExp(SEQUENCE, 'g'), '')
}
