import type { Chain } from '../wallet/chains.ts'

/** How a simulated merchant answers. */
export type Merchant =
  | { readonly kind: 'sells'; readonly priceUsd: number; readonly chains: readonly Chain[] }
  | { readonly kind: 'free' }
  | { readonly kind: 'unreachable' }
  | {
      readonly kind: 'silent'
      readonly afterSeconds: number
      readonly priceUsd: number
      readonly chains: readonly Chain[]
    }
  | { readonly kind: 'broken'; readonly status: number; readonly body: string }
  | { readonly kind: 'rpc_down'; readonly chain: Chain }
  | { readonly kind: 'odd_terms'; readonly asset: string; readonly chain: Chain }
  | { readonly kind: 'other_rails'; readonly rails: readonly string[] }
  | { readonly kind: 'quota' }
  | { readonly kind: 'identity'; readonly state: 'expired' | 'refused' | 'pending' | 'down' }
  | { readonly kind: 'odd_answer' }

const ALL: readonly Chain[] = ['base', 'solana', 'tempo']

/** The price table: every host that can be paid here, and how it behaves. Nothing is ever sent. */
export const MERCHANTS: Readonly<Record<string, Merchant>> = {
  'api.weather.example': { kind: 'sells', priceUsd: 0.01, chains: ALL },
  'api.maps.example': { kind: 'sells', priceUsd: 0.25, chains: ['base', 'tempo'] },
  'api.models.example': { kind: 'sells', priceUsd: 5, chains: ['base', 'solana'] },
  'api.archive.example': { kind: 'sells', priceUsd: 120, chains: ['base'] },
  'api.status.example': { kind: 'free' },
  'api.offline.example': { kind: 'unreachable' },
  'api.slow.example': { kind: 'silent', afterSeconds: 30, priceUsd: 0.05, chains: ALL },
  'api.broken.example': { kind: 'broken', status: 500, body: 'internal error' },
  'api.rpc.example': { kind: 'rpc_down', chain: 'base' },
  'api.odd.example': { kind: 'odd_terms', asset: 'POINTS', chain: 'base' },
  'api.cards.example': { kind: 'other_rails', rails: ['card'] },
  'api.quota.example': { kind: 'quota' },
  'expired.identity.example': { kind: 'identity', state: 'expired' },
  'refused.identity.example': { kind: 'identity', state: 'refused' },
  'pending.identity.example': { kind: 'identity', state: 'pending' },
  'down.identity.example': { kind: 'identity', state: 'down' },
  'api.strange.example': { kind: 'odd_answer' },
}

/** Finds the merchant behind a URL; an unknown host cannot be reached. */
export function merchantAt(host: string): Merchant {
  return Object.hasOwn(MERCHANTS, host) ? (MERCHANTS[host] ?? UNREACHABLE) : UNREACHABLE
}

const UNREACHABLE: Merchant = { kind: 'unreachable' }
