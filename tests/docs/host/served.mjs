// `surety` as pages in the host see it: all of the build, except that a call of serve() is handed to the host.
import { setImmediate } from 'node:timers/promises'

export * from 'surety'

let onServe = () => {}

/** Loads a program as Node would with these words, and gives what it serves; undefined if it serves nothing. */
export async function programOf(url, words) {
  process.argv = [process.execPath, ...words]
  const served = new Promise((resolve) => (onServe = resolve))
  // The rest of a module that awaits serve() is never run, as in a process.
  const loaded = import(url).then(() => setImmediate())
  return Promise.race([served, loaded.then(() => undefined)])
}

export function serve(source, argv = process.argv.slice(2)) {
  onServe({ source, argv })
  return new Promise(() => {})
}
