import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { textsFor } from '../../../../../../lib/texts.ts'
import type EvidentService from '../../../../../../modules/evident/service.ts'

export async function POST(req: MedusaRequest<{ body?: unknown }>, res: MedusaResponse) {
  const evident: EvidentService = req.scope.resolve('evident')
  const t = textsFor(req)
  const text = (req.body as { body?: unknown } | undefined)?.body
  if (typeof text !== 'string' || text.trim() === '') return void res.status(400).json({ message: t.empty })
  const path = `reviews/${encodeURIComponent(req.params.id ?? '')}`
  const answer = await evident.evident?.admin('PUT', path, { reply: { body: text } })
  if (answer?.status === 200) return void res.json({ is_saved: true })
  if (answer?.status === 403) return void res.status(403).json({ message: t.forbidden })
  const { message } = (answer?.body ?? {}) as { message?: string }
  res.status(502).json({ message: message ?? t.away })
}
