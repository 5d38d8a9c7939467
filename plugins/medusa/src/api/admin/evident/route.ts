import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { describeFault, textsFor } from '../../../lib/texts.ts'
import type EvidentService from '../../../modules/evident/service.ts'

export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const evident: EvidentService = req.scope.resolve('evident')
  const isConnected = (await evident.table.readFact('apiKeyId')) !== undefined
  const t = textsFor(req)
  const text = isConnected && evident.status === 'ready' ? t.connected : t[evident.status]
  res.json({
    status: evident.status,
    text: evident.fault ? `${text} ${describeFault(t, evident.fault)}` : text,
    changes: t.changes,
    disconnects: t.disconnects,
    is_connected: isConnected,
    evident_url: evident.adminUrl ?? null,
  })
}
