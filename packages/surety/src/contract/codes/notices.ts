/** Tests for a line of a stream that is neither an item nor an answer: other tools write such lines while they work. */
export function isNotice(record: Readonly<Record<string, unknown>>): boolean {
  return record['heartbeat'] === true
}
