// Shows pictures at full size with the author's and the shop's texts. Buttons, arrow keys and swipes show the next one. The
// code is loaded on first use. Shared code is passed in, because a chunk that imports it would load a page's bundle twice.
import { closeFromOutside } from '../base/dialog.ts'
import type { fill as Fill } from '../language.ts'
import type { make as Make } from '../make.ts'
import type { Picture } from '../wire.ts'
import looks from './lightbox.css?inline'
import type { arrow as Arrow, formatByline as ByOf, nameOf as NameOf, Wording } from './parts.ts'

export { looks }

export type Kit = {
  make: typeof Make
  fill: typeof Fill
  arrow: typeof Arrow
  nameOf: typeof NameOf
  formatByline: typeof ByOf
}

type LightboxOptions = {
  section: HTMLElement
  opener: HTMLElement
  items: readonly Picture[]
  index: number
  count(): number
  spoken: Wording
  title: string
  load(): Promise<boolean>
}

/** A shorter movement counts as an unsteady tap. */
const swipePx = 40

export function openLightbox(
  { make, fill, arrow, nameOf, formatByline }: Kit,
  { section, opener: opened, items, index, count, spoken: { texts, locale }, title, load }: LightboxOptions,
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
    // The old picture is removed first, because it would be shown with the new caption during loading.
    picture.removeAttribute('src')
    picture.src = url
    picture.alt = nameOf(item, texts)
    picture.width = width ?? 640
    picture.height = height ?? 640
    status.textContent = fill(texts.photo, { n: number(index + 1), count: number(count()) })
    said.replaceChildren(
      ...[
        caption && make('p', { class: 'caption', dir: 'auto' }, caption),
        authorName !== null && make('p', { class: 'by' }, formatByline(authorName, texts)),
        incentive && make('p', { class: 'reward' }, texts.rewarded),
        more &&
          make(
            'button',
            {
              type: 'button',
              class: 'button',
              onclick() {
                // The dialog that opens next takes the focus, so the focus does not return to the opener.
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
              ...products.map((product) => renderProduct(make, product)),
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
    // A second finger is a zoom gesture.
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
  dialog.addEventListener('click', closeFromOutside)
  dialog.addEventListener('close', () => {
    dialog.remove()
    opener?.focus()
  })
  show()
  section.append(dialog)
  // The browser traps the focus, hides the rest from screen readers, and closes on Escape.
  dialog.showModal()
}

type Product = Picture['products'][number]

function renderProduct(make: Kit['make'], { title, platformProductId, url }: Product): HTMLLIElement {
  const name = title ?? platformProductId
  const isLink = url !== null && /^https?:/i.test(url)
  return make(
    'li',
    { dir: 'auto' },
    isLink ? make('a', { href: url, part: 'product' }, name) : make('span', { part: 'product' }, name),
  )
}
