import type { MedusaContainer } from '@medusajs/framework/types'
import { productPages } from '../lib/product-pages.ts'
import type EvidentService from '../modules/evident/service.ts'

/** Reads all ratings every night, in case a message was lost. If Evident does not answer, the outbox retries. */
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
