import type { Answer } from './evident.ts'

export const clampTake = (take: number | undefined): number =>
  Math.min(Math.max(Math.trunc(Number(take ?? 10)) || 10, 1), 50)

type Item = Record<string, unknown>
export type ReviewList = { items: Item[]; nextCursor: string | null; isLoaded: boolean }

/** An unexpected body counts as no answer, so it cannot break a product's page. */
export function readReviews(answer: Answer | undefined): ReviewList {
  const body = answer?.status === 200 ? (answer.body as { data?: unknown; pagination?: unknown } | null) : undefined
  if (!Array.isArray(body?.data) || !body.data.every(isReview)) return { items: [], nextCursor: null, isLoaded: false }
  const items = body.data.map((each) => ({
    ...{ verified: false, photos: [], helpfulCount: 0 },
    ...each,
    submittedAt: new Date(each.submittedAt),
    reply: each.reply && { ...each.reply, repliedAt: each.reply.repliedAt && new Date(each.reply.repliedAt) },
  }))
  const { nextCursor } = (body.pagination ?? {}) as { nextCursor?: unknown }
  return { items, nextCursor: typeof nextCursor === 'string' ? nextCursor : null, isLoaded: true }
}

const isReview = (each: unknown): boolean => {
  const { id, rating, submittedAt } = (each ?? {}) as Item
  return typeof id === 'string' && Number.isInteger(rating) && !Number.isNaN(Date.parse(String(submittedAt)))
}
