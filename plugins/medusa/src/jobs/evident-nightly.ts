import type { MedusaContainer } from '@medusajs/framework/types'
import type EvidentService from '../modules/evident/service'

const atOnce = 100

/** Requests all ratings every night, so that a lost message is repaired. */
export default async function refreshRatings(container: MedusaContainer) {
  const evident: EvidentService = container.resolve('evident')
  if (evident.status !== 'ready') return
  await evident.table.clean()
  const query = container.resolve('query')
  for (let skip = 0; ; skip += atOnce) {
    const { data } = await query.graph({
      ...{ entity: 'product', fields: ['id'] },
      pagination: { skip, take: atOnce, order: { id: 'ASC' } },
    } as never)
    const ids = (data as { id: string }[]).map(({ id }) => id)
    if (ids.length > 0) await evident.refresh(ids)
    if (ids.length < atOnce) return
  }
}

export const config = { name: 'evident-nightly', schedule: '17 3 * * *' }
