import { useSyncExternalStore } from 'react'

/** Lists whose columns a person chooses. The names are stored, so they never change. */
export type ListName = 'orders' | 'products' | 'customers' | 'members'

/** Columns that are hidden until a person shows them. */
const hiddenAtFirst: Partial<Record<ListName, readonly string[]>> = { customers: ['added'] }

const start = 'evident.columns.'
const listeners = new Set<() => void>()
/** Choices made while storage is blocked. They last until a reload. */
const unstored = new Map<string, string>()

const nameOf = (person: string, list: ListName) => `${start}${person}.${list}`

function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? unstored.get(name) ?? ''
  } catch {
    return unstored.get(name) ?? ''
  }
}

function write(name: string, text: string): void {
  try {
    if (text) localStorage.setItem(name, text)
    else localStorage.removeItem(name)
  } catch {
    unstored.set(name, text)
  }
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === null || key.startsWith(start)) && listener()
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Each person has their own choice, also in a browser that several people use. */
export function useHiddenColumns(person: string, list: ListName) {
  const name = nameOf(person, list)
  const first = hiddenAtFirst[list] ?? []
  /** Columns whose visibility differs from the default. */
  const changed = useSyncExternalStore(listen, () => read(name))
    .split(' ')
    .filter(Boolean)
  return {
    hidden: [...first.filter((each) => !changed.includes(each)), ...changed.filter((each) => !first.includes(each))],
    toggle: (column: string) =>
      write(
        name,
        (changed.includes(column) ? changed.filter((each) => each !== column) : [...changed, column]).join(' '),
      ),
    showAll: () => write(name, first.join(' ')),
  }
}
