import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

type Instants = { begin: Date; end: Date }

/** Counts reviews by method of proof. A review counts with its last proof of purchase in these days. */
export const countProofs = (tx: StoreReads, { begin, end }: Instants) =>
  tx.all<{ method: string; reviews: number }>(sql`
    select p.method, count(*) as reviews
      from (select distinct on (e.review_id) coalesce(e.entry::jsonb -> 'data' ->> 'method', 'none') as method
              from evidence_entries e
             where e.store_env_id = ${tx.storeEnvId} and e.type = 'verified' and e.review_id is not null
               and e.at >= ${begin} and e.at < ${end}
             order by e.review_id, e.seq desc) p
     group by p.method order by p.method`)

export type CountedAppeals = {
  filed: number
  open: number
  overturned: number
  upheld: number
  late: number
  sameActor: number
  medianSeconds: number | null
}

export async function countAppeals(tx: StoreReads, { begin, end }: Instants): Promise<CountedAppeals> {
  const counts = await tx.first<CountedAppeals>(sql`
    select count(*) as filed, count(*) filter (where a.state = 'open') as open,
           count(*) filter (where a.state = 'overturned') as overturned,
           count(*) filter (where a.state = 'upheld') as upheld,
           count(*) filter (where a.decided_at > a.due_at) as late,
           count(*) filter (where a.same_actor) as "sameActor",
           (percentile_disc(0.5) within group (order by floor(date_part('epoch', a.decided_at - a.created_at)))
             filter (where a.decided_at is not null))::bigint as "medianSeconds"
      from appeals a
     where a.store_env_id = ${tx.storeEnvId} and a.created_at >= ${begin} and a.created_at < ${end}`)
  if (!counts) throw new Error('The count of appeals returned no row.')
  return counts
}

export type PolicyFact = { version: number; sha256: string; createdAt: string; inForce: boolean }

export const listPolicies = (tx: StoreReads, { end }: Instants) =>
  tx.all<PolicyFact>(sql`
    select m.version, encode(m.sha256, 'hex') as sha256, m.created_at as "createdAt",
           coalesce(m.adopted = (select max(n.adopted) from moderation_policies n
                                  where n.store_env_id = ${tx.storeEnvId}), false) as "inForce"
      from moderation_policies m where m.store_env_id = ${tx.storeEnvId} and m.created_at < ${end} order by m.version`)

export type OfferFact = {
  id: string
  kind: string
  text: string
  status: string
  fulfil: string
  buyersOnly: boolean
  activatedAt: string
  endsAt: string | null
}

/** Returns offers that shoppers may have seen in these days. */
export const listOffers = (tx: StoreReads, { begin, end }: Instants) =>
  tx.all<OfferFact>(sql`
    select i.id, i.kind, i.text, i.status, i.fulfil, i.buyers_only as "buyersOnly", i.activated_at as "activatedAt",
           i.ends_at as "endsAt"
      from review_incentives i
     where i.store_env_id = ${tx.storeEnvId} and i.removed_at is null and i.activated_at < ${end}
       and (i.ends_at is null or i.ends_at >= ${begin})
     order by i.activated_at, i.id limit 500`)

export type ChangeFact = { at: string; action: string; by: string; details: Record<string, unknown> | null }

/** Reads no names or addresses, because the file's readers need not know who works for the store. */
export const listChanges = (tx: StoreReads, actions: readonly string[], { begin, end }: Instants) =>
  tx.all<ChangeFact>(sql`
    select l.at, l.action, l.actor ->> 'type' as by, l.details - 'via' as details from audit_log l
     where l.organization_id = ${tx.organizationId} and l.store_env_id = ${tx.storeEnvId}
       and l.at >= ${begin} and l.at < ${end} and l.action = any(${actions}::text[])
     order by l.at, l.id limit 1000`)
