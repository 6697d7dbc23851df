import { useEffect, useState } from 'preact/hooks'

/** Where the reader is; all of it is in the address. */
export interface Place {
  /** The name of the command in the form; `>` for words of one's own. */
  readonly c: string
  /** The values of the form as JSON, without secrets. */
  readonly v: string
  readonly call: string
  /** The call to compare with. */
  readonly with: string
  readonly q: string
}

const EMPTY: Place = { c: '', v: '', call: '', with: '', q: '' }

/** Reads the place from the address. */
export function readPlace(): Place {
  const given = new URLSearchParams(location.hash.slice(1))
  return { ...EMPTY, ...Object.fromEntries(given) }
}

/** Writes the address of a place. */
export function hashOf(place: Partial<Place>): string {
  const members = Object.entries({ ...readPlace(), ...place }).filter(([, value]) => value !== '')
  return `#${new URLSearchParams(members)}`
}

/** Goes to a place; typing changes the address without a step in the history. */
export function go(place: Partial<Place>, isTyping = false): void {
  const hash = hashOf(place)
  if (hash === location.hash) return
  if (isTyping) {
    history.replaceState(null, '', hash)
    dispatchEvent(new Event('hashchange'))
  } else location.hash = hash
}

/** The place, as it changes. */
export function usePlace(): Place {
  const [place, setPlace] = useState(readPlace)
  useEffect(() => {
    const onChange = () => setPlace(readPlace())
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  return place
}
