import { explain } from '../api.ts'
import { toLanguage } from '../language.ts'
import { make } from '../make.ts'
import type { Placement } from '../wire.ts'
import { findPlace, reveal } from './place.ts'

export type Page = Record<'store' | 'product' | 'customer-token' | 'sign-in', string | undefined>

type Frame = { placement: Placement; box: HTMLElement; element: HTMLElement; isShown: boolean }

/** Maximum wait for a placement's target element, which other scripts may create after this script runs. */
const waitsMs = 15_000

export function createFrames() {
  const frames = new Map<string, Frame>()
  let observer: MutationObserver | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  const refused = new Set<string>()

  const arrange = () => {
    isDue = false
    for (const frame of frames.values()) {
      const { placement, box, element } = frame
      const { id, selector, insert } = placement
      if (observer && !box.isConnected && !refused.has(id))
        try {
          // Another instance of this script may have inserted the placement first.
          if (document.querySelector(`[data-evident-placement="${id}"]`)) continue
          const place = findPlace(selector, insert)
          if (!place) continue
          // A tab floats above the page, so it has no height and moves no content.
          frame.isShown = placement.widget === 'tab'
          place(box)
        } catch {
          refused.add(id)
          explain(new Error(`This browser does not understand the selector ${selector} of a placement.`))
        }
      if (box.isConnected && !frame.isShown) frame.isShown = reveal(box, element)
    }
  }
  const soon = () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(arrange)
  }
  const sizes = new ResizeObserver(soon)
  addEventListener('scroll', soon, { capture: true, passive: true })
  addEventListener('resize', soon)

  return {
    show(placements: readonly Placement[], page: Page, locale: string | undefined): void {
      for (const [id, { box }] of frames)
        if (!placements.some((each) => each.id === id)) {
          box.remove()
          frames.delete(id)
        }
      for (const placement of placements) void add(placement, page, locale).catch(explain)
      observer?.disconnect()
      observer = new MutationObserver(soon)
      observer.observe(document, { childList: true, subtree: true })
      clearTimeout(timer)
      timer = setTimeout(() => {
        observer?.disconnect()
        observer = undefined
      }, waitsMs)
    },
  }

  async function add(placement: Placement, page: Page, locale: string | undefined): Promise<void> {
    const { id, widget, settings } = placement
    const name = `evident-${widget.replace('_', '-')}`
    const known = frames.get(id)
    const element = known?.element ?? document.createElement(name)
    const { galleryId: gallery, heading, limit, subject } = settings
    const attributes = { ...page, gallery, heading, limit, subject }
    for (const [key, value] of Object.entries(attributes))
      if (value == null) element.removeAttribute(key)
      else if (element.getAttribute(key) !== String(value)) element.setAttribute(key, String(value))
    if (known) {
      known.placement = placement
      return soon()
    }
    const box = make(
      'div',
      { 'data-evident-placement': id },
      // The review form has no heading of its own.
      widget === 'review_form' && heading && make('h2', {}, heading),
      element,
    )
    frames.set(id, { placement, box, element, isShown: false })
    // The script is not loaded if another script has already defined the element.
    if (!customElements.get(name)) await import(/* @vite-ignore */ buildScriptUrl(widget))
    if (placement.preview) box.prepend((await import('./note.ts')).renderNote(toLanguage(locale ?? '')))
    sizes.observe(element)
    arrange()
  }
}

const buildScriptUrl = (widget: string): string => {
  const url = new URL(import.meta.url)
  url.pathname = url.pathname.replace(/[^/]+$/, `${widget.replace('_', '-')}.js`)
  return url.href
}
