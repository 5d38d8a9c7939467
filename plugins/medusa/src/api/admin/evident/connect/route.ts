import type { AuthenticatedMedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { createApiKeysWorkflow, deleteApiKeysWorkflow, revokeApiKeysWorkflow } from '@medusajs/medusa/core-flows'
import { productPages } from '../../../../lib/product-pages'
import { describeRefusal, textsFor } from '../../../../lib/texts'
import type EvidentService from '../../../../modules/evident/service'

/**
 * Creates a secret key in the name of the person, and sends it to Evident once. A repeated call replaces the earlier
 * key.
 */
export async function POST(req: AuthenticatedMedusaRequest<{ address?: unknown }>, res: MedusaResponse) {
  const evident: EvidentService = req.scope.resolve('evident')
  const t = textsFor(req)
  if (evident.status !== 'ready' && evident.status !== 'moved')
    return void res.status(409).json({ message: t.unconfigured })
  const address = readOrigin((req.body as { address?: unknown } | undefined)?.address)
  if (!address) return void res.status(400).json({ message: t.addressless })
  const by = req.auth_context.actor_id
  const { result } = await createApiKeysWorkflow(req.scope).run({
    input: { api_keys: [{ type: 'secret', title: 'Evident', created_by: by }] },
  })
  const [made] = result
  const remove = async (id: string) => {
    await revokeApiKeysWorkflow(req.scope).run({ input: { selector: { id }, revoke: { revoked_by: by } } })
    await deleteApiKeysWorkflow(req.scope).run({ input: { ids: [id] } })
  }
  const answer = await evident.handOver(address, made.token)
  if (answer?.status !== 200) {
    await remove(made.id)
    return void res.status(502).json({ message: describeRefusal(t, answer, address), address })
  }
  const before = await evident.table.readFact('apiKeyId')
  await evident.table.writeFact('apiKeyId', made.id)
  // Staff may have deleted the key already, so an error is ignored.
  if (before) await remove(before).catch(() => {})
  // The store may have reviews already, so the ratings of all products are read.
  for await (const ids of productPages(req.scope)) await evident.noteRatings(ids)
  res.json({ is_connected: true, address })
}

function readOrigin(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || !URL.canParse(typed)) return undefined
  const { protocol, origin } = new URL(typed)
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined
}
