import type { Static } from 'typebox'
import type { StreamTx } from '#platform/db/db.ts'
import { csvLine } from '#platform/values/csv.ts'
import { streamAll } from './listing-store.ts'
import type { Customer, CustomerExportFilters } from './schema.ts'

type Cell = (customer: Static<typeof Customer>) => string | number | boolean | null

const cells: Record<string, Cell> = {
  name: ({ name }) => name,
  email: ({ email = null }) => email,
  orderCount: ({ orderCount }) => orderCount,
  reviewCount: ({ reviewCount }) => reviewCount,
  acceptsMarketing: ({ acceptsMarketing }) => acceptsMarketing,
  firstOrderAt: ({ firstOrderAt }) => firstOrderAt,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
}

export async function* exportLines(tx: StreamTx, filters: CustomerExportFilters): AsyncGenerator<string> {
  yield csvLine(Object.keys(cells))
  for await (const customers of streamAll(tx, filters))
    yield customers
      .map((customer) => csvLine(Object.values(cells).map((cell) => String(cell(customer) ?? ''))))
      .join('')
}
