import type { Audit } from '#platform/audit/audit.ts'
import { hashSecret, last4Of, newKey } from '#platform/auth/keys.ts'
import type { UsageWriters } from '#platform/calls/usage.ts'
import { notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import * as store from './store.ts'

export type KeyRequest = Pick<store.NewKey, 'name' | 'role' | 'scopes' | 'expiresAt' | 'createdBy'> &
  Partial<Pick<store.NewKey, 'storeEnvIds'>>

/** Creates a key. Only this response contains its value. */
export async function createKey(
  tx: store.KeyTx,
  audit: Audit,
  request: KeyRequest,
): Promise<{ id: string; key: string }> {
  const key = newKey()
  const id = newId(tx.now.getTime())
  const { storeEnvIds = [] } = request
  await store.insert(tx, { ...request, storeEnvIds, id, digest: hashSecret(key), last4: last4Of(key) })
  await audit(
    tx,
    'api_key.created',
    { type: 'api_key', id, name: request.name },
    {
      ...{ role: request.role, scopes: request.scopes },
      ...(storeEnvIds.length > 0 && { storeEnvIds }),
    },
  )
  return { id, key }
}

/**
 * Call this after a change of organization data that processes cache together with API keys. The processes then read
 * the data again.
 */
export const touchKeys = store.touch

export async function revokeKey(tx: store.KeyTx, audit: Audit, id: string): Promise<void> {
  if (!(await endKey(tx, audit, id))) throw notFound('API key', id)
}

/** False if the key was revoked before. */
export async function endKey(tx: store.KeyTx, audit: Audit, id: string): Promise<boolean> {
  const revoked = await store.deleteKey(tx, id)
  if (revoked) await audit(tx, 'api_key.revoked', { type: 'api_key', id, name: revoked.name })
  return revoked !== undefined
}

export const changeExpiry = store.updateExpiry

/** Statements by which the kernel records the use of a key. */
export const usageWriters: Omit<UsageWriters, 'markGrantUse' | 'markWidgetSeen'> = {
  markFirstUse: store.markFirstUse,
  markLastUse: store.markLastUse,
  countDeprecatedCalls: store.countDeprecatedCalls,
}
