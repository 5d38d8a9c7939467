import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { buildProfile } from '#resources/agents/public/profile.ts'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

suite('answers for agents in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin({ BILLING: 'manual' })
    const { shop, service } = admin
    const productId = await addProduct(shop, 'mug')
    await addProduct(shop, 'bowl')
    await addReviews(service, shop, [
      { productId, rating: 5, verified: true, body: 'A sturdy handle. Write to jane.doe@customer.example' },
      { productId, rating: 4, incentive: 'coupon', body: 'The lid is tight.' },
    ])
  })
  after(() => admin?.close())

  const open = async () => {
    const watched = await admin.open()
    await watched.page.goto(admin.path('/settings/agents'))
    await watched.page.getByRole('heading', { name: 'Agents', exact: true }).waitFor()
    return watched
  }

  test('answers for agents are turned on by keyboard and off again, and the preview changes', async () => {
    const { page, settled, assertClean } = await open()
    await page.getByText('Turn on the answers to see what an agent gets for a product.').waitFor()
    assert.ok(await page.getByRole('checkbox', { name: /^Beginnings of reviews/ }).isDisabled())
    await settled()
    await keepPicture(page, 'agents-off')
    await assertAccessible(page, 'agents off')
    await page.getByRole('checkbox', { name: /^Answer shopping agents/ }).focus()
    await page.keyboard.press('Space')
    const rating = page.getByRole('region', { name: 'Rating', exact: true })
    await rating.getByText('"value": 4.5').waitFor()
    await page.getByText('2 reviews, 1 verified, 1 rewarded').waitFor()
    const reviews = page.getByRole('region', { name: 'Newest reviews' })
    await reviews.getByText('Write to [email]').waitFor()
    await page.getByText('A profile needs a public https address').waitFor()
    await page.getByRole('region', { name: "In your shop's llms.txt" }).getByText('/llms.txt').waitFor()
    await assertForEverybody({ page, settled }, 'agents')
    await page.getByLabel('Product').selectOption('bowl')
    await page.getByText('No reviews yet: the answer has no rating').waitFor()
    await rating.getByText('"rating": null').waitFor()
    await keepPicture(page, 'agents-no-reviews')
    await page.getByLabel('Product').selectOption('mug')
    await reviews.waitFor()
    await page.getByRole('checkbox', { name: /^Beginnings of reviews/ }).click()
    await reviews.waitFor({ state: 'detached' })
    await page.reload()
    await rating.waitFor()
    assert.equal(await page.getByRole('checkbox', { name: /^Beginnings of reviews/ }).isChecked(), false)
    await page.getByRole('checkbox', { name: /^Answer shopping agents/ }).click()
    await page.getByText('Turn on the answers to see what an agent gets for a product.').waitFor()
    assertClean()
  })

  test('with a public https address, the page shows the UCP profile in both versions', async () => {
    const { page, settled, assertClean } = await admin.open()
    const origin = 'https://reviews.example.com'
    await page.route('**/api/v1/connectors/agents', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, enabled: true, serviceName: 'com.example.reviews.shopping' } })
    })
    await page.route('**/agents/*/ucp.json*', (route) => {
      const version = new URL(route.request().url()).searchParams.get('version') as '2026-08-25'
      return route.fulfill({ json: buildProfile({ origin, storeEnvId: admin.shop.storeEnvId, version }) })
    })
    await page.route('**/agents/*/ratings*', (route) => route.fulfill({ json: { data: [], notFound: [], checks: {} } }))
    await page.route('**/agents/*/reviews*', (route) => route.fulfill({ json: { data: [], pagination: {} } }))
    await page.goto(admin.path('/settings/agents'))
    const members = page.getByRole('region', { name: "In your shop's UCP profile" })
    await members.getByText('"com.example.reviews.shopping": [').waitFor()
    await page.getByText('Agents do not find this product').waitFor()
    await page.getByRole('button', { name: '2026-04-08' }).click()
    await members.waitFor()
    const text = await members.textContent()
    assert.deepEqual(Object.keys(JSON.parse(`{${text}}`)), ['services', 'capabilities'])
    await settled()
    await keepPicture(page, 'agents-profile')
    await assertAccessible(page, 'agents with a profile')
    assertClean()
  })

  test('on a lower plan, the page names the plan that has answers for agents', async () => {
    await admin.service.query(`update subscriptions set plan = 'starter', status = 'active' where store_env_id = $1`, [
      admin.shop.storeEnvId,
    ])
    const { page, settled, assertClean } = await open()
    await page.getByText('Answers for agents is part of the Growth plan; your store has Starter.').waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
    await settled()
    await keepPicture(page, 'agents-plan')
    await assertAccessible(page, 'agents without the plan')
    assertClean()
  })
})
