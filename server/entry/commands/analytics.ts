import { isUuid } from '#platform/values/ids.ts'
import { type Recount, recountStore } from '#resources/analytics/engine/recount.ts'
import { findOrganization } from '#resources/analytics/store.ts'
import { OperatorError } from '../operator.ts'
import type { Service } from '../service.ts'

export async function recountReports({ db }: Service, store: unknown): Promise<Recount & { storeEnvId: string }> {
  if (typeof store !== 'string' || !isUuid(store)) throw new OperatorError('--store must be the id of a store.')
  const found = await db.system('read', (tx) => findOrganization(tx, store))
  if (!found) throw new OperatorError(`No such store: ${store}.`)
  return { storeEnvId: store, ...(await recountStore(db, { storeEnvId: store, ...found })) }
}

export const recountText = ({ from, to, differences }: Recount): string =>
  differences.length === 0
    ? `The reports of ${from} to ${to} match the reviews.`
    : differences
        .map(
          ({ date, days, field, reported, recounted }) =>
            `${date}${days > 1 ? ` and ${days - 1} more days` : ''}  ${field}: ${reported} reported, ${recounted} counted`,
        )
        .join('\n')
