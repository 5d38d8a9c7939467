import type { StreamTx } from '#platform/db/db.ts'
import type { Span } from '../rules.ts'
import { limits } from './schema.ts'
import { loadStopWords } from './stop-words.ts'
import { createTopics, type FoundTopic, findSentence } from './topic-rules.ts'
import type { Topic } from './topic-schema.ts'
import { listQuoted, type QuotedText, streamTopicTexts } from './topic-store.ts'

/** Reads the newest texts in batches, so other requests run in between. The sentences come from the same snapshot. */
export async function findTopics(
  tx: StreamTx,
  span: Span,
  minReviews: number,
): Promise<{ reviews: number; topics: Topic[] }> {
  const stopWords = await loadStopWords()
  const topics = createTopics(stopWords)
  for await (const texts of streamTopicTexts(tx, span, limits.texts)) for (const text of texts) topics.add(text)
  const found = topics.list(minReviews)
  const ids = [...new Set(found.flatMap(({ reviewIds }) => reviewIds))]
  const texts = new Map((ids.length > 0 ? await listQuoted(tx, ids) : []).map((text) => [text.id, text]))
  const toQuotes = ({ key, reviewIds }: FoundTopic): Topic['quotes'] =>
    reviewIds
      .flatMap((id) => toQuote(texts.get(id)))
      .sort((a, b) => (a.submittedAt < b.submittedAt ? 1 : -1))
      .flatMap(({ text, ...quote }) => {
        const sentence = findSentence(text, key, stopWords)
        return sentence === undefined ? [] : [{ ...quote, sentence }]
      })
  return {
    reviews: topics.reviews(),
    topics: found.map((topic) => {
      const { key: _, reviewIds: __, ...counts } = topic
      return { ...counts, quotes: toQuotes(topic) }
    }),
  }
}

const toQuote = (text: QuotedText | undefined) =>
  text ? [{ reviewId: text.id, rating: text.rating, submittedAt: text.submittedAt, text }] : []
