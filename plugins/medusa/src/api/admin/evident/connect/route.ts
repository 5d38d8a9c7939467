import type { AuthenticatedMedusaRequest, MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { createApiKeysWorkflow, deleteApiKeysWorkflow, revokeApiKeysWorkflow } from '@medusajs/medusa/core-flows'
import { productPages } from '../../../../lib/product-pages.ts'
import { describeRefusal, textsFor } from '../../../../lib/texts.ts'
import type EvidentService from '../../../../modules/evident/service.ts'

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
  const answer = await evident.handOver(address, made.token)
  if (answer?.status !== 200) {
    await deleteKey(req.scope, made.id, by)
    return void res.status(502).json({ message: describeRefusal(t, answer, address), address })
  }
  const before = await evident.table.readFact('apiKeyId')
  await evident.table.writeFact('apiKeyId', made.id)
  // The new key works already, so a failure here is no failure of Connect.
  if (before) await deleteKey(req.scope, before, by).catch(() => {})
  // The store may have reviews already, so the ratings of all products are read.
  for await (const ids of productPages(req.scope)) await evident.noteRatings(ids)
  res.json({ is_connected: true, address })
}

/** Deletes the key that Connect created. The stars stay. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse) {
  const evident: EvidentService = req.scope.resolve('evident')
  const id = await evident.table.readFact('apiKeyId')
  if (id) await deleteKey(req.scope, id, req.auth_context.actor_id)
  await evident.table.deleteFact('apiKeyId')
  res.json({ is_connected: false })
}

async function deleteKey(scope: MedusaRequest['scope'], id: string, by: string): Promise<void> {
  // Staff may have revoked the key already. Medusa deletes revoked keys only, so a real failure shows in the next step.
  await revokeApiKeysWorkflow(scope)
    .run({ input: { selector: { id }, revoke: { revoked_by: by } } })
    .catch(() => {})
  await deleteApiKeysWorkflow(scope).run({ input: { ids: [id] } })
}

function readOrigin(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || !URL.canParse(typed)) return undefined
  const { protocol, origin } = new URL(typed)
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined
}
