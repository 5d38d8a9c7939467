import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { perform } from '#platform/jobs/jobs.ts'
import { contrast, readableColorOn, textColorOn } from '#platform/values/contrast.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { jobs } from '../../entry/areas.ts'
import { defaultLook } from './rules.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop('Larkmoor')
})

const put = (body: unknown) => shop.api.put('/email-branding', body)

test('a store that has chosen no look has a readable default look', async () => {
  const { status, body } = await (await shop.as('VIEWER')).get('/email-branding')
  assert.equal(status, 200)
  assert.equal(body.updatedAt, null)
  const { buttonText, link, muted, ...chosen } = body.colors
  assert.deepEqual({ ...body, colors: chosen, updatedAt: undefined }, { ...defaultLook, updatedAt: undefined })
  assert.ok(contrast(buttonText, chosen.button) >= 4.5 && contrast(link, chosen.surface) >= 4.5)
  assert.ok(contrast(muted, chosen.background) >= 4.5)
})

test('the chosen look is stored, and its derived colours are computed', async () => {
  const { status, body } = await put({
    senderName: '  Larkmoor Tea  ',
    logoUrl: 'https://cdn.example.com/logo.png?v=2',
    logoWidth: 200,
    colors: { primary: '#FFE066', button: '#FFE066' },
    fontFamily: 'georgia',
    corners: 'pill',
    footerAddress: 'Larkmoor Ltd\n12 Mill Lane',
    footerText: 'Since 1986',
    defaultLocale: 'pt_br',
  })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.senderName, body.defaultLocale, body.colors.button], ['Larkmoor Tea', 'pt-BR', '#ffe066'])
  assert.equal(body.colors.buttonText, '#000000')
  assert.notEqual(body.colors.link, '#ffe066')
  assert.ok(contrast(body.colors.link, '#ffffff') >= 4.5)
  assert.deepEqual((await shop.api.get('/email-branding')).body, body)
})

test('fields missing from the request return to their defaults', async () => {
  await put({ footerText: 'x', corners: 'square', colors: { primary: '#000000' } })
  const { body } = await put({ corners: 'pill' })
  assert.deepEqual([body.footerText, body.corners, body.colors.primary], [null, 'pill', defaultLook.colors.primary])
})

test("one store's look does not affect another store", async () => {
  const other = await service.shop('Other')
  await put({ senderName: 'Mine' })
  assert.equal((await other.api.get('/email-branding')).body.senderName, null)
})

test('only valid hex colours and https logo addresses are accepted', async () => {
  const colors = ['red', '#fff', '#12345g', '#123456;background:url(x)', 'expression(1)', '', '#1234567', 'var(--x)']
  for (const primary of colors) assert.equal((await put({ colors: { primary } })).status, 400, primary)
  const logos = [
    'http://a.example/l.png',
    'javascript:alert(1)',
    'data:image/png;base64,x',
    '/logo.png',
    'https://u:p@a.example/l.png',
    'https://a.example/l.svg',
    'x',
  ]
  for (const logoUrl of logos) {
    const answer = await put({ logoUrl })
    assert.deepEqual([answer.status, answer.body.details[0].path], [400, '/logoUrl'], logoUrl)
  }
  const { body } = await put({ logoUrl: 'https://a.example/l.png?"><script>' })
  assert.doesNotMatch(body.logoUrl, /["<>]/)
})

const picture = () =>
  sharp({ create: { width: 1200, height: 600, channels: 4, background: { r: 11, g: 110, b: 79, alpha: 0.5 } } })
    .png()
    .toBuffer()

async function upload(of: Shop): Promise<string> {
  const { status, body, text } = await of.api.call('POST', '/uploads', await picture(), { 'content-type': 'image/png' })
  assert.equal(status, 201, text)
  return body.id
}

const look = (url: string) => service.app.inject({ url: new URL(url).pathname })

const nightly = async () => {
  const { db, services } = service.service
  for (const job of jobs.filter(({ operatorName }) => operatorName?.endsWith('-clean')))
    await perform(job, { db, services, stopping: new AbortController().signal }, {})
  await service.runJobs()
}

test('an uploaded logo is stored permanently, in a format that every mail program shows', async () => {
  const shop = await service.shop()
  const logoUploadId = await upload(shop)
  const tried = await shop.api.post('/email/templates/review_request/preview', { branding: { logoUploadId } })
  const [, triedUrl = ''] = /<img src="([^"]+)"/.exec(tried.body.html) ?? []
  assert.match(triedUrl, /\/media\/photos\/.*[?]e=/, 'a preview shows it before it is kept')
  const { status, body } = await shop.api.put('/email-branding', { logoUploadId, logoWidth: 120 })
  assert.equal(status, 200, JSON.stringify(body))
  assert.match(body.logoUrl, /\/media\/catalogue\/[^/]+\/[0-9a-f-]+\.png$/)
  assert.equal((await shop.api.get(`/uploads/${logoUploadId}`)).status, 404)
  service.advance(4 * day)
  await nightly()
  const shown = await look(body.logoUrl)
  assert.deepEqual([shown.statusCode, shown.headers['content-type']], [200, 'image/png'])
  const { format, width, height, hasAlpha } = await sharp(shown.rawPayload).metadata()
  assert.deepEqual([format, width, height, hasAlpha], ['png', 800, 400, true])
  const { logoUrl } = (await shop.api.put('/email-branding', { ...body, corners: 'pill' })).body
  assert.equal(logoUrl, body.logoUrl, 'what was answered can be sent back')
  const preview = await shop.api.post('/email/templates/review_request/preview', { branding: { logoUrl } })
  assert.ok(preview.body.html.includes(`<img src="${logoUrl}"`), JSON.stringify(preview.body))
})

