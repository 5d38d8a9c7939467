import { explain } from '../api.ts'
import { button, loading, message, type Theme, themed } from '../base/parts.ts'
import { directionOf, fill } from '../language.ts'
import { make } from '../make.ts'
import { parseElements } from '../rendered-text.ts'
import type { Gallery, Picture } from '../wire.ts'
import { masonry } from './masonry.ts'
import { arrow, formatByline, nameOf, type Wording } from './parts.ts'

export type View = {
  element: HTMLElement
  /** Arranges the tiles. Call it after the element is attached, because a detached element has no width. */
  arrange(): void
}

type Services = {
  page(cursor: string): Promise<Gallery>
  wear(looks: string): void
}

export function renderView(gallery: Gallery, spoken: Wording, theme: Theme, { page, wear }: Services): View {
  const { layout, columns, title, descriptionHtml } = gallery
  const { texts } = spoken
  const items = [...gallery.items]
  let { nextCursor } = gallery.pagination
  const list = make('ul', { class: `items ${layout}`, role: 'list' })
  list.style.setProperty('--columns', String(columns))
  const columnsOfList = layout === 'masonry' ? masonry(list) : undefined
  const status = make('p', { role: 'status', class: 'unseen' })

  const open = async (opener: HTMLElement, index: number) => {
    const { openLightbox, looks } = await import('./lightbox.ts')
    if (!section.isConnected) return
    wear(looks)
    openLightbox(
      { make, fill, arrow, nameOf, formatByline },
      { section, opener, items, index, count, spoken, title: title ?? texts.gallery, load },
    )
  }

  const add = (some: readonly Picture[]) => {
    const tiles = some.map((item) => {
      const tile = renderTile(item, spoken, columns)
      const opener = tile.querySelector('button')
      opener?.addEventListener('click', () => {
        void open(opener, items.indexOf(item)).catch(explain)
      })
      return tile
    })
    if (columnsOfList) columnsOfList.add(tiles, some)
    else list.append(...tiles)
  }

  let loading: Promise<boolean> | undefined
  /** Resolves to true if more photos were loaded. Concurrent calls share one request. */
  const load = () => {
    loading ??= loadMore().finally(() => {
      loading = undefined
    })
    return loading
  }
  const loadMore = async (): Promise<boolean> => {
    if (nextCursor === null) return false
    const next = await page(nextCursor).catch(() => undefined)
    if (!next) {
      status.className = ''
      status.textContent = texts.failed
      return false
    }
    status.textContent = ''
    nextCursor = next.pagination.nextCursor
    items.push(...next.items)
    add(next.items)
    more.hidden = nextCursor === null
    return true
  }
  const count = () => Math.max(items.length, nextCursor === null ? 0 : (gallery.pagination.total ?? 0))
  const more = button(texts.more, async () => {
    const first = items.length
    more.disabled = true
    const isMore = await load()
    more.disabled = false
    if (isMore && more.hidden) list.querySelectorAll<HTMLElement>('li > button')[first]?.focus()
  })
  more.hidden = nextCursor === null

  const strip = make('div', { class: 'strip' }, list)
  if (layout === 'carousel') {
    const turn = (by: number) => {
      const sign = getComputedStyle(list).direction === 'rtl' ? -1 : 1
      list.scrollBy({ left: sign * by * list.clientWidth * 0.9 })
    }
    strip.append(
      arrow('back', texts.previous, () => turn(-1)),
      arrow('on', texts.next, () => turn(1)),
    )
  }
  strip.hidden = items.length === 0
  const section = renderSection(
    spoken,
    theme,
    title && make('h2', { dir: 'auto' }, title),
    descriptionHtml && make('div', { class: 'description', dir: 'auto' }, parseElements(descriptionHtml)),
    strip,
    status,
    more,
  )
  section.setAttribute('aria-label', title ?? texts.gallery)
  add(items)
  return { element: section, arrange: () => columnsOfList?.arrange() }
}

export function renderSection(
  { texts, language }: Wording,
  theme: Theme,
  ...children: (HTMLElement | string | false | null)[]
): HTMLElement {
  const section = make(
    'section',
    { lang: language, dir: directionOf(language), 'aria-label': texts.gallery },
    ...children,
  )
  return themed(section, theme)
}

export const loadingView = (spoken: Wording): HTMLElement =>
  renderSection(
    spoken,
    undefined,
    loading(spoken.texts.loading),
    make('div', { class: 'bones' }, ...[1, 2, 3, 4, 5, 6].map(() => make('div', { class: 'bone' }))),
  )

export const failedView = (spoken: Wording, theme: Theme, retry: () => void): HTMLElement =>
  renderSection(spoken, theme, message(spoken.texts.failed, button(spoken.texts.retry, retry)))

function renderTile(item: Picture, { texts }: Wording, columns: number): HTMLLIElement {
  const { url, cardUrl, width, height, incentive } = item
  // With one or two tiles in a row, each is wider than the small picture.
  const larger = cardUrl && width && height && columns < 3
  const picture = make('img', {
    src: cardUrl ?? url,
    srcset: larger && `${cardUrl} ${Math.round(Math.min(1, 640 / Math.max(width, height)) * width)}w, ${url} ${width}w`,
    sizes: larger && `${100 / columns}vw`,
    width: width ?? 640,
    height: height ?? 640,
    alt: nameOf(item, texts),
    loading: 'lazy',
    decoding: 'async',
    draggable: 'false',
  })
  return make(
    'li',
    {},
    make('button', { type: 'button', class: 'tile', part: 'photo', 'aria-haspopup': 'dialog' }, picture),
    // This element has no `part` and no CSS property, because pages must not hide that a review was rewarded.
    incentive && make('p', { class: 'reward' }, texts.rewarded),
  )
}
