import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { textsFor } from '../../../../../lib/texts.ts'
import type EvidentService from '../../../../../modules/evident/service.ts'

export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const evident: EvidentService = req.scope.resolve('evident')
  const id = req.params.id ?? ''
  const words = new URLSearchParams({ platformProductId: id, status: 'approved', limit: '3' })
  const [rating, answer] = await Promise.all([
    evident.table.findRating(id),
    evident.evident?.admin('GET', `reviews?${words}`),
  ])
  const found = (answer?.body as { data?: unknown[] } | undefined)?.data
  const reviews = answer?.status === 200 && Array.isArray(found) ? found : null
  const mayReply = Boolean(reviews?.length) && (await evident.evident?.mayReply())
  const t = textsFor(req)
  const missing = evident.evident ? t.away : t.apart
  res.json({
    rating,
    reviews,
    may_reply: mayReply === true,
    notice: reviews ? '' : rating.count > 0 ? `${missing} ${t.last}` : missing,
    evident_url: evident.adminUrl ? `${evident.adminUrl}/reviews` : null,
  })
}
