import { findCommand, isUnlisted, type FoundCommand } from '../manifest/declared-command.ts'
import { manifestDialect, manifestIn } from '../manifest/manifest-document.ts'
import { rememberedDialect, outputMode } from '../read/find-dialect.ts'
import type { AnswerReading } from '../read/read-answer.ts'
import type { Verdict } from '../decide/verdict.ts'
import { filesOf } from '../process/tool-file.ts'
import {
  MOST_NOTICES,
  NO_FACTS,
  type Memory,
  type RememberedManifest,
  type RememberedRedirect,
  type ToolFacts,
} from './facts.ts'

const MOST_CHARACTERS = 500

/** Programs that print the output of others, so that it says nothing about themselves. */
const RELAYS: ReadonlySet<string> = new Set(
  (
    'cat bat head tail tac less more echo printf env xargs sh bash zsh fish dash ksh node deno bun tsx npx npm pnpm yarn ' +
    'python python3 ruby perl php jq yq sed awk grep rg cut sort uniq tee curl wget http xh ssh docker podman kubectl ' +
    'sudo doas time timeout nice nohup watch make just busybox'
  ).split(' '),
)

export interface LearntCall {
  readonly name: string
  readonly words: readonly string[]
  readonly isGiven: boolean
  /** Whether the tool was asked for its manifest, so that it is one in whatever form. */
  readonly isLearning: boolean
  readonly redact: (text: string) => string
}

function nameIn(key: string): string | undefined {
  const [, name] = /([^\s/\\]*?)(?:\.[cm]?[jt]s)?$/.exec(filesOf(key)) ?? []
  return name
}

/** The memory of the tool that a call currently runs. `words` are the tool's arguments. */
export class ToolMemory {
  readonly #memory: Memory
  readonly #onChange: () => void
  #key: string | undefined
  #facts: ToolFacts = NO_FACTS
  #manifest: Promise<RememberedManifest | null> | undefined
  #isAlone = false
  #hadManifest = false

  constructor(memory: Memory, onChange: () => void) {
    this.#memory = memory
    this.#onChange = onChange
  }

  async open(key: string | undefined): Promise<void> {
    this.#key = key
    this.#manifest = undefined
    this.#isAlone = false
    this.#hadManifest = false
    this.#facts = key === undefined ? NO_FACTS : await this.#memory.read(key)
  }

  async hasManifest(): Promise<boolean> {
    return (await this.#readManifest()) !== null
  }

  get redirects(): readonly RememberedRedirect[] {
    return this.#facts.redirects
  }

  dialectFor(words: readonly string[]): string | null {
    return rememberedDialect(this.#facts, words)
  }

  async declared(words: readonly string[]): Promise<FoundCommand | undefined> {
    const manifest = await this.#readManifest()
    return manifest ? findCommand(manifest.document, words, nameIn(this.#key ?? '')) : undefined
  }

  /** Gives the read that shows whether a call did its work, where the manifest names one. */
  async settlingRead(words: readonly string[]) {
    const manifest = await this.#readManifest()
    if (manifest === null || (await this.declared(words))?.settles === undefined) return undefined
    const { declaredRead } = await import('../manifest/settling-read.ts')
    return declaredRead(manifest.document, words, nameIn(this.#key ?? ''))
  }

  async isUnlisted(words: readonly string[]): Promise<boolean> {
    const manifest = await this.#readManifest()
    return manifest !== null && isUnlisted(manifest.document, words, nameIn(this.#key ?? ''))
  }

  /** Says whether an earlier state of the same file had a manifest. */
  async hadManifest(): Promise<boolean> {
    const key = this.#key
    if (key === undefined) return false
    const known = this.#hadManifest ? [] : await this.#memory.list(key)
    this.#hadManifest ||= known.some(
      ({ tool, manifest_etag: etag }) => etag !== null && filesOf(tool) === filesOf(key),
    )
    return this.#hadManifest
  }

  /** Remembers a dialect that the caller gave, and the manifest; never content that only looks like a dialect. */
  async learn(
    { outcome, dialect, source, candidates }: AnswerReading,
    verdict: Verdict,
    call: LearntCall,
  ): Promise<void> {
    const key = this.#key
    // The output of such a program says nothing about the program.
    if (key === undefined || RELAYS.has(call.name)) return
    const isRead = source === 'declared' && !outcome.diagnostics.malformed
    if (!isRead && !call.isLearning) return
    const known = new Set(this.#facts.notices.map(({ text }) => text))
    for (const warning of isRead ? outcome.warnings.slice(0, MOST_NOTICES) : []) {
      const text = call.redact(warning).slice(0, MOST_CHARACTERS)
      if (known.has(text)) continue
      const kind = verdict.soft_redirects.includes(warning) ? 'soft_redirect' : 'warning'
      await this.#forgetOlder(key)
      await this.#memory.recordNotice(key, { kind, text })
    }
    const manifest = verdict.kind === 'accept' ? manifestIn(call.words, outcome) : undefined
    if (manifest !== undefined) {
      await this.#forgetOlder(key)
      await this.#memory.recordManifest(key, manifest)
      this.#manifest = undefined
    }
    if (!isRead) return this.#onChange()
    const spoken = manifest === undefined ? dialect : manifestDialect(candidates, manifest.document)
    const isNew = rememberedDialect(this.#facts, call.words) !== spoken
    if (call.isGiven && isNew && typeof spoken === 'string') {
      await this.#forgetOlder(key)
      await this.#memory.learnDialect(key, spoken, outputMode(call.words))
      this.#facts = await this.#memory.read(key)
    }
    this.#onChange()
  }

  async recordRedirect(rule: RememberedRedirect): Promise<void> {
    if (this.#key === undefined) return
    await this.#forgetOlder(this.#key)
    await this.#memory.recordRedirect(this.#key, rule)
    this.#onChange()
  }

  async #readManifest(): Promise<RememberedManifest | null> {
    if (this.#key === undefined) return null
    this.#manifest ??= this.#memory.readManifest(this.#key)
    const manifest = await this.#manifest
    this.#onChange()
    return manifest
  }

  async #forgetOlder(key: string): Promise<void> {
    if (this.#isAlone) return
    this.#isAlone = true
    for (const { tool, manifest_etag: etag } of await this.#memory.list(key)) {
      if (tool === key || filesOf(tool) !== filesOf(key)) continue
      this.#hadManifest ||= etag !== null
      await this.#memory.forget(tool)
    }
  }
}
