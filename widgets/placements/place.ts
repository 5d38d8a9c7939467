// Decides where and when a frame is inserted, so that no visible content moves.
import type { Placement } from '../wire.ts'

type Put = (box: HTMLElement) => void

/** Returns undefined if the page lacks the element. Throws for an invalid selector. */
export function findPlace(selector: string, insert: Placement['insert']): Put | undefined {
  const target = document.querySelector(selector)
  if (!target) return undefined
  // Several frames at one position appear in the order in which they are inserted.
  if (insert === 'after') return (box) => findLast(target).after(box)
  if (insert === 'append') return (box) => target.append(box)
  if (insert === 'before') return (box) => target.before(box)
  return (box) => {
    const first = target.firstElementChild
    if (first && isFrame(first)) findLast(first).after(box)
    else target.prepend(box)
  }
}

const isFrame = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.dataset.evidentPlacement !== undefined

function findLast(target: Element): Element {
  let last = target
  while (isFrame(last.nextElementSibling)) last = last.nextElementSibling
  return last
}

const hidden = { position: 'absolute', visibility: 'hidden', blockSize: '0', overflow: 'hidden' }

// The browser reports the first paint late, so the page counts as painted once an animation frame has run.
let isDue: unknown
requestAnimationFrame((at) => {
  isDue = at
})

/** Shows the box if that moves no visible content. Otherwise the box stays hidden and the caller retries. */
export function reveal(box: HTMLElement, element: HTMLElement): boolean {
  Object.assign(box.style, hidden)
  // An element without height would move the page when it renders later.
  if (element.offsetHeight === 0) return false
  // Showing is allowed before the first paint. It is also allowed on pages that cannot scroll, because the box would
  // otherwise never appear there.
  const isFree = !((isDue || performance.getEntriesByName('first-contentful-paint')[0]) && canScroll())
  const around = isFree ? [] : listNeighbours(box)
  const before = around.map(readEdges)
  box.removeAttribute('style')
  box.style.display = 'contents'
  if (around.every((each, i) => isStill(before[i] as Edges, readEdges(each)))) return true
  Object.assign(box.style, hidden, { display: '' })
  return false
}

const canScroll = (): boolean => (document.scrollingElement?.scrollHeight ?? 0) > innerHeight

type Edges = { top: number; bottom: number; left: number }

const readEdges = (element: Element): Edges => {
  const { top, bottom, left } = element.getBoundingClientRect()
  return { top, bottom, left }
}

const isStill = (before: Edges, after: Edges): boolean =>
  (Math.abs(before.top - after.top) < 1 && Math.abs(before.left - after.left) < 1) ||
  !(isInView(before) || isInView(after))

const isInView = ({ top, bottom }: Edges): boolean => top < innerHeight && bottom > 0

/** Maximum number of siblings that are compared on each level. More would add no information. */
const most = 50

function listNeighbours(box: Element): Element[] {
  const found: Element[] = []
  for (let each: Element | null = box; each && each !== document.body; each = each.parentElement)
    for (const other of [...(each.parentElement?.children ?? [])].slice(0, most)) if (other !== each) found.push(other)
  return found
}
