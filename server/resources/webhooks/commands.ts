import type { StoreTx } from '#platform/db/db.ts'
import { wake } from '#platform/jobs/delivery/store-queue.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { parsePayload } from './rules.ts'
import type { InboundWebhook } from './schema.ts'
import * as store from './store.ts'

export const processJob = 'webhooks.process'

/**
 * `seesPayload`: true if the caller may read the payload. The payload names buyers, so API keys and tokens must not read
 * it.
 */
export async function readWebhook(tx: StoreTx, id: string, seesPayload: boolean) {
  const row = orNotFound(await store.find(tx, id), 'webhook', id)
  return { ...store.toWebhook(row), payload: seesPayload ? parsePayload(row.body) : null }
}

export async function reprocess(tx: StoreTx, id: string): Promise<InboundWebhook> {
  const row = await store.updateAgain(tx, id)
  if (!row) throw notFound('webhook', id)
  if (!row.hasBody)
    throw conflict('The body of this webhook has expired, so it cannot be processed again.', 'payload_gone')
  await wake(tx, processJob)
  return store.toWebhook(row)
}
