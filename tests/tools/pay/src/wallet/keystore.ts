import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { withLock } from '../../../../../examples/store/file-lock.ts'
import { replace } from '../../../../../examples/store/json-file.ts'
import { makeFolder } from '../../../../../examples/store/make-folder.ts'
import { isChain, type Chain } from './chains.ts'
import type { HistoryEntry } from '../payment/history.ts'
import { PayError } from '../errors/pay-error.ts'

/** A wallet without its secret. */
export interface Wallet {
  readonly chain: Chain
  readonly name: string
  readonly address: string
  readonly keystore: string
}

interface KeystoreFile {
  readonly version: 1
  readonly chain: Chain
  readonly name: string
  readonly address: string
  readonly created_at: string
  readonly balance_usdc: number
  readonly kdf: { readonly salt: string; readonly n: number }
  readonly cipher: { readonly iv: string; readonly tag: string; readonly text: string }
  /** A payment that was deducted and may not be in the history yet. */
  readonly pending?: HistoryEntry
}

/** What a simulated wallet holds. */
export interface Funds {
  readonly balance: number
  readonly pending: HistoryEntry | null
}

const COST = 1 << 14

/** The encrypted keys on disk, one file per wallet; no other module sees a decrypted key. */
export class Keystore {
  readonly directory: string
  readonly #lock: string

  constructor(home: string) {
    this.directory = join(home, 'wallets')
    this.#lock = join(home, 'wallets.lock')
  }

  /** Runs `work` while no other process changes wallets. */
  async exclusively<R>(work: () => Promise<R>): Promise<R> {
    await makeFolder(this.directory, 0o700)
    return withLock(this.#lock, work)
  }

  pathOf(chain: Chain, name: string): string {
    return join(this.directory, `${chain}-${name}.json`)
  }

  /** Lists all wallets, by chain and name. */
  async list(): Promise<(Wallet & { readonly balance: number })[]> {
    const files = await readdir(this.directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const wallets = await Promise.all(
      files
        .filter((file) => file.endsWith('.json'))
        .map((file) => this.read(join(this.directory, file))),
    )
    return wallets
      .map((file) => ({
        chain: file.chain,
        name: file.name,
        address: file.address,
        keystore: this.pathOf(file.chain, file.name),
        balance: file.balance_usdc,
      }))
      .sort((a, b) => (a.chain + a.name < b.chain + b.name ? -1 : 1))
  }

  /** Makes a wallet with a random key, encrypted with the passphrase. */
  async create(
    chain: Chain,
    name: string,
    passphrase: string,
    now: string,
    balance = 0,
  ): Promise<Wallet> {
    const key = randomBytes(KEY_BYTES)
    const address = addressOf(chain, key)
    const salt = randomBytes(16)
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', derive(passphrase, salt, COST), iv)
    const text = Buffer.concat([cipher.update(key), cipher.final()])
    const file: KeystoreFile = {
      version: 1,
      chain,
      name,
      address,
      created_at: now,
      balance_usdc: balance,
      kdf: { salt: salt.toString('hex'), n: COST },
      cipher: {
        iv: iv.toString('hex'),
        tag: cipher.getAuthTag().toString('hex'),
        text: text.toString('hex'),
      },
    }
    const path = this.pathOf(chain, name)
    await replace(path, `${JSON.stringify(file, null, 2)}\n`)
    return { chain, name, address, keystore: path }
  }

  /** Tests whether a passphrase opens a wallet. */
  async opens(wallet: Wallet, passphrase: string): Promise<boolean> {
    const { kdf, cipher } = await this.read(wallet.keystore)
    const text = Buffer.from(cipher.text, 'hex')
    if (text.length !== KEY_BYTES) {
      throw new PayError('invalid_key', `The key in ${wallet.keystore} has the wrong length.`, {
        extra: { chain: wallet.chain, length: KEY_BYTES, got_bytes: text.length },
        nextSteps: { action: 'supply_correct_key_format' },
      })
    }
    try {
      const key = derive(passphrase, Buffer.from(kdf.salt, 'hex'), kdf.n)
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(cipher.iv, 'hex'))
      decipher.setAuthTag(Buffer.from(cipher.tag, 'hex'))
      decipher.update(text)
      decipher.final()
      return true
    } catch {
      // The cipher is authenticated, so a wrong passphrase throws here.
      return false
    }
  }

  /** Tells what a wallet holds now. */
  async funds(wallet: Wallet): Promise<Funds> {
    const { balance_usdc: balance, pending = null } = await this.read(wallet.keystore)
    return { balance, pending }
  }

  /** Changes what a wallet holds, in one write; only inside {@link exclusively}. */
  async setFunds(wallet: Wallet, { balance, pending }: Funds): Promise<void> {
    const { pending: _settled, ...file } = await this.read(wallet.keystore)
    const changed: KeystoreFile = { ...file, balance_usdc: balance, ...(pending && { pending }) }
    await replace(wallet.keystore, `${JSON.stringify(changed, null, 2)}\n`)
  }

  /** Removes a wallet's file. */
  async remove(wallet: Wallet): Promise<void> {
    await rm(wallet.keystore, { force: true })
  }

  private async read(path: string): Promise<KeystoreFile> {
    const text = await readFile(path, 'utf8')
    try {
      const value: unknown = JSON.parse(text)
      if (isKeystoreFile(value)) return value
    } catch {
      // Reported below, like every other invalid keystore.
    }
    throw new PayError('invalid_key', `${path} is not a keystore.`, {
      extra: { keystore: path },
      nextSteps: { action: 'supply_correct_key_format' },
    })
  }
}

const KEY_BYTES = 32

function isKeystoreFile(value: unknown): value is KeystoreFile {
  if (typeof value !== 'object' || value === null) return false
  const { chain, name, address, balance_usdc, kdf, cipher } = value as Partial<KeystoreFile>
  return (
    typeof chain === 'string' &&
    isChain(chain) &&
    typeof name === 'string' &&
    typeof address === 'string' &&
    typeof balance_usdc === 'number' &&
    typeof kdf?.salt === 'string' &&
    typeof kdf.n === 'number' &&
    [cipher?.iv, cipher?.tag, cipher?.text].every((part) => typeof part === 'string')
  )
}

function derive(passphrase: string, salt: Buffer, n: number): Buffer {
  return scryptSync(passphrase, salt, 32, { N: n, r: 8, p: 1 })
}

function addressOf(chain: Chain, key: Buffer): string {
  const digest = createHash('sha256').update(chain).update(key).digest('hex')
  return chain === 'solana' ? digest.slice(0, 44) : `0x${digest.slice(0, 40)}`
}
