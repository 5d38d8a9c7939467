import type { Shop } from '../api.ts'

const widgets: Record<string, string> = {
  'evident-reviews': 'reviews',
  'evident-stars': 'stars',
  'evident-review-form': 'review_form',
  'evident-gallery': 'gallery',
  'evident-faq': 'faq',
  'evident-loyalty': 'loyalty',
}
const selector = Object.keys(widgets).join()

type WidgetEvent = { widget: string; kind: 'impression' | 'click'; galleryId: string | undefined }

/** An invalid id would make the service refuse the whole call. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}$/i

const sendAfterMs = 3_000
/** The service accepts at most this many counts in one call. */
const most = 20

export function createCounter(findShop: (element: Element) => Shop | undefined) {
  const waiting = new Map<string, { shop: Shop; events: WidgetEvent[] }>()
  const seen = new WeakMap<Element, Set<string>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function count(element: Element, kind: WidgetEvent['kind']): void {
    const widget = widgets[element.localName]
    const shop = findShop(element)
    const known = seen.get(element) ?? new Set()
    if (!widget || !shop || known.has(kind)) return
    seen.set(element, known.add(kind))
    const { events } = waiting.get(shop.store) ?? { events: [] }
    const id = element.getAttribute('gallery') ?? ''
    const event = { widget, kind, galleryId: uuid.test(id) ? id : undefined }
    waiting.set(shop.store, { shop, events: [...events, event] })
    timer ??= setTimeout(send, sendAfterMs)
  }

  /** The request completes even if the page is closed. A lost request loses only a count. */
  function send(): void {
    clearTimeout(timer)
    timer = undefined
    for (const { shop, events } of waiting.values())
      for (let i = 0; i < events.length; i += most)
        fetch(`${shop.origin}/api/v1/storefront/analytics`, {
          method: 'POST',
          credentials: 'omit',
          keepalive: true,
          headers: { 'content-type': 'text/plain', 'x-store-env-id': shop.store },
          body: JSON.stringify({ events: events.slice(i, i + most) }),
        }).catch(() => {})
    waiting.clear()
  }

  return {
    watch(page: Document): void {
      // A view counts if half of the element is visible or the element fills half of the window. Long lists never fit on a
      // phone.
      const sight = new IntersectionObserver(
        (entries) => {
          // An element without height is not rendered yet.
          for (const {
            target,
            intersectionRatio,
            intersectionRect: { height },
            rootBounds,
          } of entries)
            if (height > 0 && (intersectionRatio >= 0.5 || height >= (rootBounds?.height ?? Infinity) / 2)) {
              sight.unobserve(target)
              count(target, 'impression')
            }
        },
        { threshold: [0, 0.1, 0.25, 0.5] },
      )
      const watchWithin = (node: ParentNode) => {
        for (const element of node.querySelectorAll(selector)) sight.observe(element)
      }
      watchWithin(page)
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof Element) {
            if (node.matches(selector)) sight.observe(node)
            watchWithin(node)
          }
      }).observe(page, { childList: true, subtree: true })
      page.addEventListener('click', ({ target }) => {
        const element = target instanceof Element ? target.closest(selector) : null
        if (element) count(element, 'click')
      })
      page.addEventListener('visibilitychange', () => {
        if (page.visibilityState === 'hidden') send()
      })
    },
  }
}
