// What a FAQ says in which language, and where. Pure.
import { invalidField } from '#platform/errors.ts'
import { type OwnPictures, renderMarkdown } from '#platform/markdown.ts'
import type { Faq, FaqChanges, NewFaq, Status, Translation } from './schema.ts'

/** A FAQ in its normal form. */
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

export const contentOf = (faq: NewFaq): Content => ({
  question: faq.question,
  answer: faq.answer,
  group: groupOf(faq.group),
  locale: localeOf(faq.locale),
  translations: translationsOf(faq.translations),
})

/** What is not named stays; `translations` are replaced as a whole. */
export const changedContent = (row: Content, changes: FaqChanges): Content => ({
  question: changes.question ?? row.question,
  answer: changes.answer ?? row.answer,
  group: changes.group === undefined ? row.group : groupOf(changes.group),
  locale: changes.locale === undefined ? row.locale : localeOf(changes.locale),
  translations: changes.translations === undefined ? row.translations : translationsOf(changes.translations),
})

export const isSame = (one: Content, other: Content): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

/** The database keeps the fields of an object in an order of its own. */
const inOrder = ({ translations, ...texts }: Content) => [
  texts.question,
  texts.answer,
  texts.group,
  texts.locale,
  Object.entries(translations)
    .map(([tag, { question, answer, group }]) => [tag, question, answer, group])
    .sort(([one], [other]) => String(one).localeCompare(String(other))),
]

const groupOf = (group: string | null | undefined): string | null => {
  const text = group?.trim() ?? ''
  return text === '' ? null : text
}

const localeOf = (tag: string | null | undefined): string | null => (tag == null ? null : tagOf(tag, '/locale'))

function translationsOf(said: Record<string, Translation> = {}): Record<string, Translation> {
  const read = Object.entries(said).map(([name, { question, answer, group }]): [string, Translation] => [
    tagOf(name, `/translations/${name}`),
    {
      ...(question !== undefined && { question }),
      ...(answer !== undefined && { answer }),
      ...(group !== undefined && { group: groupOf(group) }),
    },
  ])
  const twice = read.find(([tag], i) => read.findIndex(([other]) => other === tag) !== i)
  if (twice) throw invalidField(`/translations/${twice[0]}`, 'is given twice')
  return Object.fromEntries(read.filter(([, texts]) => Object.keys(texts).length > 0))
}

function tagOf(text: string, path: string): string {
  const tag = canonicalTag(text)
  if (tag === undefined) throw invalidField(path, 'must be a language tag such as en or pt-BR')
  return tag
}

/** `pt_br` is `pt-BR`; undefined for what is no tag. */
export function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

/** A reader's language, and the one it is a variety of. Of no known language, what fits none. */
export function readerOf(locale: string | undefined): { tag: string; language: string } {
  const tag = (locale && canonicalTag(locale)) || ''
  return { tag, language: tag.split('-')[0] ?? '' }
}

/** The translation into the reader's language, or into the one it is a variety of, or the text itself. */
export function textFor(content: Content, locale: string | null, name: 'question' | 'answer'): string {
  const { tag, language } = readerOf(locale ?? undefined)
  const own = content[name]
  if (tag === '' || content.locale === tag) return own
  const { translations } = content
  return translations[tag]?.[name] ?? (content.locale === language ? own : (translations[language]?.[name] ?? own))
}

/** What is wrong with a new order, if anything. */
export function compareOrder(wanted: readonly string[], existing: readonly string[]) {
  const known = new Set(existing)
  const named = new Set(wanted)
  return {
    unknown: wanted.find((id) => !known.has(id)),
    isRepeating: named.size < wanted.length,
    missing: existing.filter((id) => !named.has(id)).length,
  }
}
