// Short messages. Their state lives outside React, so code without a component can add one.

export type Toast = {
  id: number
  text: string
  tone: 'plain' | 'danger'
  action?: { label: string; run(): void }
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

type Options = { tone?: Toast['tone']; action?: Toast['action']; ms?: number }

/** Returns a function that removes the toast early. */
export function toast(text: string, { tone = 'plain', action, ms = tone === 'danger' ? 10_000 : 5_000 }: Options = {}) {
  const id = ++lastId
  change([...toasts.slice(-2), { id, text, tone, ...(action && { action }) }])
  setTimeout(() => dismiss(id), ms)
  return () => dismiss(id)
}

export const dismiss = (id: number) => change(toasts.filter((each) => each.id !== id))
export const currentToasts = () => toasts

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
