import type { StreamTx } from '#platform/db/db.ts'
import type { Span } from '../rules.ts'
import { createThemes } from './rules.ts'
import { limits, type Theme } from './schema.ts'
import { loadStopWords } from './stop-words.ts'
import { streamTexts } from './store.ts'

/** Reads the newest texts in batches, so other requests run in between. */
export async function countThemes(
  tx: StreamTx,
  span: Span,
  words: 1 | 2,
  minReviews: number,
): Promise<{ reviews: number; themes: Theme[] }> {
  const themes = createThemes(words, await loadStopWords())
  for await (const texts of streamTexts(tx, span, limits.texts)) for (const text of texts) themes.add(text)
  return { reviews: themes.reviews(), themes: themes.list(minReviews) }
}
