import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import type EvidentService from '../../../modules/evident/service'

export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const evident: EvidentService = req.scope.resolve('evident')
  const isConnected = (await evident.table.readFact('apiKeyId')) !== undefined
  res.json({
    status: evident.status,
    refusal: evident.refusal ?? null,
    is_connected: isConnected,
    evident_url: evident.adminUrl ?? null,
  })
}
