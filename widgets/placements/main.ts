// Inserts a shop's widgets by its placements. It sends one request per page and loads only the scripts of the widgets on
// it.
import { explain, read } from '../api.ts'
import { readLocale } from '../language.ts'
import type { Placement, Placements } from '../wire.ts'
import { createFrames, type Page } from './frames.ts'

const { origin } = new URL(import.meta.url)
const tag = document.querySelector<HTMLScriptElement>('script[data-store][src*="/widgets/v1/placements.js"]')
const frames = createFrames()
let asking = new AbortController()
let placed: readonly Placement[] = []
let about: string | undefined

/** Runs again on pages that change without a page load. Existing widgets stay. */
export async function refresh(): Promise<void> {
  if (!tag) return
  asking.abort()
  asking = new AbortController()
  const { signal } = asking
  const { store = '', pageType, product, category, customerToken, signIn } = tag.dataset
  const wanted = `${[pageType, product, category]}`
  const page: Page = { store, product, 'customer-token': customerToken, 'sign-in': signIn }
  const show = () => frames.show(placed, page, readLocale(tag))
  // Existing widgets get the new product immediately, before the placements of the new page arrive.
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
        locale: readLocale(tag) ?? null,
        preview,
      },
      signal,
    )
    if (preview && !data.some((each) => each.preview))
      explain(new Error('No draft to preview here. Its link is valid for a day, and its rule must match the page.'))
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
  // Single-page shops change the attributes of the script tag for another product.
  new MutationObserver(() => void refresh()).observe(tag, {
    attributeFilter: ['data-page-type', 'data-product', 'data-category'],
  })
  void refresh()
}
