import type { Static } from 'typebox'
import type {
  AskBody,
  AskResult as AskResultShape,
  FormLink as FormLinkShape,
} from '../../server/resources/review-requests/asking/schema.ts'
import { post } from './client.ts'

type Body = Static<typeof AskBody>
export type AskedRow = AskResultShape['rows'][number]
export type Asking = Omit<Body, 'consent'>
export type FormLink = Static<typeof FormLinkShape>

const peopleAtOnce = 250

/** Returns rows in the order of `people`. If a batch fails, the batches before it were still sent. */
export async function askPeople(
  storeId: string,
  { people, ...rest }: Asking,
  { dryRun, onRows }: { dryRun: boolean; onRows?(rows: readonly AskedRow[]): void },
): Promise<AskedRow[]> {
  const rows: AskedRow[] = []
  for (let at = 0; at < people.length; at += peopleAtOnce) {
    const part = people.slice(at, at + peopleAtOnce)
    const body: Body = { ...rest, people: part, consent: true }
    const answer = await post<AskResultShape>('/orders/review-requests', { storeId, query: { dryRun }, body })
    rows.push(...answer.rows.map((row) => ({ ...row, index: row.index + at })))
    onRows?.(rows)
  }
  return rows
}

export const createReviewLink = (storeId: string, orderId: string) =>
  post<FormLink>(`/orders/${orderId}/review-link`, { storeId })
