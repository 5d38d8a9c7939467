// Queries for the open tasks and the health of a store. Each query reads a few index rows, however large the store is.

import { deprecations } from '#platform/calls/deprecations.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import { dayMs, type Facts, type Waiting } from './rules.ts'
import { type Kind, maxCounted } from './schema.ts'

const answerDays = 90
const unansweredAfterDays = 3
const lowRating = 2
const failedDays = 7
const importDays = 30
const deprecationDays = 31
/** A feed that fills this share of a part's limit soon needs a second part. */
const nearlyFull = 0.8
/** Only this number of variants without a GTIN is checked, because most may belong to products without reviews. */
const variantWindow = 10_000

/** For this many days after a shop is connected, Home mentions that the shop may send review requests too. */
const askedTwiceDays = 14

const ago = (tx: StoreReads, days: number) => new Date(tx.now.getTime() - days * dayMs)

const counted = (kind: Kind, rows: ReturnType<typeof sql>) => sql`
  select ${sql.lit(kind)} as kind, count(*)::int as count, (array_agg(w.id order by w.at, w.id))[1] as id,
         min(w.at) as since, min(w.due_at) as "dueAt"
    from (${rows} limit ${sql.lit(maxCounted + 1)}) w having count(*) > 0`

export const countWaiting = (tx: StoreReads, feedPartBytes: number): Query<Waiting> =>
  sql<Waiting>`${sql.join(
    [
      ...fromReviews(tx),
      ...fromShoppers(tx),
      ...fromSending(tx),
      ...fromShops(tx),
      ...fromFeed(tx, feedPartBytes),
      ...fromDeprecations(tx),
    ],
    sql` union all `,
  )}`

const none = sql`null::timestamptz as due_at`

/** Counts webhooks that receive the deprecated header. Uses of other deprecated items are recorded when they happen. */
const fromDeprecations = (tx: StoreReads) => {
  const ahead = deprecations.filter(({ removed }) => Date.parse(removed) > tx.now.getTime())
  const dueAt = ahead.find(({ item }) => item === 'x-service-signature')?.removed
  const receivers = dueAt
    ? sql`select w.id, w.created_at as at, r.removed as due_at from webhook_endpoints w
           cross join unnest(${[dueAt]}::timestamptz[]) as r(removed)
           where store_env_id = ${tx.storeEnvId} and enabled and shop_connection_id is null
           union all
          `
    : sql``
  return [
    counted(
      'deprecation_used',
      sql`${receivers}select null::uuid as id, d.at, r.removed as due_at
            from unnest(${ahead.map(({ item }) => item)}::text[], ${ahead.map(({ removed }) => removed)}::timestamptz[]) as r(item, removed)
            join (select c.item, coalesce(c.last_seen_at, c.day::timestamptz) as at from deprecated_calls c
                   where c.organization_id = ${tx.organizationId}
                     and c.day >= ${ago(tx, deprecationDays).toISOString().slice(0, 10)}::date offset 0) d on d.item = r.item`,
    ),
  ]
}

const fromReviews = (tx: StoreReads) => [
  ...ofSubject(tx, '', sql`product_id is not null`),
  ...ofSubject(tx, 'shop_', sql`product_id is null`),
  counted(
    'appeals_open',
    sql`select id, created_at as at, due_at from appeals
         where store_env_id = ${tx.storeEnvId} and state = 'open' order by created_at`,
  ),
]

const ofSubject = (tx: StoreReads, of: '' | 'shop_', isOfSubject: Query<unknown>) => [
  counted(
    `${of}reviews_pending`,
    sql`select id, submitted_at as at, ${none} from reviews
         where store_env_id = ${tx.storeEnvId} and status = 'pending' and ${isOfSubject} order by submitted_at`,
  ),
  counted(
    `${of}reviews_reported`,
    sql`select id, submitted_at as at, ${none} from reviews
         where store_env_id = ${tx.storeEnvId} and report_count > 0 and ${isOfSubject} order by submitted_at`,
  ),
  counted(
    `${of}reviews_unanswered`,
    sql`select id, submitted_at as at, ${none} from reviews
         where store_env_id = ${tx.storeEnvId} and status = 'approved' and rating <= ${sql.lit(lowRating)}
           and ${isOfSubject} and replied_at is null and source <> 'import'
           and submitted_at > ${ago(tx, answerDays)} and submitted_at <= ${ago(tx, unansweredAfterDays)}
         order by submitted_at`,
  ),
]

const fromShoppers = (tx: StoreReads) => [
  counted(
    'questions_pending',
    sql`select id, created_at as at, ${none} from faq_questions
         where store_env_id = ${tx.storeEnvId} and status = 'pending' order by created_at`,
  ),
  counted(
    'leads_new',
    sql`select l.gallery_id as id, l.created_at as at, ${none} from galleries g
          join lateral (
            select gallery_id, created_at from gallery_leads
             where store_env_id = ${tx.storeEnvId} and gallery_id = g.id and status = 'new'
             order by created_at limit ${sql.lit(maxCounted + 1)}) l on true
         where g.store_env_id = ${tx.storeEnvId}`,
  ),
  counted(
    'referrals_waiting',
    sql`select id, created_at as at, ${none} from loyalty_referrals
         where store_env_id = ${tx.storeEnvId} and state = 'review' order by created_at`,
  ),
  ...(['empty', 'low'] as const).map((level) =>
    counted(
      `pool_${level}`,
      sql`select id, null::timestamptz as at, ${none} from review_incentives
           where store_env_id = ${tx.storeEnvId} and status = 'active' and removed_at is null
             and kind = 'coupon' and codes = 'own' and code is null and pool_level = ${sql.lit(level)}`,
    ),
  ),
]

const fromSending = (tx: StoreReads) => [
  counted(
    'mail_paused',
    sql`select null::uuid as id, paused_at as at, ${none} from email_sending
         where store_env_id = ${tx.storeEnvId} and paused_at is not null`,
  ),
  counted(
    'mail_failed',
    sql`select id, created_at as at, ${none} from email_messages
         where store_env_id = ${tx.storeEnvId} and state = 'failed' and created_at > ${ago(tx, failedDays)}
         order by created_at`,
  ),
  counted(
    'domain_unverified',
    sql`select null::uuid as id, created_at as at, ${none} from sending_domains
         where store_env_id = ${tx.storeEnvId} and status = 'pending'`,
  ),
  counted(
    'domain_failing',
    sql`select null::uuid as id, failing_since as at, ${none} from sending_domains
         where store_env_id = ${tx.storeEnvId} and status in ('degraded', 'failed')`,
  ),
  counted(
    'webhook_off',
    sql`select id, disabled_at as at, ${none} from webhook_endpoints
         where store_env_id = ${tx.storeEnvId} and not enabled and disabled_reason <> 'manual' and gallery_id is null
           and shop_connection_id is null`,
  ),
  counted(
    'lead_webhook_off',
    sql`select gallery_id as id, disabled_at as at, ${none} from webhook_endpoints
         where store_env_id = ${tx.storeEnvId} and not enabled and disabled_reason <> 'manual'
           and gallery_id is not null`,
  ),
  counted(
    'webhook_failing',
    sql`select id, failing_since as at, ${none} from webhook_endpoints
         where store_env_id = ${tx.storeEnvId} and enabled and failing_since is not null and gallery_id is null
           and shop_connection_id is null`,
  ),
  counted(
    'connection_refused',
    sql`select id, updated_at as at, ${none} from connections
         where store_env_id = ${tx.storeEnvId} and status = 'needs_reauth'`,
  ),
]

const lastRead = (tx: StoreReads) => sql`
  select y.id, y.status, coalesce(y.finished_at, y.created_at) as at
    from shop_connections c
    join lateral (
      select id, status, finished_at, created_at from shop_syncs
       where store_env_id = ${tx.storeEnvId} and connection_id = c.id and kind = 'catalogue'
       order by created_at desc, id desc limit 1) y on true
   where c.store_env_id = ${tx.storeEnvId} and c.status = 'active'`

const fromShops = (tx: StoreReads) => [
  counted(
    'shop_refused',
    sql`select id, updated_at as at, ${none} from shop_connections
         where store_env_id = ${tx.storeEnvId} and status = 'needs_reauth'`,
  ),
  counted(
    'shop_incomplete',
    sql`select id, null::timestamptz as at, ${none} from shop_connections
         where store_env_id = ${tx.storeEnvId} and status = 'active'
           and (cardinality(missing_scopes) > 0 or cardinality(missing_hooks) > 0)`,
  ),
  // From version 10.8 on, WooCommerce can send its own review requests. Its API does not say whether they are on.
  counted(
    'shop_asks_too',
    sql`select id, null::timestamptz as at, ${none} from shop_connections
         where store_env_id = ${tx.storeEnvId} and status = 'active' and platform = 'woocommerce'
           and first_connected_at > ${ago(tx, askedTwiceDays)}`,
  ),
  ...(['held', 'failed'] as const).map((status) =>
    counted(
      `read_${status}`,
      sql`select r.id, r.at, ${none} from (${lastRead(tx)}) r where r.status = ${sql.lit(status)}`,
    ),
  ),
  // Only the newest import counts, because a later success makes an earlier failure irrelevant.
  counted(
    'import_failed',
    sql`select i.id, i.created_at as at, ${none}
          from (select id, status, created_at from imports
                 where store_env_id = ${tx.storeEnvId} and created_at > ${ago(tx, importDays)}
                 order by created_at desc, id desc limit 1) i
         where i.status = 'failed'`,
  ),
]

/** Reads the newest approved review by index, so that a store without approved reviews is not scanned. */
const fromFeed = (tx: StoreReads, partBytes: number) => [
  counted(
    'feed_off',
    sql`select null::uuid as id, null::timestamptz as at, ${none}
         where not exists (select 1 from review_feeds where store_env_id = ${tx.storeEnvId})
           and (select submitted_at from reviews where store_env_id = ${tx.storeEnvId} and status = 'approved' and product_id is not null
                 order by submitted_at desc limit 1) is not null`,
  ),
  counted(
    'feed_large',
    sql`select null::uuid as id, last_fetched_at as at, ${none} from review_feeds
         where store_env_id = ${tx.storeEnvId}
           and (jsonb_array_length(parts) > 1 or bytes >= ${Math.floor(partBytes * nearlyFull)}::bigint)`,
  ),
  counted(
    'feed_gaps',
    sql`select p.id, null::timestamptz as at, ${none}
          from (select distinct v.product_id
                  from (select product_id from product_variants
                         where store_env_id = ${tx.storeEnvId} and retired_at is null and not gtin_is_valid
                         order by product_id limit ${sql.lit(variantWindow)}) v) w
          join products p on p.store_env_id = ${tx.storeEnvId} and p.id = w.product_id and p.status = 'active'
         where exists (select 1 from review_feeds where store_env_id = ${tx.storeEnvId})
           and exists (select from reviews where store_env_id = ${tx.storeEnvId} and status = 'approved'
                          and product_id = p.id)`,
  ),
]

/** Mail and jobs count as late after this time. */
const lateMs = 15 * 60_000
const recentMessages = 50

export const findHealth = (tx: StoreReads): Query<Facts> => sql<Facts>`
  select (select paused_at from email_sending where store_env_id = ${tx.storeEnvId}) as "mailPausedAt",
         m.messages, m."messagesFailed", m."messageAt",
         (select min(due_at)
            from (select due_at from email_messages
                   where store_env_id = ${tx.storeEnvId} and state = 'queued' and due_at < ${lateBefore(tx)}
                   limit 1) q) as "mailDueSince",
         e.endpoints, e."endpointsOff", e."offSince", e."endpointsFailing", e."failingSince",
         c.connections, c."connectionsRefused", c."connectionsFailing", c."acceptedAt",
         s.status as "shopStatus", s."isIncomplete" as "shopIncomplete", s.last_webhook_at as "webhookAt",
         r.status as "readStatus", r.at as "readAt",
         f.created_at as "feedSince", f.last_fetched_at as "fetchedAt",
         (select min(due_at)
            from (select due_at from wake_ups
                   where store_env_id = ${tx.storeEnvId} and organization_id = ${tx.organizationId}
                     and due_at < ${lateBefore(tx)} order by due_at limit 1) a) as "jobsDueSince"
    from (select count(*)::int as messages, count(*) filter (where state = 'failed')::int as "messagesFailed",
                 max(created_at) filter (where state = 'sent') as "messageAt"
            from (select state, created_at from email_messages
                   where store_env_id = ${tx.storeEnvId} and created_at > ${ago(tx, failedDays)}
                   order by created_at desc limit ${sql.lit(recentMessages)}) newest) m
   cross join (select count(*)::int as endpoints,
                      count(*) filter (where not enabled and disabled_reason <> 'manual')::int as "endpointsOff",
                      min(disabled_at) filter (where not enabled and disabled_reason <> 'manual') as "offSince",
                      count(*) filter (where enabled and failing_since is not null)::int as "endpointsFailing",
                      min(failing_since) filter (where enabled) as "failingSince"
                 from webhook_endpoints where store_env_id = ${tx.storeEnvId} and shop_connection_id is null) e
   cross join (select count(*)::int as connections,
                      count(*) filter (where status = 'needs_reauth')::int as "connectionsRefused",
                      count(*) filter (where status = 'active' and failures > 0)::int as "connectionsFailing",
                      max(last_accepted_at) as "acceptedAt"
                 from connections where store_env_id = ${tx.storeEnvId} and status <> 'removed') c
    left join lateral (select status, last_webhook_at,
                              cardinality(missing_scopes) > 0 or cardinality(missing_hooks) > 0 as "isIncomplete"
                         from shop_connections where store_env_id = ${tx.storeEnvId} and status <> 'removed') s on true
    left join lateral (${lastRead(tx)}) r on true
    left join (select created_at, last_fetched_at from review_feeds where store_env_id = ${tx.storeEnvId}) f on true`

const lateBefore = (tx: StoreReads) => new Date(tx.now.getTime() - lateMs)
