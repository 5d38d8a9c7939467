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
  before: 'Before the element',
  after: 'After the element',
  prepend: 'At the start of the element',
  append: 'At the end of the element',
}

/** The selector `main` names the main area of a page, so the list shows no code for it. */
export const insertNamesOfMain: Record<Placement['insert'], string> = {
  before: 'Before the main area',
  after: 'After the main area',
  prepend: 'At the start of the main area',
  append: 'At the end of the main area',
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
