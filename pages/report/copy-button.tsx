import { useEffect, useState } from 'preact/hooks'

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [state, setState] = useState<'' | 'Copied' | 'Copying failed'>('')
  useEffect(() => {
    if (state === '') return
    const timer = setTimeout(() => setState(''), 2000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => setState((await copyText(text)) ? 'Copied' : 'Copying failed')
  return (
    <span class="copy">
      <button type="button" aria-label={label} onClick={() => void copy()}>
        {state === '' ? 'Copy' : state}
      </button>
      <span class="hidden" role="status">
        {state}
      </span>
    </span>
  )
}

/** Pages from a file system may not reach the clipboard; a selection can be copied everywhere. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'hidden'
    const focused = document.activeElement
    document.body.append(area)
    area.select()
    const succeeded = document.execCommand('copy')
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return succeeded
  }
}
