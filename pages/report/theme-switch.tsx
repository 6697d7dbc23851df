import { useEffect, useState } from 'preact/hooks'

const THEMES = { auto: 'System', light: 'Light', dark: 'Dark' } as const
type Theme = keyof typeof THEMES

/** Lets the reader choose the colours; by default they follow the system. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>('auto')
  useEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])
  return (
    <label class="theme">
      Colours{' '}
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
        {Object.entries(THEMES).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
