import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  ImportRow,
  Import as ImportShape,
  RowOutcome as RowOutcomeName,
} from '../../../server/resources/imports/schema.ts'
import { get, type Page, post } from '../client.ts'

export type Import = ImportShape
export type Row = ImportRow
export type RowOutcome = RowOutcomeName

export type ImportOptions = { kind: Import['kind']; status: Import['reviewStatus']; dateOrder?: 'dmy' | 'mdy' }

export function startImport(
  storeId: string,
  file: File,
  { kind, status, dateOrder, dryRun }: ImportOptions & { dryRun: boolean },
) {
  const query = { dryRun, dateOrder, fileName: file.name.slice(-255) }
  if (kind === 'faqs' || kind === 'products')
    return post<Import>(`/imports/${kind}`, { storeId, file, query: { ...query, dateOrder: undefined } })
  return kind === 'loyalty_balances' || kind === 'orders'
    ? post<Import>(`/imports/${kind === 'orders' ? kind : 'loyalty-balances'}`, { storeId, file, query })
    : post<Import>('/imports/reviews', { storeId, file, query: { ...query, status } })
}

export const isUnderWay = ({ status }: Import) => status === 'queued' || status === 'running'

export const importsQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'imports', 'list'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Import>>('/imports', { storeId, query: { limit: 20, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const importQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [storeId, 'imports', 'one', id],
    queryFn: ({ signal }) => get<Import>(`/imports/${id}`, { storeId, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 1_000 : false),
  })

export const importRowsQuery = (storeId: string, id: string, outcome: RowOutcome) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'imports', 'rows', id, outcome],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Row>>(`/imports/${id}/rows`, { storeId, query: { outcome, limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })
