import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { startService } from '#test/service.ts'
import { areas } from '../../server/entry/areas.ts'

const notArchived: Record<string, string> = {
  analytics_acts: 'made of the reviews',
  analytics_changes: 'made of the reviews',
  analytics_low_ratings: 'reviews that an alert names within the hour',
  analytics_notifications: 'choices of people, who do not come along',
  analytics_coverage: 'made of the reviews',
  analytics_mail_changes: 'a log',
  analytics_mail_coverage: 'a log',
  analytics_mail_days: 'a log',
  analytics_request_changes: 'made of the requests',
  analytics_request_coverage: 'made of the requests',
  analytics_request_days: 'made of the requests',
  analytics_sums: 'made of the reviews',
  analytics_waits: 'made of the reviews',
  archive_restores: 'what is being restored at this moment',
  audit_log: 'a log',
  backup_schedules: 'set anew where the store lives then: it holds a passphrase',
  backup_targets: 'they hold keys of buckets, and are made anew with them',
  backups: 'files of this installation',
  billing_notices: 'bills',
  connection_events: 'a log',
  connections: 'they hold keys of providers, and are made anew with them',
  email_messages: 'a log',
  destination_feeds: 'secrets: the address of a file is its secret',
  destination_items: 'what was sent from this installation',
  destinations: 'they hold keys, and are made anew with them',
  email_sending: 'whether this installation sends for the store at this moment',
  appeal_links: 'secrets: who has one may object as the author',
  email_soft_bounces: 'a log',
  evidence_alerts: 'owners here are told anew',
  event_counters: 'counts the log of events',
  events: 'a log',
  ended_ledgers: 'of stores that are no more',
  evidence_assessments: 'files of this installation',
  evidence_ledgers: 'where the log ends',
  evidence_nodes: 'made of the log',
  evidence_packs: 'files of this installation',
  evidence_witness_states: 'witnesses belong to this installation',
  form_links: 'secrets: who has one may write as the buyer',
  idempotency_keys: 'answers to calls, kept for a day',
  change_stamps: 'replaced by every write',
  import_rows: 'a log',
  imports: 'a log',
  inbound_webhook_people: 'a log',
  inbound_webhooks: 'a log',
  invoice_register: 'bills',
  invoices: 'bills',
  loyalty_journal_counts: 'counted anew from the journal',
  loyalty_journal_days: 'counted anew from the journal',
  loyalty_journal_months: 'counted anew from the journal',
  mailbox: 'mail that was not sent',
  first_runs: 'what was put aside while another store was set up',
  restored_ids: 'a log',
  review_counts: 'made of the reviews',
  review_moves: 'a log',
  review_move_items: 'a log',
  product_review_counts: 'made of the reviews',
  row_counts: 'made of the rows of other tables',
  review_votes: 'they are in the count of their review; a word of a browser is of a review of this installation',
  product_pictures: 'fetched from the shop again when somebody looks at the product',
  review_confirmations: 'secrets: who has one may confirm as the author',
  review_feeds: 'the address of the feed is its secret',
  review_views: 'of people of this installation',
  review_assignees: 'of people of this installation',
  sending_domain_claims: 'proves a domain to this installation',
  sending_domains: 'its records in the DNS name keys of this installation',
  sending_keys: 'secrets',
  shop_connections: 'they hold keys of shops, and are made anew with them',
  shop_connection_strings: 'they hold keys of shops, and are made anew with them',
  shop_lookups: 'finds connections',
  shop_orders: 'filled by the next read of the shop',
  shop_products: 'filled by the next read of the shop',
  shop_retirements: 'a log',
  shop_syncs: 'a log',
  storefront_secrets: 'secrets',
  stripe_acts: 'bills',
  stripe_stores: 'bills',
  subscription_events: 'bills',
  subscriptions: 'bills',
  support_tickets: 'letters between the organization and its operator',
  uploads: 'photos that no review has taken yet, gone after a day',
  wake_ups: 'scheduled again from the rows',
  deleted_shared_reviews: 'belongs to a grant of this installation',
  shared_products: 'copied again under a grant',
  shared_review_changes: 'work that waits',
  shared_review_erasures: 'digests with a key of this installation',
  shared_review_leases: 'work that waits',
  shared_review_photos: 'of another store',
  shared_review_runs: 'work that waits',
  shared_reviews: 'of another store',
  web_page_handles: 'one is of one store of this installation; a restored one gets its own',
  webhook_deliveries: 'a log',
  webhook_lanes: 'what is to be delivered at this moment',
  widget_sightings: 'pages that ask this installation',
}

test('every table with rows of stores is archived or left out for a reason', async () => {
  const service = await startService()
  const client = new Client(service.databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'store_env_id' order by 1`)
  await client.end()
  await service.close()
  const names = rows.map(({ name }) => name)
  const archived = new Set<string>(areas.archive.flatMap(({ tables }) => tables.map(({ table }) => table)))
  assert.deepEqual(
    names.filter((name) => !archived.has(name) && !(name in notArchived)),
    [],
    'declare it in `archive` of its area',
  )
  assert.deepEqual(
    Object.keys(notArchived).filter((name) => archived.has(name) || !names.includes(name)),
    [],
  )
})
