import type { Static } from 'typebox'
import { after, countIfAsked, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { OrganizationTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Caller, Role } from '#platform/identity/caller.ts'
import type { Billing } from '#platform/identity/subscription.ts'
import { decideSubscriptionState } from '#resources/billing/rules.ts'
import type { Organization, Store } from './schema.ts'

export type NewStore = {
  id: string
  name: string
  origins: string[]
  platform?: string | undefined
  timezone?: string | undefined
  currency?: string | undefined
}

/** Locks the organization, so that parallel calls count its stores one after the other. */
export const lockOrganization = (tx: OrganizationTx) =>
  tx.run(sql`select from organizations where id = ${tx.organizationId} for no key update`)

export const countStores = async (tx: OrganizationTx): Promise<number> =>
  (
    await tx.first<{ count: number }>(
      sql`select count(*)::int as count from stores where organization_id = ${tx.organizationId}`,
    )
  )?.count ?? 0

export const insertStore = (tx: OrganizationTx, row: NewStore) =>
  tx.run(sql`
    insert into stores (id, organization_id, name, origins, platform, timezone, currency, created_at)
    values (${row.id}, ${tx.organizationId}, ${row.name}, ${row.origins}, ${row.platform ?? null}, ${row.timezone ?? 'UTC'}, ${row.currency ?? 'USD'}, ${tx.now})`)

export type StoreChange = {
  name?: string | undefined
  origins?: string[] | undefined
  timezone?: string | undefined
  currency?: string | undefined
}

export const updateStore = (tx: OrganizationTx, id: string, change: StoreChange): Promise<number> =>
  tx.run(sql`
    update stores set name = coalesce(${change.name ?? null}::text, name), origins = coalesce(${change.origins ?? null}::text[], origins),
           timezone = coalesce(${change.timezone ?? null}::text, timezone), currency = coalesce(${change.currency ?? null}::text, currency)
     where organization_id = ${tx.organizationId} and id = ${id}`)

/** The caller's role, and the limits of the grant or key that gives the caller access. */
type Viewer = Pick<Caller, 'role' | 'delegation' | 'stores'>

const storesOfOwn = (
  tx: OrganizationTx,
  { role, delegation, stores }: Viewer,
  narrowed = stores ? [...stores] : null,
) => sql`(
  select a.id as store_env_id, ${role}::text as role, ${delegation?.via ?? null}::text as via
    from stores a
   where a.organization_id = ${tx.organizationId}
     and (${delegation?.storeEnvId ?? null}::uuid is null or a.id = ${delegation?.storeEnvId ?? null})
     and (${narrowed}::uuid[] is null or a.id = any (${narrowed}::uuid[])))`

/**
 * `vouchedBy` is the only organization that the session may access. Without it, the session may access all
 * organizations that do not require an identity provider.
 */
type Reach = { userId: string; vouchedBy: string | undefined }

const isReached = ({ userId, vouchedBy }: Reach, organization: ReturnType<typeof sql>) =>
  vouchedBy === undefined
    ? sql`not app.requires_single_sign_on(${organization}, ${userId})`
    : sql`${organization} = ${vouchedBy}`

/**
 * Lists the stores that the person can access as a member, or else by a grant to one of their organizations. The strongest
 * grant counts.
 */
const storesOfPerson = (reach: Reach, now: Date, billing: Billing) => sql`(
  select a.id as store_env_id, m.role, null::text as via
    from memberships m join stores a on a.organization_id = m.organization_id
   where m.user_id = ${reach.userId} and m.active and ${isReached(reach, sql`m.organization_id`)}
  union all
  (select distinct on (p.store_env_id) p.store_env_id, p.role, 'partner'
     from app.partner_stores(${reach.userId}, null, ${now}, ${billing !== 'off'}) p
    where ${isReached(reach, sql`p.partner_id`)}
      and not exists (select from memberships m where m.organization_id = p.organization_id and m.user_id = ${reach.userId} and m.active)
    order by p.store_env_id, array_position('{ADMIN,MEMBER,VIEWER}'::text[], p.role)))`

export async function findStore(tx: OrganizationTx, viewer: Viewer, id: string, now: Date, billing: Billing) {
  const row = await tx.first<StoreRow>(
    sql`${selectColumns(storesOfOwn(tx, viewer))} where s.organization_id = ${tx.organizationId} and s.id = ${id}`,
  )
  return row && toStore(row, now, billing)
}

export const listStores = (tx: OrganizationTx, viewer: Viewer, request: PageRequest, now: Date, billing: Billing) =>
  pageOfStores(tx, request, now, billing, storesOfOwn(tx, viewer))

export const listStoresOfPerson = (tx: SystemTx, reach: Reach, request: PageRequest, now: Date, billing: Billing) =>
  pageOfStores(tx, request, now, billing, storesOfPerson(reach, now, billing))

async function pageOfStores(
  tx: OrganizationTx | SystemTx,
  request: PageRequest,
  now: Date,
  billing: Billing,
  open: ReturnType<typeof sql>,
) {
  const rows = await tx.all<StoreRow>(sql`
    ${selectColumns(open)} where true ${after(request, 'created_at', 's')}
     order by s.created_at desc, s.id desc limit ${fetchLimit(request)}`)
  const total = await countIfAsked(tx, request, sql`${open} v`)
  return toPage(rows, request, toPosition, (row) => toStore(row, now, billing), total)
}

const selectColumns = (open: ReturnType<typeof sql>) => sql`
  select s.id, s.organization_id, o.name as organization_name, s.name, s.origins, s.platform, s.timezone, s.currency, s.created_at,
         v.role, v.via, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    from ${open} v join stores s on s.id = v.store_env_id
    join organizations o on o.id = s.organization_id join subscriptions b on b.store_env_id = s.id`

type StoreRow = {
  id: string
  organization_id: string
  organization_name: string
  name: string
  origins: string[]
  platform: string | null
  timezone: string
  currency: string
  created_at: string
  role: Role
  via: 'partner' | 'support' | null
  plan: string
  status: string
  trial_ends_at: string | null
  current_period_ends_at: string | null
  past_due_since: string | null
}

const toPosition = (row: { created_at: string; id: string }) => ({ at: row.created_at, id: row.id })

function toStore(row: StoreRow, now: Date, billing: Billing): Static<typeof Store> {
  const { id, name, origins, platform, timezone, currency, created_at, organization_id } = row
  const { plan, status } = decideSubscriptionState(
    {
      plan: row.plan,
      status: row.status,
      trialEndsAt: row.trial_ends_at,
      currentPeriodEndsAt: row.current_period_ends_at,
      pastDueSince: row.past_due_since,
    },
    now,
    billing,
  )
  return {
    id,
    name,
    organizationId: organization_id,
    organizationName: row.organization_name,
    role: row.role,
    via: row.via,
    origins,
    platform,
    timezone,
    currency,
    subscription: { plan, status },
    createdAt: created_at,
  }
}

type OrganizationRow = { id: string; name: string; role: Role; created_at: string }

export async function listOwnOrganization(tx: OrganizationTx, role: Role, request: PageRequest) {
  const rows = await tx.all<OrganizationRow>(sql`
    select o.id, o.name, ${role}::text as role, o.created_at from organizations o
     where o.id = ${tx.organizationId} ${after(request, 'created_at', 'o')} limit ${fetchLimit(request)}`)
  return toPage(rows, request, toPosition, toOrganization, request.includeTotal ? 1 : undefined)
}

export async function listOrganizationsOfPerson(tx: SystemTx, { userId, vouchedBy }: Reach, request: PageRequest) {
  const theirs = sql`memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and m.active and (${vouchedBy ?? null}::uuid is null or o.id = ${vouchedBy ?? null})`
  const rows = await tx.all<OrganizationRow>(sql`
    select o.id, o.name, m.role, o.created_at from ${theirs} ${after(request, 'created_at', 'o')}
     order by o.created_at desc, o.id desc limit ${fetchLimit(request)}`)
  return toPage(rows, request, toPosition, toOrganization, await countIfAsked(tx, request, theirs))
}

const toOrganization = ({ id, name, role, created_at }: OrganizationRow): Static<typeof Organization> => ({
  id,
  name,
  role,
  createdAt: created_at,
})
