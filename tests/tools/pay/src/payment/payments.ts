import { appendHistory, readHistory, spentSince, type HistoryEntry } from './history.ts'
import type { Keystore, Wallet } from '../wallet/keystore.ts'
import { findViolation, openLimits, toCents, type Violation } from '../settings.ts'

/** A payment that is about to be made. */
export interface Payment {
  readonly wallet: Wallet
  readonly price: number
  readonly entry: HistoryEntry
}

/** Why a payment was not made. */
export type Refusal =
  | { readonly kind: 'balance'; readonly balance: number }
  | { readonly kind: 'limit'; readonly violation: Violation }

/**
 * Makes a payment. Two processes cannot spend the same money or exceed a limit together, and a crash
 * leaves either nothing or a payment that the next one finds and records.
 */
export async function takePayment(
  home: string,
  keystore: Keystore,
  { wallet, price, entry }: Payment,
): Promise<Refusal | null> {
  return keystore.exclusively(async () => {
    await recordPending(home, keystore)
    const violation = await violationOf(home, price, entry)
    if (violation) return { kind: 'limit', violation }
    const { balance } = await keystore.funds(wallet)
    if (balance < price) return { kind: 'balance', balance }
    const left = toCents(balance - price)
    await keystore.setFunds(wallet, { balance: left, pending: entry })
    await appendHistory(home, entry)
    await keystore.setFunds(wallet, { balance: left, pending: null })
    return null
  })
}

/** Finds the limit that a payment would break. */
export async function violationOf(
  home: string,
  price: number,
  { timestamp, host }: Pick<HistoryEntry, 'timestamp' | 'host'>,
): Promise<Violation | undefined> {
  const { entries } = await readHistory(home)
  const today = `${timestamp.slice(0, 10)}T00:00:00.000Z`
  return findViolation(await openLimits(home).read(), price, spentSince(entries, today, host))
}

/** Records a payment that a killed process had deducted and not recorded. */
async function recordPending(home: string, keystore: Keystore): Promise<void> {
  const { entries } = await readHistory(home)
  for (const wallet of await keystore.list()) {
    const { balance, pending } = await keystore.funds(wallet)
    if (!pending) continue
    if (!entries.some(({ tx_hash }) => tx_hash === pending.tx_hash)) {
      await appendHistory(home, pending)
    }
    await keystore.setFunds(wallet, { balance, pending: null })
  }
}
