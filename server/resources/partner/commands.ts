import { type Audit, auditAs } from '#platform/audit.ts'
import { type Caller, nameOfCaller } from '#platform/caller.ts'
import { clientOf } from '#platform/client.ts'
import type { OrganizationDb, OrganizationTx } from '#platform/db/db.ts'
import { invalidField, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Incoming } from '#platform/incoming.ts'
import { maxGrants, notOwnStore, requireFuture, tooManyGrants } from './rules.ts'
import type { Grant, GrantRole } from './schema.ts'
import * as store from './store.ts'

type Terms = {
  role?: GrantRole | undefined
  storeEnvIds?: string[] | null | undefined
  expiresAt?: string | null | undefined
}

const targetOf = ({ id, to }: Grant) => ({ type: 'partner_grant', id, name: to.name })

export async function give(
  tx: OrganizationTx,
  audit: Audit,
  caller: Caller,
  { organizationId, role, ...terms }: Terms & { organizationId: string; role: GrantRole },
): Promise<Grant> {
  if (organizationId.toLowerCase() === tx.organizationId)
    throw invalidField('/organizationId', 'must be another organization than this one')
  await admitTerms(tx, terms)
  if ((await store.countGiven(tx)) >= maxGrants) throw tooManyGrants()
  const id = newId(tx.now.getTime())
  await store.insert(tx, {
    id,
    partnerOrganizationId: organizationId,
    role,
    storeEnvIds: terms.storeEnvIds ?? null,
    expiresAt: terms.expiresAt ?? null,
    grantedBy: nameOfCaller(caller),
  })
  const grant = await findGrant(tx, id)
  await audit(tx, 'partner.grant_created', targetOf(grant), termsOf(grant))
  return grant
}

export async function change(tx: OrganizationTx, audit: Audit, id: string, terms: Terms): Promise<Grant> {
  await admitTerms(tx, terms)
  // The other side sees it and changes nothing of it: to them it is as if it were not there.
  if ((await store.update(tx, id, terms)) === 0) throw notFound('grant')
  const grant = await findGrant(tx, id)
  await audit(tx, 'partner.grant_updated', targetOf(grant), termsOf(grant))
  return grant
}

const termsOf = ({ role, storeEnvIds, expiresAt, to }: Grant) => ({
  role,
  storeEnvIds,
  expiresAt,
  organizationId: to.id,
})

async function admitTerms(tx: OrganizationTx, { storeEnvIds, expiresAt }: Terms): Promise<void> {
  requireFuture(expiresAt, tx.now)
  if (
    storeEnvIds &&
    (await store.countStores(tx, storeEnvIds)) < new Set(storeEnvIds.map((id) => id.toLowerCase())).size
  )
    throw notOwnStore()
}

async function findGrant(tx: OrganizationTx, id: string): Promise<Grant> {
  const grant = await store.find(tx, id)
  if (!grant) throw notFound('grant')
  return grant
}

/** Either side may end it, and the log of the one whose stores they are says who did. */
export async function end(
  { db, audit, request }: { db: OrganizationDb; audit: Audit; request: Incoming },
  caller: Caller,
  id: string,
): Promise<void> {
  const { grant, name } = await db.organization(caller.organizationId, 'read', async (tx) => ({
    grant: await findGrant(tx, id),
    name: await store.findName(tx, caller.id),
  }))
  const { from, to, direction } = grant
  const person = { type: 'user', via: 'partner', id: caller.id, name } as const
  const byPartner = auditAs({ ...person, organizationId: to.id, organization: to.name }, clientOf(request))
  const record = direction === 'given' ? audit : byPartner
  await db.organization(from.id, 'write', async (tx) => {
    if ((await store.remove(tx, id)) === 0) throw notFound('grant')
    await record(tx, 'partner.grant_ended', targetOf(grant), { organizationId: to.id })
  })
}
