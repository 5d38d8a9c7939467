import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type NameServer, startNameServer } from '#test/fakes/name-server.ts'
import { type FakeProvider, startOpenId } from '#test/fakes/openid.ts'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('single sign-on', { skip: noBrowser }, () => {
  let admin: Admin
  let names: NameServer
  let provider: FakeProvider
  before(async () => {
    names = await startNameServer()
    provider = await startOpenId()
    admin = await startAdmin({ DNS_SERVERS: names.address })
  })
  after(async () => {
    await admin?.close()
    await Promise.all([names?.close(), provider?.close()])
  })

  test('an owner sets up single sign-on, verifies a domain, tests and requires it', async () => {
    const { page, settled } = await admin.open()
    await page.goto(admin.path('/settings/members'))
    await page.getByRole('link', { name: 'Single sign-on' }).click()
    await page.getByText('No single sign-on yet').waitFor()
    await assertForEverybody({ page, settled }, 'single-sign-on-empty')
    await page.getByRole('button', { name: 'Set it up' }).click()
    const callback = await page.getByRole('textbox', { name: 'Redirect URI' }).inputValue()
    assert.equal(callback, `${admin.origin}/api/v1/auth/single-sign-on/callback`)
    const [[clientId = '', secret = ''] = []] = [...provider.clients]
    await page.getByLabel('Issuer').fill(`${provider.issuer}/elsewhere`)
    await page.getByLabel('Client id').fill(clientId)
    await page.getByLabel('Client secret').fill(secret)
    await page.getByRole('button', { name: 'Check and save' }).click()
    await page.getByText('Has no discovery document').waitFor()
    await page.getByLabel('Issuer').fill(provider.issuer)
    await page.getByRole('button', { name: 'Check and save' }).click()
    await page.getByText('Set up', { exact: true }).waitFor()

    await page.getByLabel('Domain', { exact: true }).fill('gmail.com')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText("is a mailbox provider's").waitFor()
    await page.getByLabel('Domain', { exact: true }).fill('larkmoor.example')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'larkmoor.example' }).waitFor()
    await assertForEverybody({ page, settled }, 'single-sign-on-pending')
    const host = await page.getByRole('textbox', { name: 'Host of the record of larkmoor.example' }).inputValue()
    const value = await page.getByRole('textbox', { name: 'Value of the record of larkmoor.example' }).inputValue()
    names.zone[host] = { TXT: [value] }
    await page.getByRole('button', { name: 'Look now' }).click()
    await page.getByText('Proven', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByText('The provider works.').waitFor()
    await page.getByLabel('Require single sign-on').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Require it' }).click()
    await page.getByText('Single sign-on is required').waitFor()
    await assertForEverybody({ page, settled }, 'single-sign-on-required')
  })

  test('a person of the domain signs in and reaches the requested page', async () => {
    const { page, settled } = await admin.openUnknown()
    await page.goto(admin.path('/orders'))
    const button = page.getByRole('button', { name: 'Use single sign-on' })
    await button.click()
    await page.getByText('Enter your email address above first.').waitFor()
    await page.getByLabel('Email').fill('somebody@elsewhere.example')
    await button.click()
    await page.getByText('Addresses of elsewhere.example sign in with a password.').waitFor()
    await page.getByLabel('Email').fill('ida@larkmoor.example')
    provider.person = undefined
    await button.click()
    await page.getByText('The provider did not sign you in.').waitFor()
    await assertForEverybody({ page, settled }, 'single-sign-on-sign-in')
    provider.person = { sub: 'ida', email: 'ida@larkmoor.example', email_verified: true, name: 'Ida Lund' }
    await page.getByLabel('Email').fill('ida@larkmoor.example')
    await button.click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await page.getByText('Ida Lund').waitFor()
    await page.goto(admin.path('/settings/single-sign-on'))
    await page.getByText('Only for owners').waitFor()
  })

  test('connecting a shop continues after single sign-on', async () => {
    const { page } = await admin.openUnknown()
    const path = '/api/v1/connectors/shopify/callback?code=c&shop=acme.myshopify.com&state=s&confirm=1'
    await page.goto(`${admin.home}/sign-in?${new URLSearchParams({ next: path })}`)
    await page.getByLabel('Email').fill('ida@larkmoor.example')
    await page.getByRole('button', { name: 'Use single sign-on' }).click()
    await page.waitForURL(`**${path}`)
  })

  test('an owner disables single sign-on, and all single sign-on sessions end', async () => {
    const { page: guest } = await admin.openUnknown()
    await guest.goto(admin.home)
    await guest.getByLabel('Email').fill('ida@larkmoor.example')
    await guest.getByRole('button', { name: 'Use single sign-on' }).click()
    await guest.getByRole('heading', { name: 'Home' }).waitFor()
    const { page } = await admin.open()
    await page.goto(admin.path('/settings/single-sign-on'))
    await page.getByRole('button', { name: 'Turn off single sign-on' }).click()
    await page.getByRole('button', { name: 'Switch it off' }).click()
    await page.getByText('No single sign-on yet').waitFor()
    await guest.goto(admin.path('/orders'))
    await guest.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
