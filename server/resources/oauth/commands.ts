import { isDeepStrictEqual } from 'node:util'
import type { Audit } from '#platform/audit/audit.ts'
import { hashSecret, last4Of, newClientSecret } from '#platform/auth/keys.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { AppError, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { problemOfRedirectUri } from './rules.ts'
import * as store from './store.ts'

const mostClients = 100

export async function registerClient(
  tx: OrganizationTx,
  audit: Audit,
  request: { name: string; redirectUris: readonly string[]; confidential: boolean; createdBy: string },
): Promise<{ id: string; clientSecret: string | null }> {
  requireTaken(request.redirectUris)
  if ((await store.countClients(tx)) >= mostClients)
    throw new AppError(
      409,
      'limit_reached',
      `An organization can have at most ${mostClients} OAuth clients. Delete one first.`,
    )
  const id = newId(tx.now.getTime())
  const clientSecret = request.confidential ? newClientSecret() : null
  const { name, createdBy } = request
  await store.insertClient(tx, {
    ...{ id, name, createdBy, redirectUris: [...new Set(request.redirectUris)] },
    secretDigest: clientSecret === null ? null : hashSecret(clientSecret),
    secretLast4: clientSecret === null ? null : last4Of(clientSecret),
  })
  await audit(
    tx,
    'oauth_client.created',
    { type: 'oauth_client', id, name },
    { redirectUris: [...request.redirectUris] },
  )
  return { id, clientSecret }
}

export async function changeClient(
  tx: OrganizationTx,
  audit: Audit,
  id: string,
  change: { name?: string; redirectUris?: readonly string[] },
): Promise<void> {
  requireTaken(change.redirectUris ?? [])
  const before = await store.lockClient(tx, id)
  if (!before) throw notFound('OAuth client', id)
  const name = change.name?.trim() ?? before.name
  const redirectUris = [...new Set(change.redirectUris ?? before.redirectUris)]
  if (name === before.name && isDeepStrictEqual(redirectUris, before.redirectUris)) return
  await store.updateClient(tx, id, { name, redirectUris })
  await audit(tx, 'oauth_client.updated', { type: 'oauth_client', id, name }, { redirectUris })
}

const previousSecretHoldsMs = 24 * 3_600_000

export async function rotateSecret(
  tx: OrganizationTx,
  audit: Audit,
  id: string,
  endPrevious: boolean,
): Promise<{ clientSecret: string }> {
  const clientSecret = newClientSecret()
  const rotated = await store.rotateSecret(tx, id, {
    digest: hashSecret(clientSecret),
    last4: last4Of(clientSecret),
    previousUntil: endPrevious ? null : new Date(tx.now.getTime() + previousSecretHoldsMs),
  })
  if (!rotated) {
    if (await store.readClient(tx, id))
      throw new AppError(409, 'conflict', 'This client has no secret. It was registered as a public client.')
    throw notFound('OAuth client', id)
  }
  await audit(tx, 'oauth_client.secret_rotated', { type: 'oauth_client', id, name: rotated.name }, { endPrevious })
  return { clientSecret }
}

function requireTaken(redirectUris: readonly string[]): void {
  for (const [i, uri] of redirectUris.entries()) {
    const problem = problemOfRedirectUri(uri)
    if (problem) throw invalidField(`/redirectUris/${i}`, problem)
  }
}

export async function deleteClient(tx: OrganizationTx, audit: Audit, id: string): Promise<void> {
  const removed = await store.deleteClient(tx, id)
  if (!removed) throw notFound('OAuth client', id)
  await audit(tx, 'oauth_client.deleted', { type: 'oauth_client', id, name: removed.name })
}

export type GrantEnd = 'by_admin' | 'by_person' | 'by_client' | 'code_replayed' | 'token_reused' | 'without_ground'

export async function endGrant(tx: OrganizationTx, audit: Audit, id: string, reason: GrantEnd): Promise<boolean> {
  const ended = await store.deleteGrant(tx, id)
  if (ended) await audit(tx, 'oauth.revoked', { type: 'oauth_grant', id, name: ended.clientName }, { reason })
  return ended !== undefined
}

export const { markGrantUse } = store
