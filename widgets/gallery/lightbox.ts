// A picture at full size, with what the author and the shop say of it: one after the other by buttons, arrow keys and swipes.
// Fetched when the first picture is opened. It is handed what it shares with the gallery: a bundle that a page names must not be
// fetched a second time by a chunk.
import type { fill as Fill } from '../language.ts'
import type { make as Make } from '../make.ts'
import type { Picture } from '../wire.ts'
import looks from './lightbox.css?inline'
import type { arrow as Arrow, byOf as ByOf, nameOf as NameOf, Spoken } from './parts.ts'

export { looks }

export type Kit = {
  make: typeof Make
  fill: typeof Fill
  arrow: typeof Arrow
  nameOf: typeof NameOf
  byOf: typeof ByOf
}

type Opened = {
  section: HTMLElement
  opener: HTMLElement
  /** Grows while more is loaded. */
  items: readonly Picture[]
  index: number
  count(): number
  spoken: Spoken
  title: string
  /** Whether there was more. */
  load(): Promise<boolean>
}

/** Shorter is a tap of an unsteady finger. */
const swipePx = 40

export function openLightbox(
  { make, fill, arrow, nameOf, byOf }: Kit,
  { section, opener: opened, items, index, count, spoken: { texts, locale }, title, load }: Opened,
): void {
  let opener: HTMLElement | undefined = opened
  const isMirrored = section.dir === 'rtl'
  const number = (n: number) => n.toLocaleString(locale)
  const picture = make('img', { draggable: 'false' })
  const status = make('p', { class: 'count', role: 'status' })
  const said = make('div', { class: 'said' })
  const stage = make(
    'div',
    { class: 'stage' },
    picture,
    arrow('back', texts.previous, () => void go(-1)),
    arrow('on', texts.next, () => void go(1)),
  )
  const dialog = make(
    'dialog',
    { 'aria-label': title },
    arrow('close', texts.close, () => dialog.close()),
    stage,
    make('div', { class: 'below' }, status, said),
  )

  const show = () => {
    const item = items[index]
    if (!item) return
    const { url, width, height, caption, authorName, incentive, products, more } = item
    // The former picture must not stand above what is said of the next one while that is on its way.
    picture.removeAttribute('src')
    picture.src = url
    picture.alt = nameOf(item, texts)
    picture.width = width ?? 640
    picture.height = height ?? 640
    status.textContent = fill(texts.photo, { n: number(index + 1), count: number(count()) })
    said.replaceChildren(
      ...[
        caption && make('p', { class: 'caption', dir: 'auto' }, caption),
        authorName !== null && make('p', { class: 'by' }, byOf(authorName, texts)),
        incentive && make('p', { class: 'reward' }, texts.rewarded),
        more &&
          make(
            'button',
            {
              type: 'button',
              class: 'button',
              onclick() {
                // What takes the focus keeps it.
                opener = undefined
                dialog.close()
                more.open()
              },
            },
            more.text,
          ),
        products.length > 0 &&
          make(
            'div',
            { class: 'products' },
            make('p', { id: 'products' }, texts.products),
            make(
              'ul',
              { role: 'list', 'aria-labelledby': 'products' },
              ...products.map((product) => productOf(make, product)),
            ),
          ),
      ].filter((child) => child instanceof HTMLElement),
    )
    for (const button of stage.querySelectorAll('button')) button.hidden = count() < 2
  }
  const go = async (by: number) => {
    if (index + by >= items.length) await load()
    index = (index + by + items.length) % items.length
    show()
    const next = items[index + by]
    if (next) new Image().src = next.url
  }

  let from: { x: number; y: number } | undefined
  stage.addEventListener('pointerdown', ({ clientX, clientY, isPrimary }) => {
    // A second finger enlarges.
    from = isPrimary ? { x: clientX, y: clientY } : undefined
  })
  stage.addEventListener('pointerup', ({ clientX, clientY }) => {
    if (!from) return
    const [x, y] = [clientX - from.x, clientY - from.y]
    from = undefined
    if (Math.abs(x) > swipePx && Math.abs(x) > Math.abs(y)) void go(x < 0 === !isMirrored ? 1 : -1)
  })
  dialog.addEventListener('keydown', (event) => {
    const { key } = event
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    event.preventDefault()
    void go((key === 'ArrowRight') === !isMirrored ? 1 : -1)
  })
  dialog.addEventListener('click', ({ target, clientX, clientY }) => {
    // The backdrop is the dialog itself, outside of its own box.
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    const isOutside = clientX < left || clientX > right || clientY < top || clientY > bottom
    if (target === dialog && isOutside) dialog.close()
  })
  dialog.addEventListener('close', () => {
    dialog.remove()
    opener?.focus()
  })
  show()
  section.append(dialog)
  // The browser keeps the focus inside, hides the rest from screen readers, and closes with Escape.
  dialog.showModal()
}

type Product = Picture['products'][number]

function productOf(make: Kit['make'], { title, platformProductId, url }: Product): HTMLLIElement {
  const name = title ?? platformProductId
  const isLink = url !== null && /^https?:/i.test(url)
  return make(
    'li',
    { dir: 'auto' },
    isLink ? make('a', { href: url, part: 'product' }, name) : make('span', { part: 'product' }, name),
  )
}
