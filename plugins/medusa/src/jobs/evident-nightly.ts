import type { MedusaContainer } from '@medusajs/framework/types'
import type EvidentService from '../modules/evident/service'

const atOnce = 100

/** Reads all ratings every night, which repairs a lost message. Ratings that are not answered wait in the outbox. */
export default async function refreshRatings(container: MedusaContainer) {
  const evident: EvidentService = container.resolve('evident')
  if (evident.status !== 'ready') return
  const query = container.resolve('query')
  let isAnswered = true
  for (let skip = 0; ; skip += atOnce) {
    const { data } = await query.graph({
      ...{ entity: 'product', fields: ['id'] },
      pagination: { skip, take: atOnce, order: { id: 'ASC' } },
    } as never)
    const ids = (data as { id: string }[]).map(({ id }) => id)
    isAnswered = isAnswered && (await evident.refresh(ids))
    if (!isAnswered) await evident.noteRatings(ids)
    if (ids.length < atOnce) return
  }
}

export const config = { name: 'evident-nightly', schedule: '17 3 * * *' }
