// The import finds columns by name. It must take only `submittedAt` for the review's date, and only `platformProductId`
// for its product id.
import type { AttributeAnswer } from '../attributes/schema.ts'
import type { Review } from '../schema.ts'
import type { ExportFormat } from './export-schema.ts'

export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

type Cell = (review: Review) => string | number | boolean | null

const shared: Record<string, Cell> = {
  id: (review) => review.id,
  status: (review) => review.status,
  rating: (review) => review.rating,
  title: (review) => review.title,
  body: (review) => review.body,
  authorName: (review) => review.authorName,
  authorEmailLast4: (review) => review.authorEmailLast4,
  verified: (review) => review.verified,
  submittedAt: (review) => review.submittedAt,
  approvedAt: (review) => review.approvedAt,
  platformProductId: (review) => review.product?.platformProductId ?? null,
  productTitle: (review) => review.product?.title ?? null,
  productUrl: (review) => review.product?.url ?? null,
  order: (review) => review.orderId,
  photos: (review) => review.photos.map((photo) => photo.url).join(' '),
  reply: (review) => review.reply?.body ?? null,
  repliedAt: (review) => review.reply?.repliedAt ?? null,
  incentivized: (review) => review.incentive !== null,
  incentive: (review) => review.incentive,
  relationship: (review) => review.relationship,
  locale: (review) => review.locale,
  language: (review) => review.language,
  languageSource: (review) => review.languageSource,
  source: (review) => review.source,
  importedFrom: (review) => review.importedFrom,
  updatedAt: (review) => review.updatedAt,
  moderationReason: (review) => review.moderation?.reason ?? null,
  moderationPolicyVersion: (review) => review.moderation?.policyVersion ?? null,
  moderationAt: (review) => review.moderation?.at ?? null,
  helpfulCount: (review) => review.helpfulCount,
  attributes: ({ attributes }) => attributes.map(exported).join('\n'),
}

/** One JSON line per answer with the text of its question, so that another store recognises the question. */
const exported = ({ label, kind, value, choice }: AttributeAnswer): string =>
  JSON.stringify({ label, kind, value, choice })

const addressed: Record<string, Cell> = { ...shared, authorEmail: (review) => review.authorEmail ?? null }

export type Columns = { withAddress: boolean; withSubject: boolean }

/** Signed-in users also get the whole email address. Other callers get only `authorEmailLast4`. */
const columnsFor = ({ withAddress, withSubject }: Columns): Record<string, Cell> => ({
  ...(withAddress ? addressed : shared),
  ...(withSubject && { subject: (review) => review.subject }),
})

export const csvHeader = (columns: Columns): string[] => Object.keys(columnsFor(columns))

export const createCsvCells = (columns: Columns): ((review: Review) => string[]) => {
  const cells = Object.values(columnsFor(columns))
  return (review) => cells.map((cell) => String(cell(review) ?? ''))
}
