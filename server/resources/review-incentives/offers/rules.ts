import { textIn } from '#platform/values/translations.ts'
import type { Content } from '../rules.ts'
import type { ShownIncentive } from '../schema.ts'

export type OfferPromise = { incentiveId: string; version: number; points: number | null }
export type OfferTexts = Pick<Content, 'text' | 'terms' | 'locale' | 'translations'>
export type Offer = OfferPromise & OfferTexts & Pick<Content, 'kind'>

/** The offer in the reader's language. It is the same promise in every language. */
export const toShown = (offer: Offer, reader: string | undefined): ShownIncentive => ({
  kind: offer.kind,
  ...wordOffer(offer, reader),
})

/** The texts for a mail, which has empty texts instead of null. */
export function toOfferWords(offer: OfferTexts | undefined, reader: string | undefined) {
  const { text = '', terms = '' } = offer ? wordOffer(offer, reader) : {}
  return { text, terms: terms ?? '' }
}

function wordOffer({ text, terms, locale, translations }: OfferTexts, reader: string | undefined) {
  const inLanguage = (name: 'text' | 'terms', own: string | null) =>
    textIn(reader, own, locale, (language) => translations[language]?.[name])
  return { text: inLanguage('text', text) ?? text, terms: inLanguage('terms', terms) }
}
