import { type OwnPictures, renderMarkdown } from '#platform/files/markdown.ts'
import type { ShownFaq } from './schema.ts'

export type ShownRow = { id: string; position: number; question: string; answer: string; group: string | null }

export const toShown = ({ id, question, answer, group }: ShownRow, own: OwnPictures): ShownFaq => ({
  id,
  question,
  answerHtml: renderMarkdown(answer, own),
  group,
})

/** Empty without FAQs: search engines report an empty FAQPage as a fault. */
export function buildFaqPage(faqs: readonly ShownFaq[]): object {
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
