import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { Client } from 'pg'
import { createSender } from '#resources/webhooks/webhooks.testing.ts'
import { makeProduct, type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { type FakeWooCommerce, startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import type { Shop, TestService } from '#test/service.ts'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { noBrowser, type Person } from './browser.ts'

const wrongSecret = 'cs_0000000000000000000000000000000000000000'

suite('the admin pages of a connected shop', { skip: noBrowser }, () => {
  let admin: Admin
  let service: TestService
  let superuser: Client
  let fakes: FakeWooCommerce[] = []
  let plain: PlainShop | undefined

  before(async () => {
    admin = await startAdmin({
      BILLING: 'manual',
      SHOPIFY_CLIENT_ID: 'client',
      SHOPIFY_CLIENT_SECRET: 'shpss_secret',
      // A closed port, so that tests of this connection fail immediately and the browser does not leave the page.
      SHOPIFY_ORIGIN: 'http://127.0.0.1:9',
    })
    ;({ service } = admin)
    superuser = new Client({ connectionString: service.databaseUrl })
    await superuser.connect()
  })
  afterEach(async () => {
    plain?.restore()
    plain = undefined
    for (const fake of fakes) await fake.close()
    fakes = []
  })
  after(async () => {
    await superuser?.end()
    await admin?.close()
  })

  const pathIn = ({ storeEnvId }: Shop, path = '') => `${admin.home}/stores/${storeEnvId}/settings/shop${path}`

  async function startShop(products: number): Promise<FakeWooCommerce> {
    const fake = await startWooCommerce()
    fakes.push(fake)
    for (let i = 1; i <= products; i++)
      fake.addProduct({
        name: `Stoneware mug no. ${i}`,
        sku: `MUG-${i}`,
        permalink: `https://shop.example/mug-${i}`,
        regular_price: '12.5',
        price: '12.5',
        global_unique_id: i % 3 === 0 ? '' : `40063813339${String(i).padStart(2, '0')}`,
        brands: [{ id: 1, name: 'Larkmoor', slug: 'larkmoor' }],
        meta_data: [{ id: i, key: '_wpm_mpn', value: `LM-${i}` }],
      })
    return fake
  }

  async function connected(fake: FakeWooCommerce, more: object = {}) {
    const shop = await service.shop('Larkmoor of Bristol')
    const answer = await shop.api.post('/connectors/shops', {
      platform: 'woocommerce',
      address: fake.address,
      credentials: { consumerKey: fake.consumerKey, consumerSecret: fake.consumerSecret },
      name: 'Larkmoor online',
      ...more,
    })
    assert.equal(answer.status, 201, answer.text)
    await service.runJobs()
    return { shop, id: answer.body.id as string }
  }

  const fetchShop = async ({ api }: Shop) => (await api.get('/connectors/shops')).body.data[0]

  const open = (person: Person) => admin.open({}, person)

  const colleague = async (shop: Shop, role: 'VIEWER' | 'MEMBER'): Promise<Person> => {
    const owner = await shop.signedIn()
    const email = `${role.toLowerCase()}-${shop.storeEnvId}@example.com`
    const { acceptUrl } = (await owner.post('/account/users/invite', { email, role })).body
    const token = String(acceptUrl).split('/').at(-1)
    await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Vera', password: shop.password })
    return { ownerEmail: email, password: shop.password }
  }

  test('a shop is connected from an empty catalogue: wrong key, test, right key, first sync', async () => {
    const fake = await startShop(120)
    const shop = await service.shop('Larkmoor of Bristol')
    const { page, settled, assertClean } = await open(shop)
    await page.goto(`${admin.home}/stores/${shop.storeEnvId}/products`)
    await page.getByText('No products yet').waitFor()
    await page.getByRole('link', { name: 'Connect your shop' }).click()
    await page.getByRole('heading', { name: 'Connect your shop' }).waitFor()
    await assertForEverybody({ page, settled }, 'shop-choice')
    await page.getByRole('link', { name: /^WooCommerce/ }).click()
    await page.getByText('Advanced → REST API').waitFor()
    await assertForEverybody({ page, settled }, 'shop-woocommerce')

    await page.getByLabel('Address of the shop').fill(fake.address)
    await page.getByLabel('Consumer key').fill(fake.consumerKey)
    await page.getByLabel('Consumer secret').fill(wrongSecret)
    await page.getByRole('button', { name: 'Connect' }).click()
    const secret = page.getByLabel('Consumer secret')
    await page.locator('[aria-invalid="true"]').waitFor()
    assert.equal(await secret.getAttribute('aria-invalid'), 'true')
    await assertForEverybody({ page, settled }, 'shop-refused')
    assert.equal(await fetchShop(shop), undefined)

    await page.getByLabel('Address of the shop').fill('http://127.0.0.1:9')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByLabel('Address of the shop').and(page.locator('[aria-invalid="true"]')).waitFor()

    await page.getByLabel('Address of the shop').fill(fake.address)
    await secret.fill(fake.consumerSecret)
    fake.scope = 'read'
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText('Use a Read/Write key').waitFor()
    await assertForEverybody({ page, settled }, 'shop-tested')
    fake.scope = 'read_write'
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText('The shop can be connected.').waitFor()
    assert.equal(await fetchShop(shop), undefined, 'a test keeps nothing')

    await page.getByRole('button', { name: 'Connect' }).click()
    // The notice is checked before the permanent content, because the notice closes by itself.
    await page.getByText('WooCommerce is connected').waitFor()
    await page.getByText(', starts soon').waitFor()
    // The second page of products fails, so the sync waits, and the page shows until when.
    fake.before = () => {
      if (/\/products\?.*\boffset=100\b/.test(fake.calls.at(-1) ?? ''))
        fake.troubles.push({ status: 503, headers: { 'retry-after': '900' } })
    }
    await service.runJobs()
    await page.getByText('Waiting for the shop until').waitFor()
    await page.getByText('out of 120 products read').waitFor()
    const bar = page.getByRole('progressbar', { name: 'Products read' })
    assert.deepEqual([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuemax')], ['100', '120'])
    await assertForEverybody({ page, settled }, 'shop-waits')
    fake.before = undefined
    await page.getByRole('button', { name: 'Read now' }).click()
    await page.getByText('Reading the shop').waitFor()
    await service.runJobs()
    await page.getByText('120 new').first().waitFor()
    await page.getByRole('progressbar').first().waitFor({ state: 'detached' })
    await assertForEverybody({ page, settled }, 'shop-connected')
    await page.goto(`${admin.home}/stores/${shop.storeEnvId}/products`)
    await page.getByRole('link', { name: 'Stoneware mug no. 120' }).waitFor()
    const kept = await fetchShop(shop)
    assert.deepEqual([kept.status, kept.backfillDays], ['active', 60])
    assertClean(/400/)
  })

  test('removals are paused, reviewed page by page, confirmed, and explained', async () => {
    const fake = await startShop(80)
    const { shop, id } = await connected(fake)
    fake.products.splice(0, 40)
    const { page, settled, assertClean } = await open(shop)
    await page.goto(pathIn(shop))
    await page.getByRole('button', { name: 'Read now' }).click()
    await page.getByText('Reading the shop').waitFor()
    await service.runJobs()
    await page.getByRole('heading', { name: 'The shop no longer has 40 variants' }).waitFor()
    await assertForEverybody({ page, settled }, 'shop-held')
    await page.getByRole('link', { name: 'Show missing products' }).click()
    await page.getByRole('heading', { name: 'Products to retire' }).waitFor()
    await assertForEverybody({ page, settled }, 'shop-held-list')
    const rows = page.getByRole('table', { name: 'Missing products' }).getByRole('row')
    await rows.nth(30).scrollIntoViewIfNeeded()
    await rows.nth(40).waitFor()
    assert.equal(await rows.count(), 41)
    await page.getByRole('button', { name: 'Retire them …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('about each of them once more').waitFor()
    await assertForEverybody({ page, settled }, 'shop-held-confirm')
    await dialog.getByRole('button', { name: 'Retire them' }).click()
    await page.getByText('We ask the shop once more, then retire them').waitFor()
    await service.runJobs()
    await page.getByText('Retired', { exact: true }).first().waitFor()
    await page.getByText('The shop no longer has the product').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Retire them …' }).count(), 0)
    await assertForEverybody({ page, settled }, 'shop-retired')
    await page.getByRole('link', { name: 'Larkmoor online' }).click()
    await page.getByText('40 variants retired').first().waitFor()
    const live = await shop.api.get('/products?status=active&includeTotal=true&limit=1')
    assert.equal(live.body.pagination.total, 40)
    assert.equal((await shop.api.get(`/connectors/shops/${id}`)).body.lastSync.counts.retired, 40)
    assertClean()
  })

  test('identifiers are tried on ten products before they are saved, then a sync follows', async () => {
    const fake = await startShop(12)
    const { shop } = await connected(fake)
    const { page, settled, assertClean } = await open(shop)
    await page.goto(pathIn(shop))
    const mpn = page.getByLabel('MPN (part number)')
    assert.equal(await mpn.inputValue(), '')
    await mpn.selectOption('A field of the meta data')
    await page.getByLabel('Which, for MPN').fill('_wpm_mpn')
    await page.getByRole('button', { name: 'Try on ten products' }).click()
    await page.getByText('10 variants of 10 products').waitFor()
    await page.getByText('10 with an MPN').waitFor()
    await page.getByRole('cell', { name: 'LM-1', exact: true }).waitFor()
    await assertForEverybody({ page, settled }, 'shop-identifiers')
    assert.equal((await fetchShop(shop)).identifiers.mpn, null, 'trying it keeps nothing')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. Reading the shop with these settings.').waitFor()
    await service.runJobs()
    assert.equal((await fetchShop(shop)).identifiers.mpn, 'meta:_wpm_mpn')
    const [product] = (await shop.api.get('/products?q=no.%207')).body.data
    assert.equal((await shop.api.get(`/products/${product.id}`)).body.variants[0].mpn, 'LM-7')
    await page.getByText('on new settings').first().waitFor()
    assertClean()
  })

  test('a revoked key is replaced; the connection is renamed, paused, repaired and removed', async () => {
    const fake = await startShop(3)
    const { shop, id } = await connected(fake)
    const { page, settled, assertClean } = await open(shop)
    const dialog = page.getByRole('dialog')
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Manage shop' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await page.goto(pathIn(shop))
    fake.consumerSecret = 'cs_1111111111111111111111111111111111111111'
    await page.getByRole('button', { name: 'Read now' }).click()
    await page.getByText('Reading the shop').waitFor()
    await service.runJobs()
    await page.getByText('WooCommerce no longer allows reading.').waitFor()
    await assertForEverybody({ page, settled }, 'shop-refuses')
    await choose('Repair')
    await dialog.getByRole('button', { name: 'Repair' }).click()
    await dialog.getByRole('button', { name: 'Replace credentials' }).click()
    await dialog.getByLabel('Consumer key').fill(fake.consumerKey)
    await dialog.getByLabel('Consumer secret').fill(wrongSecret)
    await dialog.getByRole('button', { name: 'Replace' }).click()
    await dialog.locator('[aria-invalid="true"]').waitFor()
    await assertForEverybody({ page, settled }, 'shop-credentials')
    await dialog.getByLabel('Consumer secret').fill(fake.consumerSecret)
    await dialog.getByRole('button', { name: 'Replace' }).click()
    await page.getByText('Credentials replaced').waitFor()
    await service.runJobs()
    await page.getByText('no longer allows reading').waitFor({ state: 'detached' })

    await choose('Name')
    await dialog.getByLabel('Name').fill('Our shop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Our shop', level: 2 }).waitFor()
    await choose('Test')
    await dialog.getByText('All checks passed.').waitFor()
    await assertForEverybody({ page, settled }, 'shop-test-again')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await choose('Pause')
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused. We read nothing until you resume').waitFor()
    await assertForEverybody({ page, settled }, 'shop-paused')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Reading continues').waitFor()
    await choose('Repair')
    await dialog.getByRole('button', { name: 'Repair' }).click()
    await page.getByText('Connection repaired').waitFor()
    await service.runJobs()

    await superuser.query(
      `update shop_connections set missing_hooks = '{order.updated,product.deleted}', rejected_webhooks = 3, missing_scopes = '{read_write}' where id = $1`,
      [id],
    )
    await page.reload()
    await page.getByText('order.updated, product.deleted').waitFor()
    await assertForEverybody({ page, settled }, 'shop-webhooks')
    await page.getByRole('button', { name: 'Repair', exact: true }).click()
    await dialog.getByRole('heading', { name: 'Repair the connection?' }).waitFor()
    await assertForEverybody({ page, settled }, 'shop-repair')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await choose('Disconnect')
    await dialog.getByText('Stays', { exact: true }).waitFor()
    await assertForEverybody({ page, settled }, 'shop-disconnect')
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('heading', { name: 'Connect your shop' }).waitFor()
    assert.equal(await fetchShop(shop), undefined)
    assert.equal((await shop.api.get('/products?includeTotal=true')).body.pagination.total, 3)
    // The page may be polling while the connection is removed.
    assertClean(/400|404/)
  })

  test('the secret of a Medusa shop is shown once, with instructions', async () => {
    plain = startPlainShop()
    plain.products = [makeProduct('p1', 2)]
    const shop = await service.shop('Larkmoor of Bristol')
    const { page, settled, assertClean } = await open(shop)
    await page.goto(pathIn(shop, '?platform=medusa'))
    await page.getByText('Secret API key', { exact: true }).click()
    await page.getByLabel('Address of the backend').fill('http://localhost:9000')
    await page.getByRole('textbox', { name: 'Secret API key' }).fill(plain.goodKey)
    await page.getByLabel('Name (optional)').fill('Medusa of Larkmoor')
    await page.getByRole('button', { name: 'Connect' }).click()
    const secret = page.getByRole('textbox', { name: 'EVIDENT_WEBHOOK_SECRET' })
    await secret.waitFor()
    assert.match(await secret.inputValue(), /^whsec_[A-Za-z0-9+/]{43}=$/)
    const { id } = await fetchShop(shop)
    const address = `${admin.origin}/api/v1/webhooks/medusa/${id}`
    assert.equal(await page.getByRole('textbox', { name: 'EVIDENT_WEBHOOK_URL' }).inputValue(), address)
    await service.runJobs()
    await page.getByText('1 new').first().waitFor()
    await page.getByText('Medusa is connected').waitFor({ state: 'detached' })
    await assertForEverybody({ page, settled }, 'shop-secret')
    await page.getByRole('button', { name: 'I have saved the secret' }).click()
    await secret.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('textbox', { name: 'Address for webhooks' }).inputValue(), address)
    assertClean()
  })

  test('the plugin of a Medusa shop is installed with copied commands and a connection string shown once', async () => {
    plain = startPlainShop()
    const shop = await service.shop('Larkmoor of Bristol')
    const { page, settled, assertClean } = await open(shop)
    await page.goto(pathIn(shop, '?platform=medusa'))
    await page.getByText('Install the plugin').waitFor()
    await assertForEverybody({ page, settled }, 'shop-plugin-start')
    await page.getByText('Answer reviews in the shop’s admin').click()
    await page.getByRole('button', { name: 'Make the connection string' }).click()
    const line = page.getByRole('textbox', { name: 'EVIDENT_CONNECTION' })
    await line.waitFor()
    const first = await line.inputValue()
    assert.match(first, /^EVIDENT_CONNECTION=evc1_[\w-]+_[0-9a-f]{8}$/)
    assert.equal(await page.getByRole('textbox', { name: 'Install' }).inputValue(), 'npm install medusa-plugin-evident')
    await page.getByText('Waits for the plugin').waitFor()
    await assertForEverybody({ page, settled }, 'shop-plugin-string')
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await line.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('It was shown once').waitFor()
    await page.goto(`${admin.home}/stores/${shop.storeEnvId}/products`)
    await page.getByText('Products appear after you choose Connect in Medusa’s admin.').waitFor()
    await assertForEverybody({ page, settled }, 'shop-plugin-no-products')
    await page.getByRole('link', { name: 'See the connection' }).click()
    await page.getByText('Waits for the plugin').waitFor()
    const { id, plugin } = await fetchShop(shop)
    assert.equal(plugin.reply, true)
    const text = first.slice('EVIDENT_CONNECTION=evc1_'.length, -9)
    const secret: string = JSON.parse(Buffer.from(text, 'base64url').toString()).toEvident
    const send = createSender(service, shop, 'medusa', id)
    const callback = 'http://127.0.0.1:9009/hooks/evident'
    const hello = await send(
      { type: 'plugin.hello', data: { version: '1.0.0', shopVersion: '2.21.2', callback } },
      { secret },
    )
    assert.equal(hello.status, 200, hello.text)
    await page.getByText('The plugin runs.').waitFor()
    await assertForEverybody({ page, settled }, 'shop-plugin-runs')
    const credentials = { apiKey: plain.goodKey }
    const handed = await send(
      { type: 'plugin.credentials', data: { address: 'http://localhost:9000', credentials } },
      { secret },
    )
    assert.equal(handed.status, 200, handed.text)
    await service.runJobs()
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'New connection string' }).click()
    await page.getByText('Ends immediately').click()
    await assertForEverybody({ page, settled }, 'shop-plugin-replace')
    await page.getByRole('button', { name: 'Make the connection string' }).click()
    await line.waitFor()
    assert.notEqual(await line.inputValue(), first)
    assertClean()
  })

  test('the plugin of a Vendure shop is installed with commands to copy', async () => {
    plain = startPlainShop()
    const shop = await service.shop('Larkmoor of Bristol')
    const { page, settled, assertClean } = await open(shop)
    await page.goto(pathIn(shop, '?platform=vendure'))
    await page.getByText('Install the plugin').waitFor()
    await page.getByRole('button', { name: 'Make the connection string' }).click()
    await page.getByRole('textbox', { name: 'EVIDENT_CONNECTION' }).waitFor()
    const typed = async (name: string) => await page.getByRole('textbox', { name, exact: true }).inputValue()
    assert.equal(await typed('Install'), 'npm install vendure-plugin-evident')
    assert.match(await typed('Import'), /EvidentPlugin/)
    assert.match(await typed('vendure-config.ts'), /EvidentPlugin\.init/)
    assert.match(await typed('Migrate'), /vendure migrate/)
    await page.getByText('open Marketing → Evident in its admin').waitFor()
    await assertForEverybody({ page, settled }, 'shop-plugin-vendure')
    assertClean()
  })

  test('webhooks of the shop are listed by state with results, and reprocessed', async () => {
    plain = startPlainShop()
    plain.products = [makeProduct('p1', 2)]
    const shop = await service.shop('Larkmoor of Bristol')
    const credentials = { apiKey: plain.goodKey }
    const connection = { platform: 'medusa', address: 'http://localhost:9000', credentials, name: 'Larkmoor online' }
    const { id } = (await shop.api.post('/connectors/shops', connection)).body
    await service.runJobs()
    const { page, settled, assertClean } = await open(shop)
    await page.goto(pathIn(shop))
    await page.getByText('No webhooks yet').waitFor()
    const send = createSender(service, shop, 'medusa', id)
    await send({ type: 'product.updated', data: { id: 'p1' } })
    await send({ type: 'order.updated', data: { id: 'order_gone' } })
    await service.runJobs()
    await page.reload()
    const table = page.getByRole('table', { name: 'Received webhooks' })
    const ignored = table.getByRole('row').filter({ hasText: 'order_gone' })
    await ignored.getByText('The shop has no such order').waitFor()
    assert.equal(await table.getByRole('row').count(), 3)
    await assertForEverybody({ page, settled }, 'shop-received')
    await page.getByLabel('State').selectOption('Not needed')
    await ignored.waitFor()
    await table.getByText('product.updated').waitFor({ state: 'detached' })
    await ignored.waitFor()
    assert.equal(await table.getByRole('row').count(), 2)
    await page.getByRole('button', { name: 'order.updated' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('"id": "order_gone"').waitFor()
    await assertForEverybody({ page, settled }, 'shop-received-one')
    await dialog.getByRole('button', { name: 'Close' }).click()
    plain.calls = []
    await ignored.getByRole('button', { name: 'Process again' }).click()
    await page.getByText('Processing again').waitFor()
    await service.runJobs()
    assert.ok(plain.calls.includes('order'), 'the shop is asked for it again')
    const viewer = await open(await colleague(shop, 'VIEWER'))
    await viewer.page.goto(pathIn(shop))
    await viewer.page.getByText('order_gone').waitFor()
    assert.equal(await viewer.page.getByRole('button', { name: 'Process again' }).count(), 0)
    assertClean()
    viewer.assertClean()
  })

  test('consenting at Shopify returns to the page, and an expired link is replaced', async () => {
    const shop = await service.shop('Larkmoor of Bristol')
    const { page, settled, assertClean } = await open(shop)
    let asked = ''
    await page.route('http://127.0.0.1:9/**', (route) => {
      asked = route.request().url()
      return route.fulfill({ contentType: 'text/html', body: '<title>Shopify</title>Install Evident?' })
    })
    await page.goto(pathIn(shop, '?platform=shopify'))
    await page.getByRole('radio', { name: /Install the app/ }).waitFor()
    await assertForEverybody({ page, settled }, 'shop-shopify')
    await page.getByLabel('Address at Shopify').fill('not an address')
    await page.getByRole('button', { name: 'Continue to Shopify' }).click()
    await page.getByText('such as acme.myshopify.com.').waitFor()
    await page.getByLabel('Address at Shopify').fill('larkmoor.myshopify.com')
    await page.getByRole('button', { name: 'Continue to Shopify' }).click()
    await page.getByText('Install Evident?').waitFor()
    assert.match(asked, /\/admin\/oauth\/authorize\?client_id=client&scope=/)
    // Shopify redirects to the start page of the application.
    await page.goto(admin.home)
    await page.getByRole('heading', { name: 'Approve in Shopify' }).waitFor()
    await assertForEverybody({ page, settled }, 'shop-consent')
    await page.getByRole('link', { name: 'Continue to Shopify' }).waitFor()
    await superuser.query(`update shop_connections set install_until = now() - interval '1 hour'`)
    await page.getByRole('button', { name: 'Get a new link to Shopify' }).click()
    await page.getByRole('link', { name: 'Continue to Shopify' }).waitFor()
    // The next visit to the start page opens Home again.
    await page.goto(admin.home)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    assertClean(/400|foreign request: http:\/\/127\.0\.0\.1:9/)
  })

  test('every platform has instructions, and a custom shop pushes its data', async () => {
    const shop = await service.shop('Larkmoor of Bristol')
    const { page, settled, assertClean } = await open(shop)
    for (const platform of ['bigcommerce', 'medusa', 'vendure', 'custom']) {
      await page.goto(pathIn(shop, `?platform=${platform}`))
      const guide = page.getByRole('link', { name: 'Full guide' })
      await guide.waitFor()
      const path = await guide.getAttribute('href')
      assert.equal((await page.request.get(`${admin.origin}${path}`)).status(), 200, `${path}`)
      await assertForEverybody({ page, settled }, `shop-${platform}`)
    }
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('Your shop sends products and orders').waitFor()
    const received = page.getByRole('region', { name: 'Recently received' })
    await received.getByText('Nothing received yet').waitFor()
    await page.getByText('Last received: none yet').waitFor()
    assert.equal((await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Blue mug' }])).body.failed, 0)
    await page.reload()
    await received.getByRole('row', { name: /Blue mug.*Product.*\d:\d\d/ }).waitFor()
    const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 2 }) })
    assert.deepEqual(await head.getByRole('link').allInnerTexts(), ['1 product', '0 orders'])
    for (const name of ['Last received', 'Last API call'])
      await page
        .getByText(new RegExp(`^${name}: `))
        .locator('time')
        .waitFor()
    await assertForEverybody({ page, settled }, 'shop-pushes')
    assert.equal(await page.getByRole('button', { name: 'Read now' }).count(), 0)
    assertClean()
  })

  test("a Viewer sees the connection; a lapsed store's page says that syncs are paused", async () => {
    const fake = await startShop(2)
    const { shop } = await connected(fake)
    for (const role of ['VIEWER', 'MEMBER'] as const) {
      const { page, settled, assertClean } = await open(await colleague(shop, role))
      await page.goto(pathIn(shop))
      await page.getByText('2 new').first().waitFor()
      await page.getByText('GTIN, UPC, EAN or ISBN').waitFor()
      for (const name of ['Read now', 'Manage shop', 'Save', 'Try on ten products'])
        assert.equal(await page.getByRole('button', { name }).count(), 0, `${role}: ${name}`)
      if (role === 'VIEWER') await assertForEverybody({ page, settled }, 'shop-viewer')
      assertClean()
    }
    const empty = await service.shop('Empty')
    const viewer = await open(await colleague(empty, 'VIEWER'))
    await viewer.page.goto(pathIn(empty, '?platform=woocommerce'))
    await viewer.page.getByText('After an owner or admin connects a shop').waitFor()
    await assertForEverybody(viewer, 'shop-viewer-empty')

    await superuser.query(
      `update subscriptions set trial_ends_at = now() - interval '1 day' where store_env_id = $1 and status = 'trialing'`,
      [shop.storeEnvId],
    )
    const { page, settled } = await open(shop)
    await page.goto(pathIn(shop))
    await page.getByText('We do not sync the shop until you renew it').waitFor()
    await page.getByText('Once the subscription is renewed').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Read now' }).count(), 0)
    await assertForEverybody({ page, settled }, 'shop-lapsed')
  })
})
