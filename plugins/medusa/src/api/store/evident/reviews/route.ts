import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import type EvidentService from '../../../../modules/evident/service.ts'

const sorts = ['newest', 'highest', 'lowest', 'photos', 'helpful']

/** Returns the response of Evident's storefront API. It is empty if Evident does not answer within 300 ms. */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const { product_id: id, limit, sort, cursor } = req.query as Record<string, unknown>
  if (typeof id !== 'string' || id === '' || id.length > 255)
    return void res.status(400).json({ message: 'product_id is required.' })
  const evident: EvidentService = req.scope.resolve('evident')
  const words = new URLSearchParams({ platformProductId: id, limit: String(clamp(limit)) })
  if (typeof sort === 'string' && sorts.includes(sort)) words.set('sort', sort)
  if (typeof cursor === 'string' && cursor.length <= 500) words.set('cursor', cursor)
  const answer = await evident.evident?.storefront(`reviews?${words}`)
  const found = answer?.status === 200 ? (answer.body as { data?: unknown; pagination?: unknown }) : undefined
  const isLoaded = Array.isArray(found?.data)
  res.json({
    reviews: isLoaded ? found?.data : [],
    next_cursor: (found?.pagination as { nextCursor?: string } | undefined)?.nextCursor ?? null,
    is_loaded: isLoaded,
  })
}

const clamp = (limit: unknown) => Math.min(Math.max(Math.trunc(Number(limit)) || 10, 1), 50)
