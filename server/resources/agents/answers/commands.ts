// Builds the responses for agents, both for REST and for tools. Each function reads one store in the given transaction.
import { htmlToText } from 'html-to-text'
import { type CursorPosition, encodeCursor } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import type { renderMarkdown } from '#platform/files/markdown.ts'
import { computeShare } from '#resources/analytics/rules.ts'
import { first as firstPolicy } from '#resources/evidence/policies/rules.ts'
import { readSuppression } from '#resources/evidence/suppression/commands.ts'
import { listShownFaqs } from '#resources/faqs/shown/commands.ts'
import type { AskedFaqs, AskedReviews } from './input.ts'
import { cleanText, toExcerpt, toRatings } from './rules.ts'
import type { AskedId, Checks, FaqsAnswer, RatingsAnswer, ReviewsAnswer } from './schema.ts'
import * as store from './store.ts'

const meterDays = 365

/** Needs a snapshot, because the share of withheld reviews comes from several statements. */
export async function readChecks(tx: StoreReads, evidenceUrl: string): Promise<Checks> {
  const facts = await store.findCheckFacts(tx)
  const policyVersion = facts?.policyVersion ?? firstPolicy.version
  return {
    policyVersion,
    policyUrl: `${evidenceUrl}/policies/${policyVersion}`,
    evidenceUrl,
    newestHead:
      facts?.date == null || facts.size === null
        ? null
        : { date: facts.date, size: facts.size, witnesses: facts.witnesses ?? [] },
    withheldShare: facts?.publicMeter ? await readWithheldShare(tx) : null,
  }
}

async function readWithheldShare(tx: StoreReads): Promise<number | null> {
  const from = new Date(tx.now.getTime() - (meterDays - 1) * 86_400_000).toISOString().slice(0, 10)
  const { byRating } = await readSuppression(tx, { from }, tx.now)
  const sum = (name: 'published' | 'withheld') => byRating.reduce((all, row) => all + row[name], 0)
  return computeShare(sum('withheld'), sum('withheld') + sum('published'))
}

export async function readRatings(
  tx: StoreReads,
  asked: readonly AskedId[],
): Promise<Pick<RatingsAnswer, 'data' | 'notFound'>> {
  const rows = await store.listRatings(tx, asked)
  const found = new Set(rows.flatMap(({ places }) => places))
  return {
    data: rows.map((row) => toRatings(row, asked)),
    notFound: asked.filter((_, i) => !found.has(i + 1)).map(({ type, value }) => ({ type, value })),
  }
}

/** A cursor is valid only for its list. `mark` identifies the list. */
export async function readReviews(tx: StoreReads, asked: AskedReviews, evidenceUrl: string): Promise<ReviewsAnswer> {
  const products = await store.listProducts(tx, asked.id)
  const { limit } = asked.request
  const rows = await store.listExcerpts(
    tx,
    products.map(({ id }) => id),
    asked.request,
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return {
    data: shown.map((row) => toExcerpt(row, evidenceUrl)),
    pagination: {
      limit,
      hasMore,
      nextCursor: hasMore && last ? markedCursor(store.positionOf(asked.request)(last), asked.mark) : null,
    },
  }
}

const markedCursor = (position: CursorPosition, mark: string): string => `${encodeCursor(position)}.${mark}`

const maxFaqs = 100

export async function readFaqs(tx: StoreTx, { id, q }: AskedFaqs, own: Parameters<typeof renderMarkdown>[1]) {
  const products = id ? await store.listProducts(tx, id) : [undefined]
  const rows = new Map<string, FaqsAnswer['data'][number]>()
  for (const product of products) {
    const request = {
      limit: maxFaqs,
      ...(product && { platformProductId: product.platformProductId }),
      ...(q !== undefined && { q }),
    }
    for (const { id: faqId, question, answerHtml } of await listShownFaqs(tx, request, own))
      if (!rows.has(faqId))
        rows.set(faqId, {
          id: faqId,
          question: cleanText(question),
          answer: cleanText(toPlainText(answerHtml)),
          url: product?.url ?? null,
        })
  }
  return { data: [...rows.values()] }
}

/** Links stay as text with their URL, so that an agent can pass them on. Pictures are removed. */
const toPlainText = (html: string): string =>
  htmlToText(html, {
    wordwrap: false,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
