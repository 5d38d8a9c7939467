// Recently viewed pages of this tab. Session storage, because titles contain customers' names.
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
    // Storage is blocked: there is no history.
  }
}

export function clearVisits(): void {
  try {
    sessionStorage.removeItem(name)
  } catch {}
}

/**
 * Records a visit under `title`. Used by the pane beside a list, because the list's page title does not name the open row.
 */
export function useVisit(title: string | undefined): void {
  const path = location.pathname
  useEffect(() => {
    if (title) noteVisit(path, title)
  }, [path, title])
}
