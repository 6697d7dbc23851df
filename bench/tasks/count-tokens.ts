import { encode } from 'gpt-tokenizer/encoding/o200k_base'

const counted = new Map<string, number>()

/** Counts tokens as o200k has them. The same answers come up again and again, so each is counted once. */
export function countTokens(text: string): number {
  let count = counted.get(text)
  if (count === undefined) counted.set(text, (count = encode(text).length))
  return count
}
