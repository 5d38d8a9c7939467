import assert from 'node:assert/strict'
import { ask, hiddenIn, order, postJson } from '#resources/storefront/form/form.testing.ts'
import { minMs } from '#resources/storefront/form/rules.ts'
import type { Shop, TestService } from '#test/service.ts'

export const words = { rating: '2', title: 'Leaks', body: 'It leaks at the handle.', authorName: 'Jane D.' }

let people = 0

/** Sends a form by a mailed link, which proves the address. */
export async function submitted(
  service: TestService,
  shop: Shop,
  more: object = {},
  email = `author${++people}@mail.example`,
  ordered: object = {},
) {
  const { orderId, token: form, products } = await order(service, shop, { products: ['mug'], email, ...ordered })
  const startedAt = hiddenIn((await ask(service, 'GET', `/f/${form}`)).text, 'startedAt')
  service.advance(minMs)
  const answer = await postJson(service, `/f/${form}/reviews`, {
    ...{ productId: products[0], startedAt },
    ...{ rating: 4, title: 'Good', body: 'Holds a pint.', authorName: 'Jane Doe', consent: true, ...more },
  })
  assert.equal(answer.status, 201, answer.text)
  await service.runJobs()
  return { id: String(answer.json().id), email, orderId }
}

export async function mailsTo(service: TestService, address: string): Promise<{ subject: string; text: string }[]> {
  await service.runJobs()
  const { rows } = await service.query(
    `select subject, text_body as text from mailbox where recipient ilike '%${address}%' order by created_at desc, id desc`,
  )
  return rows as { subject: string; text: string }[]
}

export async function receiptOf(service: TestService, address: string): Promise<string> {
  const found = (await mailsTo(service, address)).flatMap(({ text }) => /\/w\/[\w-]{22}/.exec(text) ?? [])
  assert.ok(found[0], `a receipt for ${address}`)
  return found[0]
}

export async function received(service: TestService, shop: Shop, more: object = {}, ordered: object = {}) {
  const review = await submitted(service, shop, more, undefined, ordered)
  return { ...review, page: await receiptOf(service, review.email) }
}

export const send = (service: TestService, path: string, fields: Record<string, string> = {}) =>
  ask(service, 'POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
