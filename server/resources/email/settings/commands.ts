import { publish } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidField } from '#platform/values/errors.ts'
import { isUuid } from '#platform/values/ids.ts'
import { requestTimesChanged, senderReplaced } from '../events.ts'
import { changed, differences, movesRequests } from './rules.ts'
import type { EmailSettings, EmailSettingsChanges } from './schema.ts'
import * as store from './store.ts'

export const readSettings = store.find
export const selectSettings = store.select
export const toSettings = store.toSettings
export type { SettingsRow } from './store.ts'

export async function changeSettings(tx: StoreTx, audit: Audit, changes: EmailSettingsChanges): Promise<EmailSettings> {
  await store.lock(tx)
  const before = await store.find(tx)
  const after = changed(before, changes)
  const names = differences(before, after)
  if (names.length === 0) return before
  if (names.includes('provider')) await requireProvider(tx, after.provider)
  await store.upsert(tx, after)
  if (names.includes('provider') && before.provider !== 'evident')
    publish(tx, senderReplaced, { connectionId: before.provider })
  await audit(tx, 'email_settings.updated', { type: 'store', id: tx.storeEnvId }, { changed: names })
  if (movesRequests(names)) publish(tx, requestTimesChanged, { changed: names })
  return after
}

async function requireProvider(tx: StoreTx, provider: string): Promise<void> {
  if (provider === 'evident') return
  const connection = isUuid(provider) ? await store.lockConnection(tx, provider) : undefined
  if (!connection) throw invalidField('/provider', 'must be `evident` or the id of a connection of this store')
  if (connection.provider === 'brevo')
    throw invalidField('/provider', 'must not be a Brevo connection, because Brevo cannot send review requests')
}
