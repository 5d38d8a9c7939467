import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useRole } from '../store/use-store.ts'
import { letteredPlaces } from './places.ts'

const settingsPlace = { to: '/stores/$storeId/settings', label: 'Settings', letter: 's' } as const
export const goTos = [...letteredPlaces, settingsPlace]

const waitMs = 1500

/** G, then a letter, opens a page. */
export function GoToKeys({ storeId }: { storeId: string }): null {
  const { isOn } = useShortcutsSetting()
  const { isAtLeast } = useRole()
  const navigate = useNavigate()
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isSecond = event.timeStamp - pressedAt.current < waitMs
    pressedAt.current = Number.NEGATIVE_INFINITY
    if (!isOn || isForSomethingElse(event)) return
    const key = event.key.toLowerCase()
    if (!isSecond) {
      if (key === 'g' && !event.shiftKey) pressedAt.current = event.timeStamp
      return
    }
    const place = goTos.find(({ letter }) => letter === key)
    if (!place || ('needs' in place && place.needs !== undefined && !isAtLeast(place.needs))) return
    // The page's own shortcuts do not see the second letter.
    event.preventDefault()
    event.stopImmediatePropagation()
    void navigate({ to: place.to, params: { storeId } } as never)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
  return null
}

export function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return true
  const target = event.target instanceof HTMLElement ? event.target : undefined
  return Boolean(target?.closest('textarea, select, [role="menu"], input:not([type="checkbox"])'))
}

const name = 'evident.shortcuts'
const listeners = new Set<() => void>()
const read = () => {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

export function useShortcutsSetting() {
  const isOn = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
  const set = (next: boolean) => {
    localStorage.setItem(name, next ? 'on' : 'off')
    for (const listener of listeners) listener()
  }
  return { isOn, set }
}