test("an upload becomes one store's logo only once, and a refused look stores no file", async () => {
  const [shop, other] = [await service.shop(), await service.shop()]
  const logoUploadId = await upload(shop)
  const stored = async () =>
    (await service.service.services.storage.list(`catalogue/${shop.storeEnvId}/`, { limit: 10 })).length
  const refused = [await other.api.put('/email-branding', { logoUploadId })]
  const answers = await Promise.all([1, 2, 3].map(() => shop.api.put('/email-branding', { logoUploadId })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
  refused.push(...answers.filter(({ status }) => status === 400))
  refused.push(await shop.api.put('/email-branding', { logoUploadId: '019a9f51-3c02-7d44-a2f1-55b6c7d8e904' }))
  refused.push(await shop.api.put('/email-branding', { logoUploadId }))
  for (const { status, body } of refused)
    assert.deepEqual([status, body.details?.[0]?.path], [400, '/logoUploadId'], JSON.stringify(body))
  assert.equal(await stored(), 1)
  const fresh = await upload(shop)
  const wrong = await shop.api.put('/email-branding', { logoUploadId: fresh, colors: { text: '#999999' } })
  assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, '/colors/text'])
  assert.equal((await shop.api.get(`/uploads/${fresh}`)).status, 200, 'the upload waits for the next try')
  assert.equal(await stored(), 1)
})

test('an invalid font, corner shape, width, text or language is refused with its field', async () => {
  const wrong: [object, string][] = [
    [{ fontFamily: 'Comic Sans' }, '/fontFamily'],
    [{ corners: 'wavy' }, '/corners'],
    [{ logoWidth: 4000 }, '/logoWidth'],
    [{ logoWidth: 1.5 }, '/logoWidth'],
    [{ senderName: 'x'.repeat(81) }, '/senderName'],
    [{ senderName: 'A\r\nBcc: x@example.com' }, '/senderName'],
    [{ footerText: 'x'.repeat(501) }, '/footerText'],
    [{ defaultLocale: 'not a language' }, '/defaultLocale'],
  ]
  for (const [body, path] of wrong) {
    const answer = await put(body)
    assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, path], JSON.stringify(body))
  }
})

test("text that is unreadable on the card's colour is refused with its contrast", async () => {
  const { status, body } = await put({ colors: { text: '#999999' } })
  assert.deepEqual([status, body.details[0].path], [400, '/colors/text'])
  assert.match(body.details[0].message, /contrast of 2\.8/)
  assert.equal((await put({ colors: { text: '#ffffff', surface: '#101010' } })).status, 200)
})

test('only an administrator can change the look, and the change is logged', async () => {
  const member = await shop.as('MEMBER')
  assert.equal((await member.put('/email-branding', {})).body.code, 'role_insufficient')
  const owner = await shop.signedIn()
  assert.equal((await owner.put('/email-branding', {})).status, 200)
  const { body } = await owner.get('/account/audit-log')
  assert.equal(body.data[0].action, 'email_branding.updated')
})

test('after parallel saves, the whole look comes from one of them', async () => {
  const shop = await service.shop()
  const answers = await Promise.all(
    ['#111111', '#222222', '#333333'].map((color) =>
      shop.api.put('/email-branding', { colors: { primary: color, button: color } }),
    ),
  )
  for (const { status } of answers) assert.equal(status, 200)
  const { colors } = (await shop.api.get('/email-branding')).body
  assert.equal(colors.primary, colors.button)
})

test('any colour is made readable on any background, and readable colours stay unchanged', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, color, (background, front) => {
      assert.ok(contrast(textColorOn(background), background) >= 4.5)
      const made = readableColorOn(background, front)
      assert.match(made, /^#[0-9a-f]{6}$/)
      assert.ok(contrast(made, background) >= 4.5)
      if (contrast(front, background) >= 4.5) assert.equal(made, front)
    }),
    { numRuns: 2000 },
  )
})
