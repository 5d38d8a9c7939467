// The audit log is append-only and written in the transaction of the audited action. Its rows belong to an organization.

import type { OrganizationTx, StoreTx, SystemTx } from '../db/db.ts'
import { sql } from '../db/query.ts'
import type { Caller } from '../identity/caller.ts'
import type { Client } from '../identity/client.ts'
import { newId } from '../values/ids.ts'
import type { AuditAction } from './audit-actions.ts'

export type Actor =
  | { type: 'key' | 'oauth' | 'user' | 'operator' | 'system' | 'visitor'; id?: string; name?: string }
  | PartnersPerson
  | StaffMember

type PartnersPerson = {
  type: 'user'
  via: 'partner'
  id: string
  name: string
  organizationId: string
  organization: string
}
type StaffMember = { type: 'operator'; via: 'support'; id: string; name: string }
export type Target = { type: string; id: string; name?: string }

/**
 * Bound to an operation's caller. Details never contain a secret or a shopper's e-mail address. The entry is written in the
 * round trip of the transaction's next statement.
 */
export type Audit = (
  tx: StoreTx | OrganizationTx,
  action: AuditAction,
  target?: Target,
  details?: Record<string, unknown>,
) => Promise<void>

export const auditAs =
  (actor: Actor, client?: Client): Audit =>
  async (tx, action, target, details) => {
    const storeEnvId = 'storeEnvId' in tx ? tx.storeEnvId : null
    const recorded = client?.through ? { ...details, via: client.through } : details
    tx.sendAlong(sql`
      insert into audit_log (id, organization_id, store_env_id, action, actor, target, details, address, user_agent, at)
      select ${newId(tx.now.getTime())}, ${tx.organizationId}, ${storeEnvId}, ${action}, ${named(tx, actor)},
             ${asJson(target)}::jsonb, ${asJson(recorded)}::jsonb, ${client?.address ?? null}, ${client?.userAgent ?? null}, ${tx.now}`)
  }

const asJson = (value: object | undefined) => (value ? JSON.stringify(value) : null)

/** Stores the actor's current name, because the log must still name deleted keys and people who left. */
function named({ organizationId }: StoreTx | OrganizationTx, actor: Actor) {
  const known = sql`${JSON.stringify(actor)}::jsonb`
  if (actor.name !== undefined || actor.id === undefined) return known
  if (actor.type === 'user' || actor.type === 'key' || actor.type === 'oauth')
    return sql`${known} || coalesce(
      (select jsonb_build_object('name', coalesce(nullif(m.name, ''), m.email)) from memberships m
        where m.organization_id = ${organizationId} and 'user' = ${actor.type} and m.user_id = ${actor.id}),
      (select jsonb_build_object('name', k.name) from api_keys k
        where k.organization_id = ${organizationId} and 'key' = ${actor.type} and k.id::text = ${actor.id}),
      (select jsonb_build_object('name', g.client_name || ' (' || coalesce(nullif(m.name, ''), m.email) || ')')
         from oauth_grants g join memberships m on m.id = g.member_id
        where g.organization_id = ${organizationId} and 'oauth' = ${actor.type} and g.id::text = ${actor.id}), '{}')`
  return known
}

export type PersonalAct = {
  userId: string
  action: AuditAction
  client?: Client | undefined
  details?: Record<string, unknown>
  at?: Date
  /** Set if the actor is not the account's owner, such as a stranger whose sign-in failed. */
  actor?: Actor
}

/**
 * A person's change to their own account belongs to no organization, so every organization they work for gets a log entry.
 */
export async function auditPerson(tx: SystemTx, act: PersonalAct): Promise<void> {
  const members = await tx.all<{ organizationId: string; name: string }>(sql`
    select m.organization_id as "organizationId", coalesce(nullif(m.name, ''), m.email) as name
      from memberships m where m.user_id = ${act.userId} and m.active`)
  const at = act.at ?? tx.now
  for (const { organizationId, name } of members) {
    const person = { id: act.userId, name }
    const actor: Actor = act.actor ?? { type: 'user', ...person }
    await tx.run(sql`
      insert into audit_log (id, organization_id, action, actor, target, details, address, user_agent, at)
      values (${newId(at.getTime())}, ${organizationId}, ${act.action}, ${JSON.stringify(actor)}::jsonb,
              ${JSON.stringify({ type: 'user', ...person })}::jsonb, ${asJson(act.details)}::jsonb,
              ${act.client?.address ?? null}, ${act.client?.userAgent ?? null}, ${at})`)
  }
}

/**
 * A delegate's actions go to the log of the organization they act for. The actor names the delegate, and for a partner
 * also the partner's organization.
 */
export function toActor(caller: Caller | undefined): Actor {
  if (!caller) return { type: 'system' }
  const { id, via, delegation } = caller
  if (!delegation) return { type: via === 'support' ? 'operator' : via, id }
  const { name, organizationId = '', organization = '' } = delegation
  if (delegation.via === 'support') return { type: 'operator', via: 'support', id, name }
  return { type: 'user', via: 'partner', id, name, organizationId, organization }
}
