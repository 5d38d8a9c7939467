// Where somebody has been in this tab, for the way back. Kept with the tab and gone with it: titles name customers.
import { useEffect } from 'react'

export type Visit = { path: string; title: string }

const name = 'evident.visits'
const most = 12

export function visits(): Visit[] {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '[]') as Visit[]
  } catch {
    return []
  }
}

export function noteVisit(path: string, title: string): void {
  if (!/\/stores\/[^/]+\/./.test(path)) return
  const others = visits().filter((each) => each.path !== path)
  try {
    sessionStorage.setItem(name, JSON.stringify([{ path, title }, ...others].slice(0, most)))
  } catch {
    // A browser that keeps nothing knows no way back.
  }
}

export function clearVisits(): void {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}

/** What is shown beside a list has a title of its own there. */
export function useVisit(title: string | undefined): void {
  const path = location.pathname
  useEffect(() => {
    if (title) noteVisit(path, title)
  }, [path, title])
}
