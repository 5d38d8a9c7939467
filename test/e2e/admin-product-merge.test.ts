import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { addPair } from '#resources/products/merging/merging.testing.ts'
import { addReviews, nobody } from '#resources/reviews/reviews.testing.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('merging products in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  const pathOf = (id: string) => admin.path(`/products/${id}`)

  test('the target is found by its SKU, both products are named, and reviews are moved', async () => {
    const { from, into, old, anew } = await addPair(admin.shop)
    await admin.shop.api.put('/products', [{ platformProductId: 'lamp', title: 'The lamp', sku: 'LAMP' }])
    await addReviews(admin.service, admin.shop, [
      ...Array.from({ length: 3 }, () => ({ productId: from })),
      { productId: from, status: 'pending' as const },
    ])
    const opened = await admin.open()
    const { page, assertClean } = opened
    await page.goto(pathOf(from))
    await page.getByRole('button', { name: 'Merge into…' }).click()
    const dialog = page.getByRole('dialog')
    const choice = dialog.getByRole('listitem').filter({ hasText: `The ${anew}` })
    await choice.getByText('Same SKU').waitFor()
    await assertForEverybody(opened, 'product-merge-choose')
    await dialog.getByRole('searchbox').fill('lamp')
    await dialog.getByText('Shares no SKU and no valid GTIN').waitFor()
    await keepPicture(page, 'product-merge-refused')
    await dialog.getByRole('searchbox').fill('no such product')
    await dialog.getByText('No other product found').waitFor()
    await dialog.getByRole('searchbox').fill(anew)
    await choice.getByRole('button', { name: 'Choose' }).click()
    await dialog.getByText('4 reviews').waitFor()
    assert.match((await dialog.textContent()) ?? '', new RegExp(`The ${old}[\\s\\S]*The ${anew}`))
    await assertForEverybody(opened, 'product-merge-confirm')
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await dialog.getByText(`4 reviews moved to The ${anew}.`).waitFor()
    await assertForEverybody(opened, 'product-merge-done')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('This product was merged.').waitFor()
    await assertForEverybody(opened, 'product-merged')
    await page.getByRole('link', { name: `The ${anew}` }).click()
    await page.getByText('3 reviews').first().waitFor()
    assert.equal((await admin.shop.api.get(`/reviews?productId=${into}`)).body.data.length, 4)
    assertClean()
  })

  test('a refused merge shows its error, and the dialog stays open', async () => {
    const { from, anew } = await addPair(admin.shop)
    const { page, assertClean } = await admin.open()
    await page.goto(pathOf(from))
    await page.getByRole('button', { name: 'Merge into…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('listitem')
      .filter({ hasText: `The ${anew}` })
      .getByRole('button', { name: 'Choose' })
      .click()
    await page.route('**/merge', (route) =>
      route.continue({ postData: JSON.stringify({ into: nobody }), method: 'POST' }),
    )
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    await keepPicture(page, 'product-merge-failed')
    await dialog.getByText(`The ${anew}`).waitFor()
    assertClean(/404/)
  })

  test('merging is translated into German', async () => {
    const { from, anew } = await addPair(admin.shop)
    await addReviews(admin.service, admin.shop, [{ productId: from }])
    const { page, assertClean } = await admin.open({ locale: 'de-DE' })
    await page.goto(pathOf(from))
    await page.getByRole('button', { name: 'Zusammenführen mit …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('listitem')
      .filter({ hasText: `The ${anew}` })
      .getByRole('button', { name: 'Auswählen' })
      .click()
    await dialog.getByText('1 Bewertung, mit Fotos').waitFor()
    await keepPicture(page, 'product-merge-german')
    await dialog.getByRole('button', { name: 'Zusammenführen', exact: true }).click()
    await dialog.getByText(`1 Bewertung zu The ${anew} verschoben.`).waitFor()
    assertClean()
  })
})
