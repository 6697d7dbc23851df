/** The chains that wallets live on. */
export const CHAINS = ['base', 'solana', 'tempo'] as const
/** One of the chains. */
export type Chain = (typeof CHAINS)[number]

/** Tests whether a word names a chain. */
export function isChain(word: string): word is Chain {
  return (CHAINS as readonly string[]).includes(word)
}
