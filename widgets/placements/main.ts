// Puts the widgets of a shop where its placements say. One question for a page, and no script but those of the widgets on it.
import { explain, read } from '../api.ts'
import { localeOf } from '../language.ts'
import type { Placement, Placements } from '../wire.ts'
import { createFrames, type Page } from './frames.ts'

const { origin } = new URL(import.meta.url)
/** The page's own tag says whose shop it is, and what of it is shown. */
const tag = document.querySelector<HTMLScriptElement>('script[data-store][src*="/widgets/v1/placements.js"]')
const frames = createFrames()
let asking = new AbortController()
let placed: readonly Placement[] = []
/** The page that they were asked for. */
let about: string | undefined

/** Once more, for pages that change without being loaded: what stands there already stays. */
export async function refresh(): Promise<void> {
  if (!tag) return
  asking.abort()
  asking = new AbortController()
  const { signal } = asking
  const { store = '', pageType, product, category, customerToken, signIn } = tag.dataset
  const wanted = `${[pageType, product, category]}`
  const page: Page = { store, product, 'customer-token': customerToken, 'sign-in': signIn }
  const show = () => frames.show(placed, page, localeOf(tag))
  // Widgets leave the former product at once.
  show()
  const preview = new URLSearchParams(location.search).get('evident_preview')
  try {
    const { data } = await read<Placements>(
      { origin, store },
      'placements',
      {
        pageType: pageType ?? null,
        platformProductId: product ?? null,
        categoryId: category ?? null,
        locale: localeOf(tag) ?? null,
        preview,
      },
      signal,
    )
    if (preview && !data.some((each) => each.preview))
      explain(
        new Error('There is no draft to preview here: its link holds for a day, and its rule has to fit the page.'),
      )
    placed = data
    about = wanted
  } catch (error) {
    if (signal.aborted) return
    explain(error)
    if (about !== wanted) placed = []
  }
  show()
}

if (tag) {
  // Shops that load no new page for another product say so on the tag.
  new MutationObserver(() => void refresh()).observe(tag, {
    attributeFilter: ['data-page-type', 'data-product', 'data-category'],
  })
  void refresh()
}
