import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLines } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop('Lamps & more')
})

const defaults = {
  defaultLocale: 'en',
  policyUrl: null,
  theme: { accentColor: null, starColor: null, usesBrand: true, corners: 'rounded', colorScheme: 'auto' },
  reviews: { sort: 'newest', pageSize: 10, pool: 'own' },
  form: { enabled: true, asksForPhotos: true, privacyUrl: null },
}

test("a new store has default settings, which its pages receive together with the store's name", async () => {
  assert.deepEqual((await shop.api.get('/placements/settings')).body, defaults)
  const { body } = await shop.storefront.get('/storefront/config')
  const { storeName, brand, form, ...rest } = body
  assert.deepEqual(brand, { color: null, logoUrl: null })
  assert.equal(storeName, 'Lamps & more')
  const { form: _, ...others } = defaults
  assert.deepEqual(rest, { ...others, buyersOnly: false, digest: false, translate: [] })
  assert.deepEqual([form.enabled, form.maxPhotos, form.maxBodyLength], [true, 5, 5000])
})

test('settings are replaced completely: omitted settings are reset, and unknown settings are dropped', async () => {
  const said = {
    defaultLocale: 'pt-BR',
    theme: { accentColor: '#0a5ad4', corners: 'pill', secret: 'x' },
    form: { enabled: false, privacyUrl: 'https://shop.example.com/privacy' },
    notificationAddress: 'boss@shop.example.com',
  }
  const { status, body } = await shop.api.put('/placements/settings', said)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    ...defaults,
    defaultLocale: 'pt-BR',
    theme: { ...defaults.theme, accentColor: '#0a5ad4', corners: 'pill' },
    form: { ...defaults.form, enabled: false, privacyUrl: 'https://shop.example.com/privacy' },
  })
  assert.deepEqual((await shop.api.get('/placements/settings')).body, body)
  const config = await shop.storefront.get('/storefront/config')
  assert.deepEqual([config.body.theme, config.body.form.enabled], [body.theme, false])
  assert.doesNotMatch(config.text, /boss|secret/)
  assert.deepEqual((await shop.api.put('/placements/settings', {})).body, defaults)
})

test('pages use the brand of the mails unless set otherwise', async () => {
  const branded = await service.shop('Branded')
  const config = async () => (await branded.storefront.get('/storefront/config')).body
  assert.equal((await config()).theme.accentColor, null)
  const logoUrl = 'https://cdn.example.com/logo.png'
  const brand = { logoUrl, colors: { primary: '#43552f' } }
  assert.equal((await branded.api.put('/email-branding', brand)).status, 200)
  const { brand: told, theme, storeName } = await config()
  assert.deepEqual([told, theme.accentColor, storeName], [{ color: '#43552f', logoUrl }, '#43552f', 'Branded'])
  assert.equal((await branded.api.get('/placements/settings')).body.theme.accentColor, null, 'what was said stays so')
  await branded.api.put('/placements/settings', { theme: { accentColor: '#0a5ad4' } })
  assert.equal((await config()).theme.accentColor, '#0a5ad4')
  await branded.api.put('/placements/settings', { theme: { usesBrand: false } })
  assert.equal((await config()).theme.accentColor, null)
  assert.equal((await shop.storefront.get('/storefront/config')).body.brand.color, null, 'of this store alone')
})

test('invalid colours, addresses and languages are refused, and no setting changes', async () => {
  for (const [path, body] of [
    ['/theme/accentColor', { theme: { accentColor: 'red' } }],
    ['/theme/starColor', { theme: { starColor: '#fff;background:url(//evil.example)' } }],
    ['/theme/corners', { theme: { corners: 'round' } }],
    ['/policyUrl', { policyUrl: 'javascript:alert(1)' }],
    ['/form/privacyUrl', { form: { privacyUrl: 'https://a"onclick="b' } }],
    ['/defaultLocale', { defaultLocale: '<script>' }],
    ['/reviews/pageSize', { reviews: { pageSize: 1000 } }],
  ] as const) {
    const answer = await shop.api.put('/placements/settings', body)
    assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, path])
  }
  assert.deepEqual((await shop.api.get('/placements/settings')).body, defaults)
})

test('only Admins change settings, with an audit entry; other stores stay unchanged', async () => {
  const member = await shop.as('MEMBER')
  assert.equal((await member.put('/placements/settings', {})).body.code, 'role_insufficient')
  const other = await service.shop()
  await other.api.put('/placements/settings', { defaultLocale: 'de' })
  assert.equal((await shop.storefront.get('/storefront/config')).body.defaultLocale, 'en')
  assert.equal((await other.storefront.get('/storefront/config')).body.defaultLocale, 'de')
  const lines = await auditLines(service, other)
  assert.ok(lines.some(({ action }) => action === 'placements.settings_updated'))
})
