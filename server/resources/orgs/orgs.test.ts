import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import { auditLines } from '../account/account.testing.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop('Larkmoor')
})

const nothing = { legalName: null, vatNumber: null, country: null, billingEmail: null }
const bill = {
  legalName: 'Lärkmoor Töpferei GmbH & Co. KG',
  vatNumber: 'DE123456789',
  country: 'DE',
  billingEmail: 'invoices@larkmoor.example',
}

test('an organization has a name, and a new one has no billing data', async () => {
  const { status, body } = await (await shop.signedIn()).get('/orgs/current')
  assert.equal(status, 200)
  const { id, name, closing, deletesAt, transferOpen, affiliateCode, ...rest } = body
  assert.deepEqual(
    { id, name, closing, deletesAt },
    { id: shop.organizationId, name: 'Larkmoor', closing: false, deletesAt: null },
  )
  assert.deepEqual({ transferOpen, affiliateCode }, { transferOpen: false, affiliateCode: null })
  assert.deepEqual(rest, nothing)
})

test('an owner sets the billing data; keys read all of it except the email address', async () => {
  const owner = await shop.signedIn()
  const changed = await owner.patch('/orgs/current', { ...bill, vatNumber: 'de 123.456-789' })
  assert.equal(changed.status, 200, changed.text)
  const { id: _, name: __, closing, deletesAt, transferOpen, affiliateCode, ...set } = changed.body
  assert.deepEqual(set, bill)
  assert.deepEqual((await owner.get('/orgs/current')).body, changed.body)
  const asKey = await shop.api.get('/orgs/current')
  const { billingEmail, ...open } = changed.body
  assert.equal(billingEmail, bill.billingEmail)
  assert.deepEqual(asKey.body, open)
  assert.ok(!asKey.text.includes('@'))
  const [line] = await auditLines(shop, 'organization.updated')
  assert.deepEqual(line?.details, { fields: ['legalName', 'vatNumber', 'country', 'billingEmail'] })
})

test('an identical change writes nothing, and null clears a field', async () => {
  const owner = await shop.signedIn()
  const lines = async () => (await auditLines(shop, 'organization.updated')).length
  const before = await lines()
  assert.equal((await owner.patch('/orgs/current', bill)).status, 200)
  assert.equal((await owner.patch('/orgs/current', {})).status, 200)
  assert.equal(await lines(), before)
  const cleared = await owner.patch('/orgs/current', { vatNumber: null })
  assert.equal(cleared.body.vatNumber, null)
  assert.equal(cleared.body.legalName, bill.legalName)
})

test('an Admin key can rename the organization, but cannot change billing data', async () => {
  assert.equal((await shop.api.patch('/orgs/current', { name: '  Larkmoor Pottery ' })).body.name, 'Larkmoor Pottery')
  for (const field of Object.keys(bill)) {
    for (const value of [bill[field as keyof typeof bill], null]) {
      const { status, body } = await shop.api.patch('/orgs/current', { name: 'Not taken', [field]: value })
      assert.deepEqual([status, body.code], [403, 'owner_required'], field)
    }
  }
  assert.equal((await shop.api.get('/orgs/current')).body.name, 'Larkmoor Pottery')
  const member = await shop.as('MEMBER')
  assert.equal((await member.patch('/orgs/current', { name: 'x' })).body.code, 'role_insufficient')
  const viewer = await shop.as('VIEWER')
  assert.equal((await viewer.patch('/orgs/current', { name: 'x' })).body.code, 'role_read_only')
  assert.equal((await viewer.get('/orgs/current')).status, 200)
})

test('invalid billing data is refused by field, and the call writes nothing', async () => {
  const owner = await shop.signedIn()
  const before = (await owner.get('/orgs/current')).body
  for (const [field, value] of [
    ['name', '   '],
    ['legalName', ''],
    ['legalName', ' \t '],
    ['legalName', 'Two\nlines'],
    ['legalName', 'A'.repeat(201)],
    ['vatNumber', 'x'],
    ['vatNumber', 'DE<script>'],
    ['country', 'UK'],
    ['country', ''],
    ['country', 'de'],
    ['billingEmail', 'nobody'],
    ['billingEmail', 'a@b.example\r\nBcc: c@d.example'],
  ] as const) {
    const { status, body } = await owner.patch('/orgs/current', { country: 'FR', [field]: value })
    assert.deepEqual([status, body.details?.[0]?.path], [400, `/${field}`], `${field}: ${value}`)
  }
  assert.deepEqual((await owner.get('/orgs/current')).body, before)
})

test('only owners see and change the settings, and the audit log has each change once', async () => {
  const owner = await shop.signedIn()
  assert.deepEqual((await owner.get('/orgs/settings')).body, { twoFactorRequired: false })
  for (const refused of [await shop.api.get('/orgs/settings'), await shop.api.patch('/orgs/settings', {})])
    assert.deepEqual([refused.status, refused.body.code], [403, 'owner_required'])
  for (let i = 0; i < 2; i++)
    assert.deepEqual((await owner.patch('/orgs/settings', { twoFactorRequired: true })).body, {
      twoFactorRequired: true,
    })
  assert.deepEqual((await owner.get('/orgs/settings')).body, { twoFactorRequired: true })
  assert.deepEqual((await owner.patch('/orgs/settings', { twoFactorRequired: false })).body, {
    twoFactorRequired: false,
  })
  assert.deepEqual(
    (await auditLines(shop, 'organization.settings_updated')).map(({ details }) => details),
    [{ twoFactorRequired: false }, { twoFactorRequired: true }],
  )
})

test('a member of two organizations changes only the one named in the request', async () => {
  const other = await service.shop('Elsewhere')
  const owner = await shop.signedIn()
  const invited = await (await other.signedIn()).post('/account/users/invite', {
    email: shop.ownerEmail,
    role: 'VIEWER',
  })
  const token = invited.body.acceptUrl.split('/').at(-1)
  await service.anonymous.post(`/auth/invitations/${token}/accept`, { password: shop.password })
  const elsewhere = { 'x-store-env-id': '', 'x-organization-id': other.organizationId }
  const there = await owner.get('/orgs/current', elsewhere)
  assert.equal(there.body.id, other.organizationId)
  assert.equal((await owner.patch('/orgs/current', { name: 'Taken' }, elsewhere)).status, 403)
  assert.equal((await owner.get('/orgs/current')).body.id, shop.organizationId)
})
