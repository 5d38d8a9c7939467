import type { AttributeRow, CountedAnswer } from '#resources/reviews/attributes/rules.ts'
import type { ReviewFilters } from './schema.ts'

export type FilterCounts = { rating: number; locale: string; count: number; verified: number; withPhotos: number }

export type FilterFacts = {
  counts: readonly FilterCounts[]
  asked: readonly AttributeRow[]
  answers: readonly CountedAnswer[]
  variants: ReviewFilters['variants']
}

const add = (rows: readonly FilterCounts[], name: 'count' | 'verified' | 'withPhotos'): number =>
  rows.reduce((sum, row) => sum + row[name], 0)

export function toFilters({ counts, asked, answers, variants }: FilterFacts): ReviewFilters {
  const withStars = (rating: number) =>
    add(
      counts.filter((row) => row.rating === rating),
      'count',
    )
  const byLocale = [...Map.groupBy(counts, ({ locale }) => locale)].map(([locale, rows]) => ({
    locale,
    count: add(rows, 'count'),
  }))
  return {
    count: add(counts, 'count'),
    verified: add(counts, 'verified'),
    withPhotos: add(counts, 'withPhotos'),
    byStar: { '1': withStars(1), '2': withStars(2), '3': withStars(3), '4': withStars(4), '5': withStars(5) },
    locales: byLocale.sort((a, b) => b.count - a.count || (a.locale < b.locale ? -1 : 1)),
    attributes: asked.flatMap((attribute) => {
      const values = answers
        .filter(({ id }) => id === attribute.id)
        .sort((a, b) => a.value - b.value)
        .map(({ value, count }) => ({ value, label: labelOf(attribute, value), count }))
      const { id, kind, label } = attribute
      return values.length === 0 ? [] : [{ id, kind, label, values }]
    }),
    // A filter with one variant would be useless.
    variants: variants.length < 2 ? [] : variants,
  }
}

function labelOf({ kind, choices, lowLabel, highLabel }: AttributeRow, value: number): string | null {
  if (kind === 'choice') return choices?.[value] ?? null
  return value === 1 ? lowLabel : value === 5 ? highLabel : null
}
