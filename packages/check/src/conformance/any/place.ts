import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** A larger folder is not copied: its calls run in the folder itself, and writes of theirs are not judged. */
const MOST = { files: 5000, bytes: 64 * 1024 * 1024 }

/** What programs keep beside the work of their user. */
const KEPT = /(?:^|\/)(?:\.git|\.hg|\.svn|__pycache__|node_modules)(?:\/|$)/

type Snapshot = ReadonlyMap<string, string>

/** A copy of the folder with a home and a place for temporary files, in which one call runs at a time. */
export class Place {
  readonly root: string
  readonly folder: string
  readonly isCopy: boolean
  readonly #source: string
  #before: Snapshot = new Map()

  /** With `name` the copy has another name than the folder. */
  constructor(source: string, name = basename(source) || 'root', prefix = 'surety-any-') {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), prefix)))
    this.#source = source
    this.isCopy = isSmall(source)
    this.folder = this.isCopy ? join(this.root, 'copy', name) : source
    const pipes = spawnSync('mkfifo', ['out', 'err', 'in'], { cwd: this.root })
    if (pipes.status !== 0) throw new Error('There is no mkfifo.')
    if (this.isCopy) this.#copy()
  }

  /** Starts a call with an empty home; returns the folders that it may write to. */
  fresh() {
    const [home, tmp] = [join(this.root, 'home'), join(this.root, 'tmp')]
    for (const each of [home, tmp]) {
      rmSync(each, { recursive: true, force: true })
      mkdirSync(each)
    }
    return { home, tmp }
  }

  pipe(name: 'out' | 'err' | 'in'): string {
    return join(this.root, name)
  }

  /** Says what a call changed in the copy, and makes a new one if it did. */
  changes(): readonly string[] {
    if (!this.isCopy) return []
    const after = snapshot(this.folder)
    const all = new Set([...this.#before.keys(), ...after.keys()])
    const changed = [...all].filter((path) => this.#before.get(path) !== after.get(path))
    if (changed.length > 0) this.renew()
    // A cache that says of itself that it is none of the user's files.
    const caches = changed.flatMap((path) =>
      path.endsWith('/.gitignore') ? [path.slice(0, -'.gitignore'.length)] : [],
    )
    return changed.filter((path) => !caches.some((cache) => `${path}/`.startsWith(cache)))
  }

  renew(): void {
    if (!this.isCopy) return
    rmSync(this.folder, { recursive: true, force: true })
    this.#copy()
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  #copy(): void {
    cpSync(this.#source, this.folder, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (path) => {
        if (path === this.#source) return true
        const at = lstatSync(path)
        return (
          basename(path) !== 'node_modules' &&
          (at.isFile() || at.isDirectory() || at.isSymbolicLink())
        )
      },
    })
    const packages = join(this.#source, 'node_modules')
    if (existsSync(packages)) symlinkSync(packages, join(this.folder, 'node_modules'))
    this.#before = snapshot(this.folder)
  }
}

/** What is in a folder, each with a mark that is another one after a change. */
export function snapshot(folder: string): Snapshot {
  const found = new Map<string, string>()
  const walk = (path: string, shown: string): void => {
    for (const entry of entriesOf(path)) {
      const name = shown === '' ? entry.name : `${shown}/${entry.name}`
      if (KEPT.test(name)) continue
      const each = join(path, entry.name)
      const at = lstatSync(each, { throwIfNoEntry: false })
      if (at === undefined) continue
      found.set(name, at.isDirectory() ? 'folder' : `${at.size} ${at.mtimeMs} ${at.mode}`)
      if (at.isDirectory()) walk(each, name)
    }
  }
  walk(folder, '')
  return found
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    // It is gone, or nobody may look into it.
    return []
  }
}

function isSmall(folder: string): boolean {
  let [files, bytes] = [0, 0]
  const fits = (path: string): boolean =>
    entriesOf(path).every((entry) => {
      files += 1
      if (files > MOST.files || bytes > MOST.bytes) return false
      if (entry.isDirectory()) return entry.name === 'node_modules' || fits(join(path, entry.name))
      if (entry.isFile())
        bytes += lstatSync(join(path, entry.name), { throwIfNoEntry: false })?.size ?? 0
      return bytes <= MOST.bytes
    })
  return fits(folder)
}
