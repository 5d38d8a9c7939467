import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { queueMessage } from '#resources/email/commands.ts'
import { fileAppeal, findRejection } from '#resources/evidence/appeals/commands.ts'
import { type FilledShop, fillShop } from '#test/filled-shop.ts'
import { areas } from '../../server/entry/areas.ts'

/** Names of columns that may contain a shopper's data. */
const tellingColumns =
  /(^|_)(email|recipient|customer_name|author_name|author|person|visitor|phone|birthday|address|ip|user_agent|body|text|data|payload|answer|details|test_data)(_|$)/

/** Tables that have such a column but need no erasure, each with the reason. */
const notOfShoppers: Record<string, string> = {
  audit_log: "tells what the store's own people did; shoppers stand in it by digest",
  email_branding: "the store's own colours and lines",
  email_sequences: "the store's own words",
  email_sequence_versions: "the store's own words",
  email_settings: "the store's own choices",
  email_soft_bounces: 'declared with the suppressions',
  email_templates: "the store's own words",
  events: 'what it says of a review is cut to its id when the review is forgotten (subjectErased)',
  faqs: "the store's own words; names and addresses of who asked are taken out of the question",
  idempotency_keys: 'the sealed answers of the whole store are forgotten with anybody of it (erasure/commands.ts)',
  invitations: "addresses of the organization's own people",
  organizations: 'where its own invoices go',
  loyalty_programs: "the store's own terms",
  reply_templates: "the store's own words",
  review_incentives: "the store's own words",
  review_incentive_versions: "the store's own words",
  moderation_policies: "the store's own words",
  memberships: "the organization's own people",
  sign_ups: 'people who open a store, and are gone after a month',
  shop_connections: 'where the shop itself is',
  shop_lookups: 'the same',
  stores: "the store's own",
  storefront_settings: "the store's own choices",
  webhook_deliveries: 'test deliveries name nobody; others point to events',
}

const person = 'ida.lund@customer.example'
const name = 'Ida Lund'

let filled: FilledShop
let database: Client
before(async () => {
  filled = await fillShop({ tidy: false })
  database = new Client(filled.service.databaseUrl)
  await database.connect()
})
after(async () => {
  await database?.end()
  await filled?.close()
})

type Column = { table: string; column: string; type: string }
const columns = async (): Promise<Column[]> =>
  (
    await database.query<Column>(`
      select c.table_name as table, c.column_name as column, c.data_type as type
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`)
  ).rows

const undeclared = (found: readonly Column[], declared: ReadonlySet<string>) =>
  found
    .filter(({ table, column }) => tellingColumns.test(column) && !declared.has(table) && !(table in notOfShoppers))
    .map(({ table, column }) => `${table}.${column}`)

test('every table with personal data is declared by its area', async () => {
  const found = await columns()
  const declared = new Set(areas.personalData.flatMap(({ tables }) => tables))
  assert.deepEqual(undeclared(found, declared), [], 'declare it in the personal-data.ts of its area')
  assert.deepEqual(
    [...declared].filter((table) => !found.some((each) => each.table === table)),
    [],
    'declared, and there is no such table',
  )
  for (const { tables, lists = [], erase } of areas.personalData)
    assert.ok(lists.length > 0 || erase, `${tables} are declared, and neither listed nor erased`)
  assert.deepEqual(undeclared([{ table: 'leads', column: 'email', type: 'text' }], declared), ['leads.email'])
})

async function whereItStands(text: string): Promise<string[]> {
  const places: string[] = []
  for (const { table, column, type } of await columns()) {
    if (!/text|json|character|ARRAY/.test(type)) continue
    const sql = `select 1 from "${table}" where "${column}"::text ilike $1 limit 1`
    if ((await database.query(sql, [`%${text}%`])).rowCount) places.push(`${table}.${column}`)
  }
  return places
}

test("the export lists everything, and after erasure no table has the person's data", async () => {
  const { shop } = filled
  await shop.api.post('/email-suppressions', { email: person, scope: 'loyalty', note: `${name} asked by phone` })
  const { db, services } = filled.service.service
  await db.store(shop, 'write', (tx) =>
    queueMessage(tx, services.secrets, {
      template: 'review_request',
      to: { email: person, name },
      locale: 'en',
      category: 'review_requests',
      key: 'to Ida',
      data: { customer: { firstName: 'Ida' } },
    }),
  )
  const path = `/customers/by-email/${encodeURIComponent(person)}`
  const { reviews } = (await shop.api.get(`${path}/activity`)).body
  await shop.api.put(`/reviews/${reviews[0].id}`, { status: 'rejected', reason: 'off_topic' })
  await db.store(shop, 'write', async (tx) => {
    const rejection = await findRejection(tx, reviews[0].id)
    assert.ok(rejection)
    await fileAppeal(tx, rejection, `I am ${name}, write to ${person}.`)
  })
  const { body } = await shop.api.get(`${path}/export`)
  const names = areas.personalData.flatMap(({ lists = [] }) => lists.map((list) => list.name))
  assert.ok(names.length >= 6, `${names}`)
  const empty = names.filter((each) => !Array.isArray(body[each]) || (each !== 'providerEvents' && !body[each].length))
  assert.deepEqual(empty, [], 'lists of which the export shows nothing')
  const { body: activity } = await shop.api.get(`${path}/activity`)
  assert.deepEqual(Object.keys(activity).sort(), ['customer', 'loyalty', 'orders', 'requests', 'reviews'])

  const stoodIn = [...(await whereItStands(person)), ...(await whereItStands(name))]
  for (const place of [
    'customers.email',
    'orders.email',
    'reviews.author_email',
    'email_messages.email',
    'email_suppressions.note',
    'appeals.statement',
  ])
    assert.ok(stoodIn.includes(place), `${place} is not filled: ${stoodIn}`)
  const erased = await shop.api.post('/customers/erase', { email: person })
  assert.equal(erased.status, 200, erased.text)
  assert.deepEqual(
    Object.keys(erased.body).sort(),
    areas.personalData.flatMap(({ counts = {} }) => Object.keys(counts)).sort(),
  )
  assert.deepEqual([...(await whereItStands(person)), ...(await whereItStands(name))], [])
  assert.equal((await shop.api.get(`${path}/export`)).status, 404)
})
