// Tests of a shop with the plugin, while Evident fails in each possible way.
import assert from 'node:assert/strict'
import { Client } from 'pg'
import type { Shop, TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Front, type Trouble, troubles } from './front.ts'

const walks = 2

export type ShopWithPlugin = {
  productId: string
  /** Looks at the product, fills a cart and pays. Returns the id of the order. */
  walk(): Promise<string>
  rename(title: string): Promise<unknown>
  countStars(): Promise<number>
  areReviewsLoaded(): Promise<boolean>
  /** True if the page for staff shows reviews, and no notice that Evident is down. */
  doStaffSeeReviews(): Promise<boolean>
  /** Kills the process, calls `meanwhile`, and starts the process again. */
  crash(meanwhile: () => Promise<void>): Promise<unknown>
  printed(): string
}

/** Functions, because tests are declared before the shop is started. */
type Parts = {
  front(): Front
  service(): TestService
  store(): Shop
  databaseUrl(): string
  shop(): ShopWithPlugin
}

/**
 * Returns the bodies of the tests. Run `assertShopWorksWhile` for each of `troubles` first, then `assertHourIsObeyed`,
 * which skips an hour, and `assertOnce` last.
 */
export function createAway({ front, service, store, databaseUrl, shop }: Parts) {
  const placed: string[] = []
  let startedAt = 0
  let lines = 0

  async function query<Row>(text: string): Promise<Row[]> {
    const client = new Client({ connectionString: databaseUrl() })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const titleInEvident = async () =>
    (await store().api.get(`/products/by-platform-id/${shop().productId}`)).body.title as string
  const isInEvident = async (id: string) => (await store().api.get(`/orders/by-platform-id/${id}`)).status === 200
  const countLines = () =>
    shop()
      .printed()
      .match(/^.*Evident.*$/gm)?.length ?? 0

  async function change(trouble: Trouble): Promise<string> {
    const title = `Teapot beside ${trouble}`
    await shop().rename(title)
    for (let at = 0; at < walks; at += 1) placed.push(await shop().walk())
    return title
  }

  async function assertShopWorks(trouble: Trouble): Promise<void> {
    assert.equal(await shop().countStars(), 1)
    const askedAt = performance.now()
    // Reviews are public, so a revoked key does not hide them.
    const isLoaded = await shop().areReviewsLoaded()
    if (trouble !== 'a revoked key') assert.equal(isLoaded, false)
    assert.equal(await shop().doStaffSeeReviews(), false)
    assert.ok(performance.now() - askedAt < 5_000)
  }

  async function assertArrived(title: string): Promise<void> {
    await until(
      async () => {
        await service().runJobs()
        if ((await titleInEvident()) !== title) return false
        for (const id of placed) if (!(await isInEvident(id))) return false
        return true
      },
      `"${title}" and ${placed.length} orders\n${shop().printed().slice(-2_000)}`,
      90_000,
    )
  }

  return {
    troubles: troubles.filter((each) => each !== 'status 429 for an hour'),

    async assertShopWorksWhile(trouble: Trouble): Promise<void> {
      startedAt ||= performance.now()
      const linesBefore = countLines()
      await front().set(trouble)
      const title = await change(trouble)
      await until(
        async () => (await query('select 1 from evident_note where attempts > 0 limit 1')).length > 0,
        'the plugin tries to report',
      )
      await assertShopWorks(trouble)
      assert.ok(front().most() <= 4, `${front().most()} connections`)
      await front().set(undefined)
      await assertArrived(title)
      lines += countLines() - linesBefore
      const minutes = Math.ceil((performance.now() - startedAt) / 60_000)
      assert.ok(lines <= minutes, `${lines} lines in ${minutes} minutes`)
    },

    /** Evident asks the shop to wait for an hour. The test then kills the process and skips the hour. */
    async assertHourIsObeyed(setDue: string): Promise<void> {
      const trouble = 'status 429 for an hour'
      await front().set(trouble)
      const title = await change(trouble)
      await until(() => front().calls() > 0, 'the plugin tries to report')
      const called = front().calls()
      await change(trouble)
      await assertShopWorks(trouble)
      // During this hour no change is reported. Only two review lists and two pages for staff may call Evident.
      assert.ok(front().calls() - called <= 4, `${front().calls() - called} more calls`)
      await front().set(undefined)
      await shop().crash(async () => void (await query(setDue)))
      await assertArrived(title)
    },

    async assertOnce(): Promise<void> {
      const { body } = await store().api.get('/orders?limit=100')
      const reported = body.data.filter(({ platformOrderId }: { platformOrderId: string }) =>
        placed.includes(platformOrderId),
      )
      assert.equal(reported.length, placed.length)
      assert.equal(new Set(placed).size, placed.length)
    },

    query,
  }
}
