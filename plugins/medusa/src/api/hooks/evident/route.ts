import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import type EvidentService from '../../../modules/evident/service.ts'

export async function POST(req: MedusaRequest, res: MedusaResponse) {
  const evident: EvidentService = req.scope.resolve('evident')
  const body = (req as { rawBody?: Buffer }).rawBody
  if (!body || !(await evident.takeMessage(req.headers, body)))
    return void res.status(401).json({ message: 'The signature does not match this body, or it is too old.' })
  res.status(200).json({ received: true })
}
