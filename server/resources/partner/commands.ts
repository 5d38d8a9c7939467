import { type Audit, auditAs } from '#platform/audit/audit.ts'
import type { AuditAction } from '#platform/audit/audit-actions.ts'
import type { OrganizationDb, OrganizationTx } from '#platform/db/db.ts'
import { type Caller, nameOfCaller } from '#platform/identity/caller.ts'
import { toClient } from '#platform/identity/client.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import { invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { maxGrants, notOwnStore, offerExpired, requireFuture, tooManyGrants } from './rules.ts'
import type { Grant, GrantRole } from './schema.ts'
import * as store from './store.ts'

type Terms = {
  role?: GrantRole | undefined
  storeEnvIds?: string[] | null | undefined
  expiresAt?: string | null | undefined
}

/** The log of each organization names the other organization. */
const toTarget = ({ id }: Grant, other: { name: string }) => ({ type: 'partner_grant', id, name: other.name })

type ActingCaller = { audit: Audit; caller: Caller }

export async function give(
  tx: OrganizationTx,
  acting: ActingCaller,
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
    grantedBy: nameOfCaller(acting.caller),
  })
  const grant = await findGrant(tx, id)
  await recordByGiver(tx, acting, 'partner.grant_created', grant, toTerms(grant))
  return grant
}

export async function change(tx: OrganizationTx, acting: ActingCaller, id: string, terms: Terms): Promise<Grant> {
  await admitTerms(tx, terms)
  // Only the giver can change a grant. The receiver's call finds no such grant.
  if ((await store.update(tx, id, terms)) === 0) throw notFound('grant')
  const grant = await findGrant(tx, id)
  await recordByGiver(tx, acting, 'partner.grant_updated', grant, toTerms(grant))
  return grant
}

const toTerms = ({ role, storeEnvIds, expiresAt, state, to }: Grant) => ({
  role,
  storeEnvIds,
  expiresAt,
  state,
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

type Around = { db: OrganizationDb; audit: Audit; request: Incoming; caller: Caller }

const findForCaller = ({ db, caller }: Around, id: string) =>
  db.organization(caller.organizationId, 'read', async (tx) => ({
    grant: await findGrant(tx, id),
    name: await store.findName(tx, caller.id),
  }))

/** An owner of the partner accepts the grant. A repeated call changes nothing. */
export async function accept(around: Around, id: string): Promise<Grant> {
  const { grant, name } = await findForCaller(around, id)
  if (grant.direction !== 'received') throw notFound('grant')
  if (grant.state === 'active') return grant
  await around.db.organization(grant.from.id, 'write', async (tx) => {
    if ((await store.accept(tx, id)) > 0) return recordByPartner(tx, around, name, 'partner.grant_accepted', grant)
    // Another call accepted or ended the grant first, or the offer has expired.
    const { state } = await findGrant(tx, id)
    if (state === 'offered') throw offerExpired()
  })
  return (await findForCaller(around, id)).grant
}

export async function end(around: Around, id: string): Promise<void> {
  const { grant, name } = await findForCaller(around, id)
  await around.db.organization(grant.from.id, 'write', async (tx) => {
    await store.lock(tx, id)
    const details = { organizationId: grant.to.id }
    if (grant.direction === 'given') await recordByGiver(tx, around, 'partner.grant_ended', grant, details)
    else await recordByPartner(tx, around, name, 'partner.grant_ended', grant)
    if ((await store.deleteGrant(tx, id)) === 0) throw notFound('grant')
  })
}

async function recordByGiver(
  tx: OrganizationTx,
  { audit, caller }: ActingCaller,
  action: AuditAction,
  grant: Grant,
  details: Record<string, unknown>,
): Promise<void> {
  await audit(tx, action, toTarget(grant, grant.to), details)
  const person = { type: 'user', via: 'partner', id: caller.id, name: await store.findName(tx, caller.id) } as const
  const actor = { ...person, organizationId: grant.from.id, organization: grant.from.name }
  await store.recordForPartner(tx, grant.id, {
    ...{ action, actor, details },
    target: toTarget(grant, grant.from),
    // The IP address of a person is recorded only in the log of their own organization.
    client: undefined,
  })
}

async function recordByPartner(
  tx: OrganizationTx,
  { caller, request }: Pick<Around, 'caller' | 'request'>,
  name: string,
  action: AuditAction,
  grant: Grant,
): Promise<void> {
  const client = toClient(request)
  const details = { organizationId: grant.to.id }
  const person = { type: 'user', id: caller.id, name } as const
  const partners = { ...person, via: 'partner', organizationId: grant.to.id, organization: grant.to.name } as const
  await auditAs(partners, client)(tx, action, toTarget(grant, grant.to), details)
  await store.recordForPartner(tx, grant.id, {
    ...{ action, actor: person, details, client },
    target: toTarget(grant, grant.from),
  })
}
