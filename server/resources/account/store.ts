import type { Static } from 'typebox'
import type { Role } from '#platform/access.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { after, fetchLimit, type PageRequest, toPage } from '#platform/page.ts'
import { standingOf } from '#resources/billing/rules.ts'
import type { Store } from './schema.ts'

export const insertOrganization = (tx: OrganizationTx, name: string) =>
  tx.run(sql`insert into organizations (id, name, created_at) values (${tx.organizationId}, ${name}, ${tx.now})`)

export type NewStore = { id: string; name: string; origins: string[]; timezone?: string; currency?: string }

export const insertStore = (tx: OrganizationTx, row: NewStore) =>
  tx.run(sql`
    insert into stores (id, organization_id, name, origins, timezone, currency, created_at)
    values (${row.id}, ${tx.organizationId}, ${row.name}, ${row.origins}, ${row.timezone ?? 'UTC'}, ${row.currency ?? 'USD'}, ${tx.now})`)

export type NewMember = { id: string; userId: string; email: string; name: string; role: Role }

export const insertMember = (tx: OrganizationTx, row: NewMember) =>
  tx.run(sql`
    insert into memberships (id, organization_id, user_id, email, name, role, created_at)
    values (${row.id}, ${tx.organizationId}, ${row.userId}, ${row.email}, ${row.name}, ${row.role}, ${tx.now})`)

type StoreRow = {
  id: string
  organization_id: string
  name: string
  origins: string[]
  platform: string | null
  timezone: string
  currency: string
  created_at: string
  plan: string
  status: string
  trial_ends_at: string | null
  current_period_ends_at: string | null
  past_due_since: string | null
}

export async function listStores(tx: OrganizationTx, request: PageRequest, now: Date) {
  const rows = await tx.all<StoreRow>(sql`
    select s.id, s.organization_id, s.name, s.origins, s.platform, s.timezone, s.currency, s.created_at,
           b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
      from stores s join subscriptions b on b.store_env_id = s.id
     where s.organization_id = ${tx.organizationId} ${after(request, 'created_at', 's')}
     order by s.created_at desc, s.id desc
     limit ${fetchLimit(request)}`)
  return toPage(
    rows,
    request,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => toStore(row, now),
  )
}

function toStore(row: StoreRow, now: Date): Static<typeof Store> {
  const { plan, status } = standingOf(
    {
      plan: row.plan,
      status: row.status,
      trialEndsAt: row.trial_ends_at,
      currentPeriodEndsAt: row.current_period_ends_at,
      pastDueSince: row.past_due_since,
    },
    now,
  )
  const { id, name, origins, platform, timezone, currency } = row
  return {
    id,
    name,
    organizationId: row.organization_id,
    origins,
    platform,
    timezone,
    currency,
    subscription: { plan, status },
    createdAt: row.created_at,
  }
}
