import type { MedusaContainer } from '@medusajs/framework/types'
import { productPages } from '../lib/product-pages'
import type EvidentService from '../modules/evident/service'

/** Reads all ratings every night, which repairs a lost message. Ratings without an answer wait in the outbox. */
export default async function refreshRatings(container: MedusaContainer) {
  const evident: EvidentService = container.resolve('evident')
  if (evident.status !== 'ready') return
  let isAnswered = true
  for await (const ids of productPages(container)) {
    isAnswered = isAnswered && (await evident.refresh(ids))
    if (!isAnswered) await evident.noteRatings(ids)
  }
}

export const config = { name: 'evident-nightly', schedule: '17 3 * * *' }
