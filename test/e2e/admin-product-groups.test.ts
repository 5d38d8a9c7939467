import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { groupOf, pushAll, pushProducts } from '#resources/products/groups/groups.testing.ts'
import { addPair, pushOrder } from '#resources/products/merging/merging.testing.ts'
import { addReviews, post } from '#resources/reviews/reviews.testing.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('product groups in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  test('without groups, the page says how to form them', async () => {
    const opened = await admin.open()
    await opened.page.goto(admin.path('/products/groups'))
    await opened.page.getByText('No groups yet').waitFor()
    await assertForEverybody(opened, 'product-groups-empty')
    opened.assertClean()
  })

  test('a manual group is made by search, changed, refused for a grouped product, and deleted', async () => {
    const { api } = admin.shop
    const [blue, green] = await pushProducts(api, [
      { platformProductId: 'mug-blue' },
      { platformProductId: 'mug-green' },
      { platformProductId: 'mug-red' },
    ])
    assert.ok(blue && green)
    await pushAll(api, [
      { platformProductId: 'bowl-s', groupKey: 'bowl' },
      { platformProductId: 'bowl-l', groupKey: 'bowl' },
    ])
    const opened = await admin.open()
    const { page, assertClean } = opened
    await page.goto(admin.path('/products'))
    await page.getByRole('link', { name: 'Groups', exact: true }).click()
    const list = page.getByRole('table', { name: 'Product groups' })
    const derived = list.getByRole('row').filter({ hasText: 'bowl' })
    await derived.getByText('Group key').waitFor()
    assert.equal(await derived.getByRole('button').count(), 0, 'a derived group cannot be edited')
    await page.getByRole('button', { name: 'New group' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Stoneware mug')
    const choose = async (name: string) => {
      await dialog.getByRole('searchbox').fill(name)
      await dialog.getByRole('button', { name, exact: true }).click()
    }
    await choose('The mug-blue')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await dialog.locator('[aria-invalid], .text-danger, [role=alert]').first().waitFor()
    await choose('The mug-green')
    await assertForEverybody(opened, 'product-groups-new')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await page.getByText('Stoneware mug was created').waitFor()
    assert.deepEqual((await groupOf(api, blue)).productIds.toSorted(), [blue, green].toSorted())
    await assertForEverybody(opened, 'product-groups')

    await page.getByRole('button', { name: 'New group' }).click()
    await dialog.getByLabel('Name').fill('Second')
    await choose('The mug-blue')
    await choose('The mug-red')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await dialog.getByText('The mug-blue is in another group.').waitFor()
    await keepPicture(page, 'product-groups-refused')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: /^Edit ?: Stoneware mug$/ }).click()
    await dialog.getByRole('button', { name: 'Remove The mug-green' }).waitFor()
    await choose('The mug-red')
    await dialog.getByLabel('Name').fill('Stoneware mug, all colors')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Stoneware mug, all colors was saved').waitFor()
    assert.equal((await groupOf(api, blue)).productIds.length, 3)
    await page.getByRole('link', { name: /^3 products ?: Stoneware mug/ }).click()
    await page.getByRole('button', { name: 'Show products of all groups' }).getByText('Stoneware mug').waitFor()
    await page.getByText('The bowl-s').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'The mug-green' }).click()
    const card = page.getByRole('region', { name: 'Product group' })
    await card.getByRole('link', { name: 'The mug-blue' }).waitFor()
    await assertForEverybody(opened, 'product-with-group')
    await card.getByRole('link', { name: 'All groups' }).click()

    await page.getByRole('searchbox').fill('stone')
    await derived.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Delete ?: Stoneware mug, all colors$/ }).click()
    await keepPicture(page, 'product-groups-delete')
    await dialog.getByRole('button', { name: 'Delete the group' }).click()
    await page.getByText('Stoneware mug, all colors was deleted').waitFor()
    await page.getByText('No matching groups').waitFor()
    assert.equal(await groupOf(api, blue), undefined)
    assertClean(/40[09]/)
  })

  test('automatic groups are switched off, and a group key of too many products is explained', async () => {
    const { api } = admin.shop
    await pushAll(
      api,
      Array.from({ length: 201 }, (_, at) => ({ platformProductId: `part-${at}`, groupKey: 'parts' })),
    )
    const opened = await admin.open()
    const { page, assertClean } = opened
    await page.goto(admin.path('/products/groups'))
    await page.getByText('More than 200 products share a group key').waitFor()
    await assertForEverybody(opened, 'product-groups-too-large')
    await page.getByRole('checkbox', { name: 'same group key' }).click()
    await page.getByRole('table').getByText('bowl', { exact: true }).waitFor({ state: 'detached' })
    assert.equal((await api.get('/products/groups/settings')).body.byGroupKey, false)
    await page.getByRole('checkbox', { name: 'same group key' }).click()
    await page.getByRole('table').getByText('bowl', { exact: true }).waitFor()
    assertClean()
  })

  test('a failed list shows its error and loads again', async () => {
    const { page, assertClean } = await admin.open()
    await page.route('**/products/groups?**', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(admin.path('/products/groups'))
    await page.getByText('This could not be loaded').waitFor()
    await keepPicture(page, 'product-groups-failed')
    await page.unroute('**/products/groups?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table').waitFor()
    assertClean(/500/)
  })

  test('reviews of a recreated product move, the result is shown, and undo returns them', async () => {
    const { shop, service } = admin
    const { api } = shop
    const { from, into, old, anew } = await addPair(shop)
    const order = await pushOrder(api, 'both', 'ann@customer.example', old, anew)
    await post(api, from, { authorEmail: 'ann@customer.example', orderId: order.id })
    await post(api, into, { authorEmail: 'ann@customer.example', orderId: order.id })
    await addReviews(service, shop, [{ productId: from }, { productId: from }])
    await api.delete(`/products/by-platform-id/${old}`)
    const opened = await admin.open()
    const { page, assertClean } = opened
    await page.goto(admin.path('/products'))
    const pairs = page.getByRole('list', { name: 'Products that your shop created again' })
    await pairs.getByText('3 reviews').waitFor()
    await assertForEverybody(opened, 'recreated-products')
    await pairs.getByRole('button', { name: new RegExp(`^Move reviews ?: The ${old}$`) }).click()
    const dialog = page.getByRole('dialog')
    await keepPicture(page, 'recreated-products-confirm')
    await dialog.getByRole('button', { name: 'Move reviews' }).click()
    await page.getByText(`Moving reviews from The ${old} to The ${anew}…`).waitFor()
    await keepPicture(page, 'recreated-products-moving')
    await service.runJobs()
    const moves = page.getByRole('list', { name: 'Moved reviews' })
    await moves.getByText(`2 reviews moved from The ${old} to The ${anew}.`).waitFor()
    await moves.getByText('1 review was skipped').waitFor()
    await assertForEverybody(opened, 'recreated-products-moved')
    assert.equal((await api.get(`/reviews?productId=${into}`)).body.data.length, 3)
    await moves.getByRole('button', { name: new RegExp(`^Undo ?: The ${old}$`) }).click()
    await dialog.getByRole('button', { name: 'Return the reviews' }).click()
    await page.getByText('Moving reviews between').waitFor()
    await service.runJobs()
    await pairs.getByText('3 reviews').waitFor()
    await moves.waitFor({ state: 'detached' })
    assert.equal((await api.get(`/reviews?productId=${into}`)).body.data.length, 1)
    assertClean()
  })

  test('product groups are translated into German', async () => {
    const { page, assertClean } = await admin.open({ locale: 'de-DE' })
    await page.goto(admin.path('/products/groups'))
    await page.getByRole('button', { name: 'Neue Gruppe' }).waitFor()
    await page.getByText('Automatische Gruppen').waitFor()
    await keepPicture(page, 'product-groups-german')
    await page.goto(admin.path('/products'))
    await page.getByText('Produkte, die Ihr Shop neu angelegt hat').waitFor()
    await keepPicture(page, 'recreated-products-german')
    assertClean()
  })
})
