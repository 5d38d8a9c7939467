// Every index costs every write of its table, so each names the function whose query needs it.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '#test/database.ts'

/** Functions of `server/`, as `file#name`. An index that is only a key or a guard against duplicates names its writer. */
const queries: Record<string, Record<string, string>> = {
  reviews: {
    reviews_pkey: 'resources/reviews/store.ts#find',
    reviews_submitted_idx: 'resources/reviews/listing-store.ts#list',
    reviews_created_idx: 'resources/reviews/listing-fragments.ts#columnByField',
    reviews_updated_idx: 'resources/reviews/listing-fragments.ts#toOrder',
    reviews_status_idx: 'resources/reviews/listing-store.ts#conditions',
    reviews_of_product_idx: 'resources/storefront/store.ts#pageOfRun',
    reviews_of_author_idx: 'resources/reviews/erasure-store.ts#listWritten',
    reviews_imported_once: 'resources/reviews/files/import-store.ts#listStored',
    reviews_one_per_order_and_product: 'resources/review-requests/form-links/store.ts#findOrder',
    reviews_rated_idx: 'resources/reviews/listing-fragments.ts#ratedParts',
    reviews_shown_counted_idx: 'resources/storefront/store.ts#pageOfRuns',
    reviews_undetected_idx: 'resources/reviews/language-store.ts#lockUndetected',
    reviews_shown_of_store_idx: 'resources/storefront/store.ts#findStorePage',
    reviews_shown_with_photos_idx: 'resources/storefront/store.ts#havingPhotos',
    reviews_shown_with_photos_of_store_idx: 'resources/storefront/store.ts#readPage',
    reviews_voted_idx: 'resources/storefront/store.ts#behindWithVotes',
    reviews_voted_of_store_idx: 'resources/storefront/store.ts#havingVotes',
    reviews_shown_with_attributes_idx: 'resources/reviews/attributes/store.ts#countAnswers',
    reviews_reported_idx: 'resources/analytics/attention/store.ts#fromReviews',
    reviews_low_unanswered_idx: 'resources/analytics/attention/store.ts#lowRating',
    reviews_corrected_idx: 'resources/reviews/listing-store.ts#conditions',
    reviews_of_shop_idx: 'resources/reviews/listing-store.ts#sameSubject',
    reviews_reply_mail_due_idx: 'resources/reviews/moderation/reply-mail-store.ts#lockDue',
  },
  orders: {
    orders_pkey: 'resources/orders/store.ts#lockBatch',
    orders_platform_id_once: 'resources/orders/store.ts#lockByPlatformId',
    orders_newest_idx: 'resources/orders/listing/store.ts#sortings',
    orders_placed_newest_idx: 'resources/orders/listing/store.ts#byOrder',
    orders_updated_idx: 'resources/orders/listing/store.ts#list',
    orders_email_idx: 'resources/orders/store.ts#lockOfBuyer',
    orders_number_idx: 'resources/orders/listing/store.ts#matching',
    orders_customer_name_idx: 'resources/orders/listing/store.ts#maxNameMatches',
    orders_customer_last_name_idx: 'resources/orders/listing/store.ts#maxNameMatches',
  },
  order_line_items: {
    order_line_items_pkey: 'resources/orders/line-item-store.ts#updateAllLinks',
    order_line_items_order_idx: 'resources/review-requests/form-links/store.ts#findOrder',
    order_line_items_product_idx: 'resources/products/merging/store.ts#lockOrdersWith',
    order_line_items_unlinked_idx: 'resources/orders/line-item-store.ts#countUnlinked',
  },
  customers: {
    customers_pkey: 'resources/customers/store.ts#find',
    customers_email_once: 'resources/customers/store.ts#findByEmail',
    customers_address_start_idx: 'resources/customers/listing-store.ts#startsWith',
    customers_newest_idx: 'resources/customers/listing-store.ts#list',
    customers_updated_idx: 'resources/customers/listing-store.ts#list',
    customers_name_idx: 'resources/customers/listing-store.ts#list',
    customers_name_terms_idx: 'resources/customers/listing-store.ts#customers_named',
  },
  products: {
    products_pkey: 'resources/products/store.ts#find',
    products_platform_id_once: 'resources/products/store.ts#listKnown',
    products_newest_idx: 'resources/products/store.ts#chooseSorting',
    products_title_idx: 'resources/products/store.ts#chooseSorting',
    products_updated_idx: 'resources/products/store.ts#chooseSorting',
    products_handle_idx: 'resources/imports/batches/store.ts#lookups',
    products_group_key_idx: 'resources/products/groups/store.ts#listOfKeys',
    products_id_key_idx: 'platform/calls/product-lookup.ts#productIdBy',
    products_text_idx: 'resources/products/store.ts#products_matching',
    products_merged_into_idx: 'resources/products/merging/store.ts#updateMerged',
  },
  product_variants: {
    product_variants_pkey: 'resources/products/variants/store.ts#retire',
    product_variants_once_per_product: 'resources/products/variants/store.ts#selectVariants',
    product_variants_live_once: 'resources/products/variants/store.ts#findHolders',
    product_variants_sku_idx: 'resources/orders/line-item-store.ts#selectLink',
    product_variants_gtin_key_idx: 'resources/imports/batches/store.ts#lookups',
    product_variants_text_idx: 'resources/products/store.ts#products_matching',
    product_variants_without_gtin_idx: 'resources/analytics/attention/store.ts#variantWindow',
  },
  evidence_entries: {
    evidence_entries_pkey: 'resources/evidence/store.ts#list',
    evidence_entries_review_idx: 'resources/evidence/store.ts#selectOfReview',
    evidence_entries_type_idx: 'resources/evidence/store.ts#list',
  },
  events: {
    events_pkey: 'resources/events/store.ts#deleteBefore',
    events_sequence_once: 'resources/events/store.ts#insert',
    events_log_idx: 'resources/outbound-webhooks/deliveries/store.ts#eventColumns',
    events_subject_idx: 'resources/events/store.ts#updateForgotten',
  },
}

let database: TestDatabase
let client: Client
before(async () => {
  database = await createDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
after(async () => {
  await client.end()
  await database.drop()
})

test('every index of a large table names the query that needs it', async () => {
  const { rows } = await client.query<{ table: string; indexes: string[] }>(
    `select tablename as table, array_agg(indexname::text order by indexname) as indexes from pg_indexes
      where schemaname = 'public' and tablename = any($1) group by 1`,
    [Object.keys(queries)],
  )
  const present = Object.fromEntries(rows.map(({ table, indexes }) => [table, indexes.sort()]))
  const listed = Object.fromEntries(Object.entries(queries).map(([table, names]) => [table, Object.keys(names).sort()]))
  assert.deepEqual(present, listed, 'add the index and its query to this list, or drop the index')
})

test('every named query exists', async () => {
  for (const [index, place] of Object.values(queries).flatMap((names) => Object.entries(names))) {
    const [file = '', name = ''] = place.split('#')
    const source = await readFile(new URL(`../../server/${file}`, import.meta.url), 'utf8')
    assert.match(source, new RegExp(`\\b${name}\\b`), `${index}: ${place}`)
  }
})
