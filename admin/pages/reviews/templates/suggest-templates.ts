import type { ReplyTemplate } from '../../../api/reviews/reply-templates.ts'
import type { Review } from '../../../api/reviews/reviews.ts'

const most = 3

type SuitedTemplate = Pick<ReplyTemplate, 'title' | 'ratings' | 'topics'>

/**
 * Templates that name this review's stars or a topic in its text, the most specific first. Templates for every review are
 * in the menu, and are not suggested.
 */
export function suggestTemplates<T extends SuitedTemplate>(
  templates: readonly T[],
  { rating, title, body }: Pick<Review, 'rating' | 'title' | 'body'>,
): T[] {
  const text = fold(`${title ?? ''}\n${body ?? ''}`)
  const scored = templates.map((template) => ({ template, score: scoreOf(template, rating, text) }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.template.title.localeCompare(b.template.title))
    .slice(0, most)
    .map(({ template }) => template)
}

function scoreOf({ ratings, topics }: SuitedTemplate, rating: number, text: string): number {
  if (ratings.length > 0 && !ratings.includes(rating)) return 0
  if (topics.length > 0 && !topics.some((topic) => contains(text, fold(topic)))) return 0
  return (topics.length > 0 ? 2 : 0) + (ratings.length > 0 ? 1 : 0)
}

const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** Scripts such as Chinese and Japanese write no spaces, so a topic can begin anywhere. */
const firstWithoutSpaces = 0x2e80
const wordCharacter = /[\p{L}\p{N}]/u

/** A topic matches the beginning of words: "ship" finds "shipping", and "late" does not find "plate". */
function contains(text: string, topic: string): boolean {
  if ((topic.codePointAt(0) ?? 0) >= firstWithoutSpaces) return text.includes(topic)
  for (let at = text.indexOf(topic); at >= 0; at = text.indexOf(topic, at + 1)) {
    if (at === 0 || !wordCharacter.test(text[at - 1] ?? '')) return true
  }
  return false
}
