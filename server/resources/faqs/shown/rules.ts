// FAQs as shoppers and search engines read them. Pure.
import { type OwnPictures, renderMarkdown } from '#platform/files/markdown.ts'
import type { ShownFaq } from './schema.ts'

/** In the language of the reader. */
export type ShownRow = { id: string; position: number; question: string; answer: string; group: string | null }

export const toShown = ({ id, question, answer, group }: ShownRow, own: OwnPictures): ShownFaq => ({
  id,
  question,
  answerHtml: renderMarkdown(answer, own),
  group,
})

/** Nothing at all where there is nothing: engines take an empty page of questions for a fault. */
export function jsonLdOf(faqs: readonly ShownFaq[]): object {
  if (faqs.length === 0) return {}
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answerHtml }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answerHtml },
    })),
  }
}
