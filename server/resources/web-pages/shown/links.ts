import type { Texts } from '#locales/texts.ts'
import type { Labels } from '#resources/storefront/documents/rules.ts'
import { type Choice, isChosen, type PageContext, type ReviewList, type View, writeQuery } from './rules.ts'

export type Place = { view: View; own: PageContext; labels: Labels; timezone: string; texts: Texts<'web-pages'> }

/** Links to the block with another choice or page. The parameter `page` names the block, unless it is the first. */
export function linkWith({ nth }: ReviewList, id: string, { view }: Place, choice: Choice, page = 1): string {
  const isNamed = nth > 1 && (page > 1 || isChosen(choice))
  const named = isNamed ? `${page}.${nth}` : page > 1 ? String(page) : undefined
  return `?${writeQuery({ ...choice, locale: view.translation, page: named })}#${id}`
}
