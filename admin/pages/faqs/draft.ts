import type { Faq, FaqBody } from '../../api/content/faqs.ts'

export type Draft = Pick<Faq, 'question' | 'answer' | 'productIds' | 'categoryIds' | 'locale' | 'translations'> & {
  group: string
}

export const toDraft = (faq: Faq | undefined): Draft => ({
  question: faq?.question ?? '',
  answer: faq?.answer ?? '',
  group: faq?.group ?? '',
  productIds: faq?.productIds ?? [],
  categoryIds: faq?.categoryIds ?? [],
  locale: faq?.locale ?? null,
  translations: faq?.translations ?? {},
})

export const toBody = (draft: Draft): FaqBody => ({ ...draft, group: draft.group || null })
