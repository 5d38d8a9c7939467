import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Shop, TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, openPlace, startAdmin } from './admin.ts'
import { assertAccessible, enter, noBrowser, withLastingNotices } from './browser.ts'

suite('the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  let service: TestService
  let shop: Shop
  const folder = mkdtempSync(join(tmpdir(), 'evident-admin-'))

  before(async () => {
    admin = await startAdmin()
    ;({ service, shop } = admin)
    await fill(shop)
  })

  after(async () => {
    await admin?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const inStore = (path: string) => admin.path(path)
  const reviewWith = async (words: string) =>
    (await shop.api.get(`/reviews?q=${encodeURIComponent(words)}`)).body.data[0] as { id: string; status: string }

  test('a wrong password is refused, and the right password leads to the requested page', async () => {
    const { page, assertClean } = await admin.openUnknown()
    await page.goto(inStore('/settings/members'))
    await page.getByLabel('Email').fill(shop.ownerEmail)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').filter({ hasText: 'do not match' }).waitFor()
    await page.getByLabel('Password').fill(shop.password)
    await page.getByRole('button', { name: 'Show password' }).click()
    assert.equal(await page.getByLabel('Password').getAttribute('type'), 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    assert.equal(await page.getByLabel('Password').getAttribute('type'), 'password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    assert.equal(page.url(), inStore('/settings/members'))
    await page.getByRole('button', { name: /Owner$/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(inStore('/reviews'))
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assertClean(/401/)
  })

  test('with billing off, no page mentions trials, plans or subscriptions', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(inStore('/settings/stores'))
    await page.getByRole('button', { name: 'Add store' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Second')
    assert.equal(await page.getByText(/trial|subscription|\bscale\b|\bplan\b/i).count(), 0)
    await page.getByRole('dialog').getByRole('button', { name: 'Open the store' }).click()
    await page.getByText('Second was added', { exact: true }).waitFor()
    assertClean()
  })

  test('a session that ends on an open page leads to sign-in and back', async () => {
    const { page, settled } = await admin.openUnknown()
    await page.goto(admin.home)
    await enter(page, shop)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await settled()
    await page.context().clearCookies()
    await openPlace(page, 'Catalog', 'Products')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await enter(page, shop)
    await page.getByRole('heading', { name: 'Products' }).waitFor()
  })

  test('an approval applies for every visitor, unless it is undone', async () => {
    const { page, settled, assertClean } = await admin.open()
    const hurry = await withLastingNotices(page)
    await page.goto(inStore('/reviews'))
    await page.getByRole('link', { name: /Keeps tea hot/ }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await hurry()
    await page.getByRole('link', { name: /Leaks at the seam/ }).click()
    await page.getByRole('article', { name: 'Review by Ada Brook' }).waitFor()
    await settled()
    await page.keyboard.press('a')
    await page.getByRole('link', { name: /Leaks at the seam/ }).waitFor({ state: 'detached' })
    await until(async () => (await reviewWith('Leaks at the seam')).status === 'approved')
    assert.equal((await reviewWith('Keeps tea hot')).status, 'pending')
    assertClean()
  })

  test('selected reviews are all decided, even if the page is left immediately', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(inStore('/reviews'))
    for (const name of ['Spammer One', 'Spammer Two'])
      await page.getByRole('checkbox', { name: `Select the review of ${name}` }).check()
    await page.getByRole('region', { name: 'Selected reviews' }).getByRole('button', { name: 'Spam' }).click()
    await page.goto('about:blank')
    await until(async () => {
      const { data } = (await shop.api.get('/reviews?status=spam')).body
      return data.length === 2
    })
    assertClean(/about:blank/)
  })

  test("a reply is written, shown and withdrawn, and a customer's review cannot be edited", async () => {
    const { page, assertClean } = await admin.open()
    const { id } = await reviewWith('Keeps tea hot')
    await page.goto(inStore(`/reviews/${id}`))
    await page.getByText("Customer content can't be edited").waitFor()
    assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0)
    await page.getByLabel('Your public reply').fill('Thank you!')
    await page.getByRole('button', { name: 'Save reply' }).click()
    await page.getByRole('region', { name: 'Reply' }).getByText('Thank you!').waitFor()
    assert.equal((await shop.api.get(`/reviews/${id}`)).body.reply.body, 'Thank you!')
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByLabel('Your public reply').waitFor()
    assert.equal((await shop.api.get(`/reviews/${id}`)).body.reply, null)
    assertClean()
  })

  test('a reply does not remain as a draft if its response arrives after navigation', async () => {
    const { page, assertClean } = await admin.open()
    const { id } = await reviewWith('Keeps tea hot')
    const answer = Promise.withResolvers<void>()
    await page.route(`**/reviews/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await answer.promise
      await route.continue()
    })
    await page.goto(inStore(`/reviews/${id}`))
    await page.getByLabel('Your public reply').fill('Thanks again!')
    await page.getByRole('button', { name: 'Save reply' }).click()
    await openPlace(page, 'Catalog', 'Products')
    await page.getByRole('heading', { name: 'Products' }).waitFor()
    answer.resolve()
    await page.getByText(/Reply (published|saved)/).waitFor()
    await page.goBack()
    await page.getByRole('region', { name: 'Reply' }).getByText('Thanks again!').waitFor()
    await shop.api.patch(`/reviews/${id}`, { reply: null })
    assertClean()
  })

  test('an invited person accepts, and can read but not decide as a Viewer', async () => {
    const owner = await shop.signedIn()
    const { acceptUrl } = (await owner.post('/account/users/invite', { email: 'vera@example.com', role: 'VIEWER' }))
      .body
    const { page, assertClean } = await admin.openUnknown()
    await page.goto(acceptUrl)
    await page.getByLabel('Your name').fill('Vera Holt')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Reviews' }).click()
    await page.getByRole('link', { name: /Keeps tea hot/ }).click()
    await page.getByText('As a Viewer you can read reviews').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
    await page.goto(acceptUrl)
    await page.getByRole('heading', { name: 'This invitation was accepted already' }).waitFor()
    assertClean(/409/)
  })

  test('a new key works within its scopes until it is revoked', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(inStore('/settings/api-keys'))
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('Reporting')
    await page.getByRole('radio', { name: 'Chosen by hand' }).check()
    assert.ok(await page.getByRole('button', { name: 'Create the key' }).isDisabled(), 'nothing is not everything')
    await page.getByRole('radio', { name: 'reviews: read' }).check()
    assert.ok(await page.getByRole('radio', { name: 'reviews: write' }).isDisabled(), 'a Viewer writes nothing')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    const byKey = service.with({ authorization: `Bearer ${key}`, 'x-store-env-id': shop.storeEnvId })
    assert.equal((await byKey.get('/reviews')).status, 200)
    assert.equal((await byKey.get('/products')).body.code, 'scope_denied')
    await page.getByRole('button', { name: 'Revoke Reporting' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Key revoked').waitFor()
    assert.equal((await byKey.get('/reviews')).status, 401)
    assertClean()
  })

  test('a key for a common purpose gets the scopes and the role that it needs', async () => {
    const { page, assertClean, settled } = await admin.open()
    await page.goto(inStore('/settings/api-keys'))
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('Shop system')
    await page.getByRole('radio', { name: 'Push products and orders' }).check()
    assert.equal(await page.getByLabel('Role', { exact: true }).inputValue(), 'ADMIN')
    assert.ok(await page.getByRole('radio', { name: 'orders: write' }).isChecked())
    await page.getByRole('radio', { name: 'web-pages: write' }).waitFor()
    await settled()
    await keepPicture(page, 'new-key')
    await assertAccessible(page, 'a new key')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
    const byKey = service.with({ authorization: `Bearer ${key}`, 'x-store-env-id': shop.storeEnvId })
    assert.equal((await byKey.put('/products', [])).status, 200)
    assert.equal((await byKey.get('/reviews')).body.code, 'scope_denied')
    assertClean()
  })

  test('a file is checked, then imported, and each failed row shows its reason', async () => {
    const { page, assertClean } = await admin.open()
    const file = join(folder, 'reviews.csv')
    writeFileSync(
      file,
      [
        'product_id,rating,title,body,author,email,created_at',
        'mug-01,5,Lovely,Brought from the old shop,Old Customer,old@example.com,2024-05-06',
        'nothing-there,4,Fine,About something else,Other Customer,other@example.com,2024-05-07',
        'mug-01,4,Good,Half an address,Third Customer,third@,2024-05-08',
      ].join('\n'),
    )
    await page.goto(inStore('/reviews'))
    await openPlace(page, 'Catalog', 'Imports')
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('waiting for its turn').waitFor()
    await service.runJobs()
    await page.getByText('Nothing has been written').waitFor()
    assert.equal((await shop.api.get('/reviews?imported=true')).body.data.length, 0)
    await page.getByRole('cell', { name: /nothing-there/ }).waitFor()
    await page.getByText('One row has an e-mail address that is not valid').waitFor()
    await page.reload()
    await page.getByText('2 reviews would be imported').waitFor()
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByText('waiting for its turn').waitFor()
    assert.equal(await page.getByRole('progressbar').getAttribute('aria-valuenow'), '0')
    await service.runJobs()
    await page.getByRole('link', { name: 'See the imported reviews' }).waitFor()
    assert.equal(await page.getByText('Nothing has been written').count(), 0)
    await page.getByRole('link', { name: 'All imports' }).click()
    await page.getByText('Partly imported').first().waitFor()
    await page.getByText('Errors found').first().waitFor()
    await page.getByText('Unknown columns, matched by name').first().waitFor()
    await page.getByRole('link', { name: '1, see why' }).first().click()
    await page.getByRole('cell', { name: /nothing-there/ }).waitFor()
    await page.getByRole('link', { name: 'See the imported reviews' }).click()
    await page.getByRole('link', { name: /Brought from the old shop/ }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Title').fill('Lovely still')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Lovely still' }).waitFor()
    assert.equal(((await reviewWith('old shop')) as { title?: string }).title, 'Lovely still')
    assertClean()
  })

  test('an upload asks for the file first, and for the order of dates only if the file leaves it open', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(inStore('/imports'))
    const guide = page.getByRole('link', { name: 'Judge.me How to export' })
    assert.equal(await guide.getAttribute('href'), '/docs/moving#judgeme')
    assert.equal(await page.getByRole('main').getByRole('combobox').count(), 0)
    await settled()
    await assertAccessible(page, 'imports without a file')
    await keepPicture(page, 'imports-none')
    const buffer = Buffer.from('order id,email,order date,product id\n1,ada@example.com,03/04/2024,mug-01\n')
    await page.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer })
    await page.getByText('Recognised from the columns of the file.').waitFor()
    assert.equal(await page.getByLabel('Content').inputValue(), 'orders')
    await keepPicture(page, 'imports-chosen')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.waitForURL(/imports\/./)
    await service.runJobs()
    await page.getByRole('heading', { name: 'Ambiguous dates' }).waitFor()
    await keepPicture(page, 'imports-dates')
    const first = page.url()
    await page.getByRole('button', { name: 'Read it as 3 April (day first)' }).click()
    await page.waitForURL((url) => url.href !== first)
    await service.runJobs()
    await page.getByText('One order would be imported').waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Ambiguous dates' }).count(), 0)
    assertClean()
  })

  test('the last owner cannot demote themselves, and the page says why', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(inStore('/settings/members'))
    const own = page.getByRole('row').filter({ hasText: shop.ownerEmail })
    await own.getByRole('button', { name: /Manage/ }).click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
    await page.getByRole('dialog').getByLabel('Role').selectOption('ADMIN')
    await page.getByRole('button', { name: 'Change role' }).click()
    await page.getByRole('alert').filter({ hasText: 'last active owner' }).waitFor()
    await page.keyboard.press('Escape')
    await own.getByRole('cell', { name: 'Owner', exact: true }).waitFor()
    assertClean(/403/)
  })

  test('a customer is erased only after their address is typed', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(inStore('/customers/gone%40example.com'))
    await page.getByRole('button', { name: 'Erase' }).click()
    const erase = page.getByRole('button', { name: 'Erase for good' })
    assert.ok(await erase.isDisabled())
    await page.getByLabel(/Type gone@example.com/).fill('gone@example.com')
    await erase.click()
    await page.getByRole('heading', { name: 'Customers' }).waitFor()
    assert.equal((await shop.api.get('/customers/by-email/gone%40example.com/activity')).status, 404)
    assertClean()
  })

  test('every page is accessible, never overflows in any layout, and stays on its origin', async () => {
    const { page, assertClean, settled } = await admin.openUnknown()
    const judge = (name: string) => assertForEverybody({ page, settled }, `every-page/${name}`)
    await page.goto(admin.home)
    await page.getByLabel('Email').waitFor()
    await judge('sign-in')
    await enter(page, shop)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await judge('home')
    for (const { path, heading } of await pagesUnderTest(shop)) {
      await page.goto(inStore(path))
      await page.getByRole('heading', { name: heading }).first().waitFor()
      await judge(path)
    }
    await page.goto(`${admin.home}/no/such/page`)
    await page.getByText('Page not found').waitFor()
    await judge('missing page')
    assertClean()
  })
})

async function fill(shop: Shop): Promise<void> {
  const url = 'https://shop.example.com/mug'
  await shop.api.put('/products', [
    { platformProductId: 'mug-01', title: 'Stoneware mug', url, gtin: '4006381333931', brand: 'Larkmoor' },
    { platformProductId: 'tee-01', title: 'Linen tee', sku: 'TEE' },
  ])
  await shop.api.put('/orders', [
    {
      platformOrderId: 'o-1',
      orderNumber: '#1001',
      email: 'ada@example.com',
      customerName: 'Ada Brook',
      total: '24.90',
      currency: 'EUR',
      placedAt: '2026-01-02T10:00:00Z',
      lineItems: [{ platformProductId: 'mug-01', title: 'Stoneware mug', quantity: 1, unitPrice: '24.90' }],
    },
  ])
  const written: [string, string, number, string, string][] = [
    ['mug-01', 'Keeps tea hot', 5, 'Tom Ashdown', 'tom@example.com'],
    ['mug-01', 'Leaks at the seam', 1, 'Ada Brook', 'ada@example.com'],
    ['tee-01', 'Buy followers now', 5, 'Spammer One', 'one@spam.example'],
    ['tee-01', 'Buy more followers now', 5, 'Spammer Two', 'two@spam.example'],
    ['tee-01', 'Nice and cool in summer', 4, 'Gone Soon', 'gone@example.com'],
  ]
  for (const [platformProductId, body, rating, authorName, authorEmail] of written) {
    const { status } = await shop.api.post('/reviews', { platformProductId, body, rating, authorName, authorEmail })
    assert.equal(status, 201)
  }
}

async function pagesUnderTest(shop: Shop): Promise<{ path: string; heading: string | RegExp }[]> {
  const first = async (path: string) => (await shop.api.get(path)).body.data[0].id as string
  return [
    { path: `/reviews/${await first('/reviews')}?status=all`, heading: /^Review by/ },
    { path: '/products', heading: 'Products' },
    { path: `/products/${await first('/products')}`, heading: 'Variants' },
    { path: '/products/groups', heading: 'Automatic groups' },
    { path: '/products/identifiers', heading: 'Where identifiers are missing' },
    { path: '/products/feed', heading: 'Review feed' },
    { path: '/orders', heading: 'Orders' },
    { path: `/orders/${await first('/orders')}`, heading: 'Items' },
    { path: '/customers', heading: 'When a customer is erased, their reviews' },
    { path: '/customers/ada%40example.com', heading: /Orders \(1\)/ },
    { path: '/imports', heading: 'Past imports' },
    { path: '/settings/members', heading: 'Members' },
    { path: '/settings/stores', heading: 'Larkmoor' },
    { path: '/settings/api-keys', heading: 'API keys' },
    { path: '/settings/audit-log', heading: 'Audit log' },
  ]
}
