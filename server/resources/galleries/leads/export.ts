import type { StreamTx } from '#platform/db/db.ts'
import { csvLine } from '#platform/values/csv.ts'
import { columnsFor, csvCells } from './rules.ts'
import type { ExportFilters } from './schema.ts'
import * as store from './store.ts'

export type ExportRequest = { galleryId: string; filters: ExportFilters; withAddress: boolean }

export async function* exportLines(
  tx: StreamTx,
  { galleryId, filters, withAddress }: ExportRequest,
): AsyncGenerator<string> {
  yield csvLine(columnsFor(withAddress))
  for await (const leads of store.stream(tx, galleryId, filters))
    yield leads.map((lead) => csvLine(csvCells(lead, withAddress))).join('')
}
