import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import { aPhoto, ask, hiddenIn, order, postForm, words } from './form.testing.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T12:00:00Z') }, async () => {
  shop = await service.shop('Larkmoor')
})

const listReviews = async (orderId: string) =>
  (await shop.api.get(`/reviews?orderId=${orderId}`)).body.data as {
    productId: string
    body: string
    photos: unknown[]
  }[]
const countViews = async (orderId: string) => (await shop.api.get(`/orders/${orderId}`)).body.reviewFormViewCount

const makeFields = (page: string, productId: string, more: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({
      startedAt: hiddenIn(page, `${productId}.startedAt`),
      isOpened: hiddenIn(page, `${productId}.isOpened`),
      homepage: '',
      title: '',
      body: '',
      authorName: 'Jane',
      ...more,
    }).map(([name, value]) => [`${productId}.${name}`, value]),
  )

const findCard = (page: string, title: string) =>
  page.split(/<(?:details|section) class="card product"/).find((card) => card.includes(`<bdi>${title}</bdi>`)) ?? ''

async function opened(products: string[]) {
  const made = await order(service, shop, { products })
  const { text } = await ask(service, 'GET', `/f/${made.token}`)
  service.advance(4_000)
  return { ...made, url: `/f/${made.token}`, page: text }
}

test('submitting one product preserves the input for other products, even if the submission is refused', async () => {
  const { orderId, url, page, products } = await opened(['mug', 'jug', 'pot'])
  const [mug = '', jug = '', pot = ''] = products
  const mugWords = { rating: '4', title: 'Of the mug', body: 'Half a <sentence>\n"quoted"', authorName: 'J. D.' }
  const bytes = await aPhoto(40, 30)
  const wrong = await postForm(
    service,
    url,
    {
      ...makeFields(page, mug, mugWords),
      ...makeFields(page, jug, { ...words, body: '' }),
      ...makeFields(page, pot),
      productId: jug,
    },
    [
      { field: `${mug}.photo`, bytes },
      { field: `${jug}.photo`, bytes },
    ],
  )
  assert.equal(wrong.status, 400)
  assert.match(findCard(wrong.text, 'The jug'), /^ id="first" open[\s\S]*Write a few words/)
  assert.match(findCard(wrong.text, 'The jug'), /Daily companion/)
  const kept = (text: string) => {
    const card = findCard(text, 'The mug')
    for (const each of ['Of the mug', 'Half a &lt;sentence', '&quot;quoted&quot;', 'J. D.', `${mug}.photoId1`])
      assert.ok(card.includes(each), each)
    assert.match(card, /^ open/)
    assert.match(card, /<input [^>]*value="4"[^>]* checked/)
    assert.doesNotMatch(card, /role="alert"|ev-problem/)
    assert.doesNotMatch(findCard(text, 'The pot'), /^[^>]* open|ev-problem/)
  }
  kept(wrong.text)
  service.advance(4_000)
  const photos = { photoId1: hiddenIn(wrong.text, `${mug}.photoId1`) }
  const mugFields = makeFields(wrong.text, mug, { ...mugWords, ...photos })
  const right = await postForm(service, url, {
    ...mugFields,
    ...makeFields(wrong.text, jug, { ...words, photoId1: hiddenIn(wrong.text, `${jug}.photoId1`) }),
    ...makeFields(wrong.text, pot),
    productId: jug,
  })
  assert.equal(right.status, 200)
  assert.match(findCard(right.text, 'The jug'), /^ id="first"[\s\S]*Your review has arrived/)
  kept(right.text)
  assert.deepEqual(
    (await listReviews(orderId)).map(({ productId, photos }) => [productId, photos.length]),
    [[jug, 1]],
  )
  // A browser that reloads the response submits the form again. The repeated review gets 409, and the other input is
  // preserved.
  const again = await postForm(service, url, { ...mugFields, ...makeFields(wrong.text, jug, words), productId: jug })
  assert.equal(again.status, 409)
  assert.match(findCard(again.text, 'The jug'), /already with us/)
  kept(again.text)
  const last = await postForm(service, url, { ...mugFields, [`${mug}.consent`]: 'yes', productId: mug })
  assert.deepEqual([last.status, last.headers.location], [303, `${url}?done=${mug}`])
  assert.deepEqual((await listReviews(orderId)).map(({ body }) => body).sort(), [words.body, mugWords.body].sort())
  assert.equal(await countViews(orderId), 1)
})

test('removing a photo, or submitting without a button, preserves and does not validate the input', async () => {
  const { orderId, url, page, products } = await opened(['mug', 'jug'])
  const [mug = '', jug = ''] = products
  const fields = { ...makeFields(page, mug, { body: 'Of the mug' }), ...makeFields(page, jug, { title: 'Of the jug' }) }
  const bytes = await aPhoto(40, 30)
  const shown = await postForm(service, url, fields, [
    { field: `${jug}.photo`, bytes },
    { field: `${jug}.photo`, bytes },
  ])
  const [one, two] = [1, 2].map((n) => hiddenIn(shown.text, `${jug}.photoId${n}`)) as [string, string]
  const without = await postForm(service, url, {
    ...fields,
    [`${jug}.photoId1`]: one,
    [`${jug}.photoId2`]: two,
    [`${jug}.withoutPhoto`]: one,
  })
  assert.match(findCard(without.text, 'The jug'), /^ id="first"/)
  assert.equal(hiddenIn(without.text, `${jug}.photoId1`), two)
  for (const { status, text } of [shown, without]) {
    assert.equal(status, 200)
    assert.doesNotMatch(text, /role="alert"/)
    assert.match(findCard(text, 'The mug'), /Of the mug/)
    assert.match(findCard(text, 'The jug'), /Of the jug/)
  }
  assert.deepEqual([await listReviews(orderId), await countViews(orderId)], [[], 0])
})

test("an error of another product's photo is shown at that product", async () => {
  const { url, page, products } = await opened(['mug', 'jug'])
  const [mug = '', jug = ''] = products
  const answer = await postForm(
    service,
    url,
    { ...makeFields(page, mug), ...makeFields(page, jug, words), productId: jug },
    [{ field: `${mug}.photo`, bytes: Buffer.from('GIF89a') }],
  )
  assert.match(findCard(answer.text, 'The jug'), /Your review has arrived/)
  assert.match(findCard(answer.text, 'The mug'), /not a JPEG, PNG or WebP/)
})

test('the form of an order with two hundred products is read completely, with every field', async () => {
  const { orderId, url, page, products } = await opened(Array.from({ length: 200 }, (_, i) => `thing-${i}`))
  const last = products.at(-1) ?? ''
  const fields = Object.assign(
    { productId: last },
    ...products.map((id, i) => makeFields(page, id, id === last ? words : { body: `Half of thing ${i}` })),
  )
  const empty = products.map((id) => ({ field: `${id}.photo`, bytes: Buffer.alloc(0), name: '' }))
  const answer = await postForm(service, url, fields, empty)
  assert.equal(answer.status, 200)
  assert.equal(answer.text.match(/Half of thing/g)?.length, 2 * 199)
  assert.equal((await listReviews(orderId)).length, 1)
})
