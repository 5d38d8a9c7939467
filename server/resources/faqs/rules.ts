import { type OwnPictures, renderMarkdown } from '#platform/files/markdown.ts'
import { parseTag, readTranslations, someText, textIn, translationsText } from '#platform/values/translations.ts'
import type { Faq, FaqChanges, NewFaq, Status, Translation } from './schema.ts'

export type Content = {
  question: string
  answer: string
  group: string | null
  locale: string | null
  translations: Record<string, Translation>
}

export type FaqRow = Content & {
  id: string
  status: Status
  position: number
  isGeneral: boolean
  productIds: string[]
  categoryIds: string[]
  publishedAt: string | null
  createdAt: string
  updatedAt: string
}

export const toFaq = ({ isGeneral, ...row }: FaqRow, own: OwnPictures): Faq => ({
  ...row,
  answerHtml: renderMarkdown(row.answer, own),
  appliesTo: isGeneral ? 'everything' : 'selected',
})

export const toContent = (faq: NewFaq): Content => ({
  question: faq.question,
  answer: faq.answer,
  group: someText(faq.group),
  locale: parseLocale(faq.locale),
  translations: readTranslations(faq.translations),
})

/** Fields without a value do not change. `translations` are replaced completely. */
export const changedContent = (row: Content, changes: FaqChanges): Content => ({
  question: changes.question ?? row.question,
  answer: changes.answer ?? row.answer,
  group: changes.group === undefined ? row.group : someText(changes.group),
  locale: changes.locale === undefined ? row.locale : parseLocale(changes.locale),
  translations: changes.translations === undefined ? row.translations : readTranslations(changes.translations),
})

const texts = ['question', 'answer', 'group', 'locale'] as const

export const isSame = (one: Content, other: Content): boolean =>
  texts.every((field) => one[field] === other[field]) &&
  translationsText(one.translations) === translationsText(other.translations)

const parseLocale = (tag: string | null | undefined): string | null => (tag == null ? null : parseTag(tag, '/locale'))

export const textFor = (content: Content, reader: string | null, name: 'question' | 'answer'): string =>
  textIn(reader ?? undefined, content[name], content.locale, (language) => content.translations[language]?.[name]) ??
  content[name]

export function compareOrder(wanted: readonly string[], existing: readonly string[]) {
  const known = new Set(existing)
  const named = new Set(wanted)
  return {
    unknown: wanted.find((id) => !known.has(id)),
    isRepeating: named.size < wanted.length,
    missing: existing.filter((id) => !named.has(id)).length,
  }
}
