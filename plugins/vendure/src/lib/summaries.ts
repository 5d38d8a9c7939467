export type Summary = { productId: string; average: number | null; count: number; byStar: Record<string, number> }

/** Undefined if the body is not a response of `GET /storefront/summary`. A product without reviews gets an empty rating. */
export function readSummaries(productIds: readonly string[], body: unknown): Summary[] | undefined {
  const found = (body as { data?: unknown } | null | undefined)?.data
  if (!Array.isArray(found)) return undefined
  const known = new Map(found.map((each) => [each?.platformProductId, each]))
  const summaries = productIds.map((productId) => {
    const { average = null, count = 0, byStar = {} } = known.get(productId) ?? {}
    return { productId, average, count, byStar: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, ...byStar } }
  })
  return summaries.every(isSummary) ? summaries : undefined
}

const isSummary = ({ average, count }: Summary) =>
  Number.isInteger(count) && count >= 0 && (average === null || (average >= 1 && average <= 5))
