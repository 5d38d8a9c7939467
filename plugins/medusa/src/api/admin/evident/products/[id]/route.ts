import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import type EvidentService from '../../../../../modules/evident/service'

export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const evident: EvidentService = req.scope.resolve('evident')
  const id = req.params.id ?? ''
  const words = new URLSearchParams({ platformProductId: id, status: 'approved', limit: '3' })
  const [rating, answer] = await Promise.all([
    evident.table.findRating(id),
    evident.evident?.admin('GET', `reviews?${words}`),
  ])
  const found = (answer?.body as { data?: unknown[] } | undefined)?.data
  res.json({
    rating,
    reviews: answer?.status === 200 && Array.isArray(found) ? found : null,
    evident_url: evident.adminUrl ? `${evident.adminUrl}/reviews` : null,
  })
}
