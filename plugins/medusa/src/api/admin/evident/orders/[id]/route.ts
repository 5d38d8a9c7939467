import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { describeRequest, textsFor } from '../../../../../lib/texts.ts'
import type EvidentService from '../../../../../modules/evident/service.ts'

export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const evident: EvidentService = req.scope.resolve('evident')
  const answer = await evident.evident?.admin('GET', `orders/by-platform-id/${encodeURIComponent(req.params.id ?? '')}`)
  const isKnown = answer?.status === 200 || answer?.status === 404
  const order = answer?.status === 200 ? (answer.body as { reviewRequest?: never } | undefined) : undefined
  const request = order?.reviewRequest ?? null
  const t = textsFor(req)
  const missing = evident.evident ? t.away : t.apart
  res.json({ is_loaded: isKnown, request, text: isKnown ? describeRequest(t, request) : missing })
}
