// The steps of staff in the admin of a shop with the plugin. They are the same in Medusa and Vendure.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Shop } from '#test/service.ts'
import { type Admin, keepPicture } from '../admin.ts'
import { assertText, hostileReview, readEventually, whileAway } from './ten-minutes.ts'

export type StaffWalk = {
  platform: 'medusa' | 'vendure'
  evident: Admin
  page: Page
  productId: string
  open(path: string): Promise<void>
  /** Stars of the product in the shop's own API. */
  rating(): Promise<{ count: number } | null | undefined>
}

export async function answerHostileReview({ platform, evident, page, productId, open, rating }: StaffWalk) {
  const { shop: store, service } = evident
  const made = await store.api.post('/reviews', {
    ...{ platformProductId: productId, rating: 4, ...hostileReview },
    authorEmail: 'script@customer.example',
  })
  assert.equal(made.status, 201, made.text)
  await store.api.put(`/reviews/${made.body.id}`, { status: 'approved' })
  await readEventually(service)(rating, (value) => value?.count === 1)
  await open(`/products/${productId}`)
  await assertText(page, hostileReview)
  await page.getByRole('button', { name: 'Answer' }).click()
  await page.getByRole('textbox', { name: 'Answer' }).fill(hostileReview.body)
  await keepPicture(page, `${platform}-answer`)
  await page.getByRole('button', { name: 'Save the answer' }).click()
  await page.getByRole('button', { name: 'Save the answer' }).waitFor({ state: 'detached' })
  await assertText(page, hostileReview)
  assert.equal((await store.api.get(`/reviews/${made.body.id}`)).body.reply.body, hostileReview.body)
}

export const seeLastStars = ({ platform, evident, page, productId, open }: StaffWalk) =>
  whileAway(evident.service, async () => {
    await open(`/products/${productId}`)
    await page.getByText('Evident does not answer now. The stars shown are the last known ones.').waitFor()
    await page.getByText('4.0 out of 5 stars, 1 review').waitFor()
    await keepPicture(page, `${platform}-away`)
  })

/** Ends the shop's connection by its button, and connects the shop again. */
export async function disconnect({ platform, page, open }: StaffWalk, countMade: () => Promise<number>) {
  await open('/evident')
  await page.getByText('Connected.').waitFor()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('that Connect made').waitFor()
  await keepPicture(page, `${platform}-disconnect`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await countMade(), 1)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Disconnect' }).count(), 0)
  assert.equal(await countMade(), 0)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('Connected.').waitFor()
  assert.equal(await countMade(), 1)
}

/** Follows the notices of a shop whose connection string now belongs to another store, first in English, then in German. */
export async function changeStore(
  { platform, evident, page, productId, open, rating }: StaffWalk,
  other: Shop,
  chooseGerman: () => Promise<unknown>,
) {
  const eventually = readEventually(evident.service)
  await open(`/products/${productId}`)
  await page.getByText('4.0 out of 5 stars, 1 review').waitFor()
  await page.getByText('Evident is not connected.').waitFor()
  await keepPicture(page, `${platform}-moved-product`)
  await open('/evident')
  await page.getByText('belongs to another store').waitFor()
  await keepPicture(page, `${platform}-moved`)
  await chooseGerman()
  await open('/evident')
  await page.getByText('gehört zu einem anderen Store').waitFor()
  await keepPicture(page, `${platform}-moved-german`)

  await page.getByRole('button', { name: 'Store wechseln' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Das löscht die Sterne in diesem Shop').waitFor()
  await keepPicture(page, `${platform}-moved-question`)
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await rating())?.count, 1)
  await page.getByRole('button', { name: 'Store wechseln' }).click()
  await dialog.getByRole('button', { name: 'Store wechseln' }).click()
  await page.getByText('Verbunden.').waitFor()
  await eventually(rating, (value) => !value?.count)
  await eventually(
    async () => (await other.api.get(`/products/by-platform-id/${productId}`)).status,
    (status) => status === 200,
  )
  await open(`/products/${productId}`)
  await page.getByText('Noch keine Bewertungen.').waitFor()
  await keepPicture(page, `${platform}-product-german`)

  // The connection string of this store does not allow replies.
  const made = await other.api.post('/reviews', {
    ...{ platformProductId: productId, rating: 3, body: 'Of the other store.', authorName: 'Eve' },
    authorEmail: 'eve@customer.example',
  })
  assert.equal((await other.api.put(`/reviews/${made.body.id}`, { status: 'approved' })).status, 200)
  await eventually(rating, (value) => value?.count === 1)
  await open(`/products/${productId}`)
  await page.getByText('Of the other store.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Antworten' }).count(), 0)
}
