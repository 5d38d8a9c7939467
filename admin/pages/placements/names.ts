import type { Placement, Widget } from '../../api/content/placements.ts'

export const widgetNames: Record<Widget, string> = {
  reviews: 'Reviews',
  stars: 'Stars',
  review_form: 'Review form',
  gallery: 'Gallery',
  faq: 'Questions and answers',
  loyalty: 'Points',
  carousel: 'Carousel',
  badge: 'Badge',
  tab: 'Tab',
  photos: 'Customer photos',
}

export const insertNames: Record<Placement['insert'], string> = {
  before: 'Above the element',
  after: 'Below the element',
  prepend: 'At the start of the element',
  append: 'At the end of the element',
}

/** The selector `main` names the main area of a page. */
const insertNamesOfMain: Record<Placement['insert'], string> = {
  before: 'Above the main area',
  after: 'Below the main area',
  prepend: 'At the start of the main area',
  append: 'At the end of the main area',
}

/** `#product .price-list` → "price list". Empty for a selector that names no id, class or element. */
export function nameElement(selector: string): string {
  const last =
    selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? ''
  const name = /[#.]([\w-]+)/.exec(last)?.[1] ?? /^[a-z][\w-]*/i.exec(last)?.[0] ?? ''
  return name.replaceAll(/[_-]+/g, ' ').trim()
}

export function formatPlace({ selector, insert }: Pick<Placement, 'selector' | 'insert'>): string {
  if (selector === 'main') return insertNamesOfMain[insert]
  const name = nameElement(selector)
  if (name === '') return insertNames[insert]
  return {
    before: `Above “${name}”`,
    after: `Below “${name}”`,
    prepend: `At the start of “${name}”`,
    append: `At the end of “${name}”`,
  }[insert]
}

export function formatRule({ appliesTo, rule }: Pick<Placement, 'appliesTo' | 'rule'>): string {
  const counted = (n: number, one: string, many: string) => (n === 0 ? [] : [n === 1 ? `one ${one}` : `${n} ${many}`])
  const places = [
    ...counted(rule.productIds.length, 'product', 'products'),
    ...counted(rule.categoryIds.length, 'category', 'categories'),
  ]
  const on = appliesTo === 'everything' ? '' : `only ${places.join(' and ') || 'deleted products and categories'}`
  const but = counted(rule.excludeProductIds.length, 'product', 'products').map((each) => `not ${each}`)
  return [on, ...but].filter(Boolean).join(', ')
}
