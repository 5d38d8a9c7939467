import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertWrong } from '#resources/email/templates/templates.testing.ts'
import { mail, ordered, published, startSequences } from './sequences.testing.ts'

const sequences = await startSequences()
const { pass, now } = sequences

const german = { subject: 'Danke {{ customer.firstName }}', button: { label: 'Zum Shop' } }
const button = { label: 'Shop', url: 'https://shop.example.com' }
const spoken = mail('Thank you {{ customer.firstName }}', {
  button,
  translations: { de: german, pt_br: { subject: 'Obrigado' }, fr: { heading: ' ' } },
})

test('a reader gets the language of their order, else a related language, else the original', async () => {
  const shop = await sequences.shop()
  const { id, steps } = await published(shop.api, { steps: [spoken] })
  assert.deepEqual(Object.keys((steps as (typeof spoken & { translations: object })[])[0]?.translations ?? {}).sort(), [
    'de',
    'pt-BR',
  ])
  for (const [order, locale] of Object.entries({ o1: 'de-AT', o2: 'pt_BR', o3: 'pt', o4: 'fr', o5: undefined }))
    await ordered(shop, order, now(), { locale })
  await pass(0)
  const { data } = (await (await shop.signedIn()).get('/email/messages?category=sequences')).body
  assert.deepEqual(
    Object.fromEntries(data.map(({ recipient, subject }: Record<string, string>) => [recipient?.slice(0, 2), subject])),
    { o1: 'Danke Jane', o2: 'Obrigado', o3: 'Thank you Jane', o4: 'Thank you Jane', o5: 'Thank you Jane' },
  )
  const order = (await shop.api.get('/orders')).body.data.find((each: { locale: string }) => each.locale === 'de-AT')
  const simulated = await shop.api.post(`/email-sequences/${id}/simulate`, { orderId: order.id })
  assert.equal(simulated.body.steps[0].subject, 'Danke Jane')
})

test("a preview uses the reader's language, and fills missing texts from the original", async () => {
  const shop = await sequences.shop()
  const { type: _, ...words } = spoken
  const shown = async (reader?: string) =>
    (await shop.api.post('/email-sequences/preview', { mail: words, ...(reader && { reader }) })).body
  assert.match((await shown()).subject, /^Thank you/)
  const { subject, html } = await shown('de-CH')
  assert.match(subject, /^Danke/)
  assert.match(html, /<html[^>]* lang="de/)
  assert.match(html, /Zum Shop/)
  assert.match(html, /https:\/\/shop\.example\.com/)
  assert.match(html, /Hello\./)
  assert.match((await shown('pt')).html, /<html[^>]* lang="en/)
})

test('an error in a translation names the language, and nothing is stored', async () => {
  const shop = await sequences.shop()
  const send = (translations: object) =>
    shop.api.post('/email-sequences', {
      ...{ name: 'One', trigger: { event: 'order.placed' } },
      steps: [mail('Hello', { button, translations })],
    })
  assertWrong(await send({ de: { body: '{% if %}' } }), '/steps/0/translations/de/body', /./)
  assertWrong(await send({ de: { button: { label: '{{' } } }), '/steps/0/translations/de/button/label', /./)
  assertWrong(await send({ 'no tag': { subject: 'x' } }), '/steps/0/translations/no tag', /language tag/)
  assertWrong(await send({ de: { subject: 'x'.repeat(201) } }), '/steps/0/translations/de/subject', /./)
  assertWrong(await send({ de: { subject: 'x' }, DE: { subject: 'y' } }), '/steps/0/translations/de', /twice/)
  const many = Array.from({ length: 21 }, (_, n) => [`a${String.fromCharCode(97 + n)}`, { subject: 'x' }])
  assertWrong(await send(Object.fromEntries(many)), '/steps/0/translations', /./)
  assert.deepEqual((await shop.api.get('/email-sequences')).body.data, [])
})

test('a removed language is missing from the next version, but old runs still use it', async () => {
  const shop = await sequences.shop()
  const steps = [{ type: 'wait', days: 1 }, spoken]
  const { id } = await published(shop.api, { steps })
  await ordered(shop, 'o1', now(), { locale: 'de' })
  await pass(0)
  const changed = await shop.api.patch(`/email-sequences/${id}`, { steps: [steps[0], { ...spoken, translations: {} }] })
  assert.deepEqual([changed.status, changed.body.version, changed.body.steps[1].translations], [200, 2, undefined])
  await ordered(shop, 'o2', now(), { locale: 'de' })
  await pass(24 * 3_600_000)
  const { data } = (await (await shop.signedIn()).get('/email/messages?category=sequences')).body
  assert.deepEqual(data.map(({ subject }: { subject: string }) => subject).sort(), ['Danke Jane', 'Thank you Jane'])
})
