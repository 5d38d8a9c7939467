// Where a page says which shop it belongs to: on an element, or once on the script's own tag.
import type { Shop } from './api.ts'

let scriptUrl = ''

/** Every bundle says its own address: it is where the service is, and how its tags are known. */
export function loadedFrom(url: string): void {
  scriptUrl = url
}

/** Undefined where neither the element nor a script names a store. */
export function shopOf(element: Element): Shop | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[data-store][src*="/widgets/v1/"]')
  const store = element.getAttribute('store') ?? script?.dataset.store
  return store ? { origin: new URL(scriptUrl).origin, store } : undefined
}

/** How many an element shows at first; 0 where its page does not say. */
export const atFirst = (element: Element): number => Number(element.getAttribute('limit')) || 0

/** For each tag that names what is to be shown, an element right behind it, unless the page has put one where it wants it. */
export function placeAfterScripts(name: string, shown = 'product'): void {
  if (document.querySelector(name)) return
  for (const script of document.querySelectorAll<HTMLScriptElement>(`script[data-${shown}]`)) {
    if (script.src !== scriptUrl) continue
    const element = document.createElement(name)
    for (const key in script.dataset) element.setAttribute(key, script.dataset[key] as string)
    script.after(element)
  }
}
