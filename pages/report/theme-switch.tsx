import { useEffect, useState } from 'preact/hooks'

const THEMES = {
  auto: { icon: '◐', name: 'as the system', next: 'light' },
  light: { icon: '☀', name: 'light', next: 'dark' },
  dark: { icon: '☾', name: 'dark', next: 'auto' },
} as const
type Theme = keyof typeof THEMES

/** Lets the reader choose the colours; by default they follow the system. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>('auto')
  useEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])
  const { icon, name, next } = THEMES[theme]
  const label = `Colours: ${name}`
  return (
    <button
      type="button"
      class="theme"
      title={label}
      aria-label={label}
      onClick={() => setTheme(next)}
    >
      <span aria-hidden="true">{icon}</span>
    </button>
  )
}
