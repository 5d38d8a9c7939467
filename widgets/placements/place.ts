// Where a frame comes into the page, and when: not while anything would move under the eyes of a visitor.
import type { Placement } from '../wire.ts'

type Put = (box: HTMLElement) => void

/** Undefined while the page has no such element; throws for what is no selector. */
export function placeOf(selector: string, insert: Placement['insert']): Put | undefined {
  const target = document.querySelector(selector)
  if (!target) return undefined
  // Several for one place stand in the order in which they come.
  if (insert === 'after') return (box) => lastOf(target).after(box)
  if (insert === 'append') return (box) => target.append(box)
  if (insert === 'before') return (box) => target.before(box)
  return (box) => {
    const first = target.firstElementChild
    if (first && isFrame(first)) lastOf(first).after(box)
    else target.prepend(box)
  }
}

const isFrame = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.dataset.evidentPlacement !== undefined

function lastOf(target: Element): Element {
  let last = target
  while (isFrame(last.nextElementSibling)) last = last.nextElementSibling
  return last
}

/** In its place, seen by nobody and without a room of its own. */
const hidden = { position: 'absolute', visibility: 'hidden', blockSize: '0', overflow: 'hidden' }

/** Shows it where that moves nothing in view; otherwise it stays as it is, and whoever asks may ask again. */
export function reveal(box: HTMLElement, element: HTMLElement): boolean {
  Object.assign(box.style, hidden)
  // What has no height yet would move the page when it gets one.
  if (element.offsetHeight === 0) return false
  // Nothing was seen yet that could move; or it never leaves the window, and would be shown to nobody.
  const isFree = performance.getEntriesByName('first-contentful-paint').length === 0 || !canScroll()
  const around = isFree ? [] : neighboursOf(box)
  const before = around.map(edgesOf)
  box.removeAttribute('style')
  box.style.display = 'contents'
  if (around.every((each, i) => isStill(before[i] as Edges, edgesOf(each)))) return true
  Object.assign(box.style, hidden, { display: '' })
  return false
}

const canScroll = (): boolean => (document.scrollingElement?.scrollHeight ?? 0) > innerHeight

type Edges = { top: number; bottom: number; left: number }

const edgesOf = (element: Element): Edges => {
  const { top, bottom, left } = element.getBoundingClientRect()
  return { top, bottom, left }
}

const isStill = (before: Edges, after: Edges): boolean =>
  (Math.abs(before.top - after.top) < 1 && Math.abs(before.left - after.left) < 1) ||
  !(isInView(before) || isInView(after))

const isInView = ({ top, bottom }: Edges): boolean => top < innerHeight && bottom > 0

/** More of them tell nothing new. */
const most = 50

/** What stands beside it, and beside each of what it stands in. */
function neighboursOf(box: Element): Element[] {
  const found: Element[] = []
  for (let each: Element | null = box; each && each !== document.body; each = each.parentElement)
    for (const other of [...(each.parentElement?.children ?? [])].slice(0, most)) if (other !== each) found.push(other)
  return found
}
