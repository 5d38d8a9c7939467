import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const name = 'evident.theme'
const listeners = new Set<() => void>()

function read(): Theme {
  try {
    const kept = localStorage.getItem(name)
    return themes.find((each) => each === kept) ?? 'system'
  } catch {
    return 'system'
  }
}

export function applyTheme(theme = read()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(name, theme)
  } catch {
    // Storage is blocked: the choice lasts until a reload.
  }
  applyTheme(theme)
  for (const listener of listeners) listener()
}

window.addEventListener('storage', ({ key }) => {
  if (key !== name) return
  applyTheme()
  for (const listener of listeners) listener()
})

export function useTheme(): [theme: Theme, setTheme: (theme: Theme) => void] {
  const theme = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
  return [theme, setTheme]
}
