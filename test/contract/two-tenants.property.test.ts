// Each shop is compared with a model that knows only that shop, so any leak appears as a difference.
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { Client } from 'pg'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { type Command, ShopModel } from '#test/shop-model.ts'
import { type TenantTable, tenantTables } from '#test/tenant-rows.ts'

let service: TestService
let superuser: Client
let tables: TenantTable[]
let shops: [Shop, Shop]
before(async () => {
  service = await startService()
  superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
  tables = await tenantTables(superuser)
  shops = [await service.shop(), await service.shop()]
})
after(async () => {
  await superuser.end()
  await service.close()
})

const product = fc.constantFrom('p1', 'p2', 'p3')
const order = fc.constantFrom('o1', 'o2', 'o3')
const email = fc.constantFrom('ann@example.com', 'bob@example.com')
const nth = fc.nat({ max: 20 })
const ofKind = <K extends Command['kind']>(kind: K, rest: object = {}) =>
  fc.record({ kind: fc.constant(kind), ...rest }) as unknown as fc.Arbitrary<Command>
const rows = (shape: Record<string, fc.Arbitrary<unknown>>) =>
  fc.uniqueArray(fc.record(shape), { minLength: 1, maxLength: 3, selector: (row) => row.id })

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: ofKind('push products', { rows: rows({ id: product, title: fc.constantFrom('Cup', 'Mug') }) }),
  },
  {
    weight: 3,
    arbitrary: ofKind('push orders', {
      rows: rows({ id: order, email, products: fc.array(product, { maxLength: 2 }), isCancelled: fc.boolean() }),
    }),
  },
  {
    weight: 5,
    arbitrary: ofKind('write', { product, order: fc.option(order), email, rating: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 3,
    arbitrary: ofKind('moderate', {
      nth,
      status: fc.constantFrom('approved', 'rejected', 'spam'),
      reply: fc.option(fc.constantFrom('Thanks', 'Sorry')),
    }),
  },
  { weight: 1, arbitrary: ofKind('moderate all', { status: fc.constantFrom('approved', 'spam') }) },
  { weight: 1, arbitrary: ofKind('edit', { nth }) },
  { weight: 2, arbitrary: ofKind('delete', { nth }) },
  { weight: 1, arbitrary: ofKind('resolve') },
  { weight: 1, arbitrary: ofKind('clear orders') },
  { weight: 2, arbitrary: ofKind('reach over', { nth }) },
  { weight: 1, arbitrary: ofKind('read') },
)

async function emptyShops(): Promise<void> {
  for (const { name } of tables.toReversed())
    await superuser.query(`delete from ${name} where store_env_id = any($1)`, [
      shops.map(({ storeEnvId }) => storeEnvId),
    ])
}

const listIds = ({ reviews, products, orders }: ShopModel) => ({
  reviews: [...reviews.keys()],
  products: [...products.values()].map(({ id }) => id),
  orders: [...orders.values()].map(({ id }) => id),
})

test('each of two shops responds as if it were the only one', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(command, command), { maxLength: 40, size: 'max' }), async (steps) => {
      await emptyShops()
      const models: [ShopModel, ShopModel] = [
        new ShopModel(shops[0].api, () => listIds(models[1])),
        new ShopModel(shops[1].api, () => listIds(models[0])),
      ]
      for (const [first, second] of steps) await Promise.all([models[0].run(first), models[1].run(second)])
      for (const model of models) await model.readAll()
    }),
    { numRuns: 12, interruptAfterTimeLimit: 40_000 },
  )
})
