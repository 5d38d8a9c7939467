import { randomBytes } from 'node:crypto'
import { operation } from '#platform/calls/operation.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { listSecrets, previousSecretHoldsMs } from '#platform/storefront/facts.ts'
import { invalidateStorefrontById } from '#platform/storefront/invalidation.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { StorefrontSecret } from './storefront-secret-schema.ts'
import * as store from './storefront-secret-store.ts'

export default [
  operation({
    id: 'account.get_storefront_secret',
    http: 'GET /account/stores/:id/storefront-secret',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'Get the storefront secret',
      description: 'The secret signs customer tokens. Every store has one. The audit log records each read.',
    },
    input: { params: byId },
    output: { body: StorefrontSecret, secret: true },
    transaction: 'manual',
    run: ({ db, caller, params, audit, services }) =>
      db.organization(caller.organizationId, 'write', async (tx) => {
        const secret = await read(tx, services.secrets, params.id)
        await audit(tx, 'storefront_secret.shown', { type: 'store', id: params.id })
        return secret
      }),
  }),
  operation({
    id: 'account.rotate_storefront_secret',
    http: 'POST /account/stores/:id/storefront-secret/rotate',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'Replace the storefront secret',
      description: 'The previous secret works for 24 more hours. An older one stops immediately.',
    },
    input: { params: byId },
    output: { body: StorefrontSecret, secret: true },
    async run({ tx, params, audit, services }) {
      if ((await store.rotate(tx, params.id, randomBytes(16).toString('base64url'))) === 0)
        throw notFound('store', params.id)
      invalidateStorefrontById(tx, params.id)
      await audit(tx, 'storefront_secret.rotated', { type: 'store', id: params.id })
      return read(tx, services.secrets, params.id)
    },
  }),
]

async function read(tx: OrganizationTx, secrets: Secrets, storeEnvId: string): Promise<StorefrontSecret> {
  const facts = await store.find(tx, storeEnvId)
  if (!facts) throw notFound('store', storeEnvId)
  const [secret = '', previous] = listSecrets(secrets, storeEnvId, facts, tx.now)
  const rotatedAt = facts.secret_rotated_at
  const holdsUntil = rotatedAt && new Date(Date.parse(rotatedAt) + previousSecretHoldsMs).toISOString()
  return { secret, rotatedAt, previousHoldsUntil: previous === undefined ? null : holdsUntil }
}
