import type { Shop } from './api.ts'

let scriptUrl = ''

/** Each bundle passes its own URL, which gives the service's origin and identifies the bundle's tags. */
export function loadedFrom(url: string): void {
  scriptUrl = url
}

export function findShop(element: Element): Shop | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[data-store][src*="/widgets/v1/"]')
  const store = element.getAttribute('store') ?? script?.dataset.store
  return store ? { origin: new URL(scriptUrl).origin, store } : undefined
}

export const atFirst = (element: Element): number => Number(element.getAttribute('limit')) || 0

/**
 * Inserts an element after each tag of this script that has the data attribute `shown`. Does nothing if the page already
 * contains such an element.
 */
export function placeAfterScripts(name: string, shown = 'product'): void {
  if (document.querySelector(name)) return
  for (const script of document.querySelectorAll<HTMLScriptElement>(`script[data-${shown}]`)) {
    if (script.src !== scriptUrl) continue
    const element = document.createElement(name)
    for (const key in script.dataset) element.setAttribute(key, script.dataset[key] as string)
    script.after(element)
  }
}
