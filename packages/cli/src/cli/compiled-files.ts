import { shortDigest } from '@surety/internal/short-digest.ts'

const fs = process.getBuiltinModule('node:fs')
const path = process.getBuiltinModule('node:path')
const { Script } = process.getBuiltinModule('node:vm')

/** Node wraps CommonJS in the same way. It stands on the first line, so that stack traces name the lines of the file. */
const HEAD = '(function (exports, require, module, __filename, __dirname) {'
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Where compiled code is kept, for which use of the command, and what loads packages. */
interface Source {
  readonly folder: string | undefined
  /** Another use calls other functions, and only functions that were called have compiled code. */
  readonly use: string
  readonly packages: (name: string) => unknown
}

interface Loaded {
  readonly script: InstanceType<typeof Script>
  readonly text: Buffer
  readonly kept: string
}

/**
 * Gives what loads files of the build with the code that an earlier start compiled. Node's own cache does not exist in
 * Node 20, and saves half as much where it does ({@link https://nodejs.org/api/module.html#module-compile-cache}).
 */
export function compiledFiles({ folder, use, packages }: Source): (file: string) => unknown {
  const modules = new Map<string, { exports: unknown }>()
  const loaded: Loaded[] = []
  let isKept = false

  function load(file: string): unknown {
    const known = modules.get(file)
    if (known) return known.exports
    const module = { exports: {} }
    modules.set(file, module)
    const text = fs.readFileSync(file)
    const key = [process.version, process.arch, use, file].join('\0')
    const kept = folder && path.join(folder, shortDigest(key))
    const cachedData = kept ? codeIn(kept, text) : undefined
    const script = new Script(`${HEAD}${text.toString()}\n})`, {
      filename: file,
      columnOffset: -HEAD.length,
      ...(cachedData && { cachedData }),
    })
    if (kept) loaded.push({ script, text, kept })
    // A start that loads something new calls other functions of the rest too.
    if (kept && !isKept && (!cachedData || script.cachedDataRejected)) {
      isKept = true
      process.once('exit', () => keep(loaded))
    }
    const from = path.dirname(file)
    const require = (name: string) =>
      name.startsWith('.') ? load(path.join(from, name)) : packages(name)
    script.runInThisContext().call(module.exports, module.exports, require, module, file, from)
    return module.exports
  }
  return load
}

/**
 * Reads the code of a text. V8 believes what it is given: a damaged byte can keep it busy for ever. So the code is kept
 * twice, and beside it the text that it was made of; Node compares them sooner than it could load a checksum.
 */
function codeIn(kept: string, text: Buffer): Buffer | undefined {
  try {
    const all = fs.readFileSync(kept)
    const length = (all.length - text.length) / 2
    const code = all.subarray(0, length)
    const isWhole =
      length > 0 &&
      code.equals(all.subarray(length, -text.length)) &&
      text.equals(all.subarray(-text.length))
    return isWhole ? code : undefined
  } catch {
    return undefined
  }
}

/** Keeps the code of what was called, for the next start. No start may fail of it. */
function keep(loaded: readonly Loaded[]): void {
  try {
    for (const { script, text, kept } of loaded) {
      const code = script.createCachedData()
      write(kept, Buffer.concat([code, code, text]))
    }
    removeOld(path.dirname(loaded[0]!.kept))
  } catch {
    // The next start compiles again.
  }
}

/** Writes a file that others may be reading or writing. */
function write(file: string, bytes: Buffer): void {
  const unfinished = `${file}.${process.pid}`
  try {
    fs.writeFileSync(unfinished, bytes, { mode: 0o600, flag: 'wx' })
    fs.renameSync(unfinished, file)
  } catch (error) {
    fs.rmSync(unfinished, { force: true })
    throw error
  }
}

/** Removes what other versions left; what is still in use is kept anew. */
function removeOld(folder: string): void {
  const oldest = Date.now() - KEPT_MS
  for (const name of fs.readdirSync(folder)) {
    const entry = path.join(folder, name)
    if (fs.lstatSync(entry).mtimeMs < oldest) fs.rmSync(entry, { recursive: true, force: true })
  }
}

/** Gives a folder of this user alone: who can write there runs code as whoever starts the command. */
export function ownFolder(env: NodeJS.ProcessEnv): string | undefined {
  const base = env['XDG_CACHE_HOME'] || (env['HOME'] && `${env['HOME']}/.cache`)
  if (!base?.startsWith('/') || !process.geteuid || NO_CACHE.some((name) => env[name]))
    return undefined
  const folder = `${base}/surety/compiled`
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const isOwn = [folder, `${base}/surety`].every((each) => {
      const { uid, mode } = fs.lstatSync(each)
      return uid === process.geteuid!() && (mode & 0o170022) === 0o040000
    })
    return isOwn ? folder : undefined
  } catch {
    return undefined
  }
}

/** Where one of them is set, the person keeps compiled code elsewhere, nowhere, or counts what is called. */
const NO_CACHE = ['NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE', 'NODE_V8_COVERAGE']
