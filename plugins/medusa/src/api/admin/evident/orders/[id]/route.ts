import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import type EvidentService from '../../../../../modules/evident/service'

export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const evident: EvidentService = req.scope.resolve('evident')
  const answer = await evident.evident?.admin('GET', `orders/by-platform-id/${encodeURIComponent(req.params.id ?? '')}`)
  const order = answer?.body as { reviewRequest?: unknown } | undefined
  const isKnown = answer?.status === 200 || answer?.status === 404
  res.json({ is_loaded: isKnown, request: answer?.status === 200 ? (order?.reviewRequest ?? null) : null })
}
