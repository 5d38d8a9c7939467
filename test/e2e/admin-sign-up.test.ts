import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { day } from '#test/service.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

const secret = 'seven-blue-kettles'

async function fill(page: Page, email: string, organization = 'Acme Pots') {
  await page.getByLabel('Your name').fill('Sam Kent')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Organization').fill(organization)
  await page.getByLabel('Store', { exact: true }).fill('Acme Shop')
  await page.getByLabel('Address of the shop').fill('shop.acme.example/about')
}

suite('signing up', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin({ SIGN_UP: 'open' })
  })
  after(() => admin?.close())

  test('sign-up leads by a mailed link to the new store, and the link works once', async () => {
    const { page, assertClean } = await admin.openUnknown()
    await page.goto(`${admin.home}/sign-in`)
    await page.getByRole('link', { name: 'No account yet? Sign up' }).click()
    await fill(page, 'sam@acme.example')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor()
    await keepPicture(page, 'sign-up-asked')
    const link = (await page.getByRole('link', { name: 'Open the link' }).getAttribute('href')) ?? ''
    await page.goto(link)
    await page.getByRole('heading', { name: 'Choose your password' }).waitFor()
    assert.equal(await page.getByLabel('Address of the shop').inputValue(), 'https://shop.acme.example')
    await keepPicture(page, 'sign-up-confirm')
    const token = link.split('/').at(-1)
    assert.equal((await admin.service.anonymous.get(`/auth/sign-up/${token}`)).status, 200, 'looking made nothing')
    const open = page.getByRole('button', { name: 'Open account' })
    await page.getByLabel('Password').fill('acme-pots')
    await open.click()
    assert.ok(
      await page.getByLabel('Password').evaluate((input) => !(input as never as HTMLInputElement).validity.valid),
    )
    await page.getByLabel('Password').fill('password123')
    await open.click()
    await page.getByText(/^It is one of/).waitFor()
    await keepPicture(page, 'sign-up-refused')
    await page.getByLabel('Password').fill(secret)
    await page.getByLabel('Organization').fill('Acme Kilns')
    await open.click()
    await page.getByRole('heading', { name: 'Acme Kilns is open' }).waitFor()
    assert.match(await page.getByRole('textbox', { name: 'API key' }).inputValue(), /^evnt_/)
    await keepPicture(page, 'sign-up-opened')
    await page.getByRole('button', { name: 'Go to Acme Shop' }).click()
    await page.getByRole('button', { name: /Store: Acme Shop Acme Kilns/ }).waitFor()
    await page.getByRole('heading', { name: 'Set up your store' }).waitFor()
    assertClean(/400/)
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link was used already' }).waitFor()
  })

  test('the affiliate code of a followed link is filled in, changeable and validated', async () => {
    const owner = await admin.shop.signedIn()
    assert.equal((await owner.post('/affiliates/me', { code: 'larkmoor' })).status, 201)
    const { page } = await admin.openUnknown()
    await page.goto(`${admin.origin}/r/larkmoor`)
    await page.waitForURL('**/admin/sign-up')
    const field = page.getByLabel('Code of the person who recommended this')
    assert.equal(await field.inputValue(), 'larkmoor')
    await fill(page, 'ann@oak.example', 'Oak')
    await field.fill('nobodys')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await page.getByText('This code does not exist.').waitFor()
    await field.fill('larkmoor')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await page.getByRole('link', { name: 'Open the link' }).click()
    await page.getByLabel('Password').fill(secret)
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.getByRole('heading', { name: 'Oak is open' }).waitFor()
    const [referral] = (await owner.get('/affiliates/referrals')).body.data
    assert.deepEqual([referral.organization, referral.state], ['Oak', 'signed_up'])
    const other = await admin.openUnknown()
    await other.page.goto(`${admin.home}/sign-up?code=1234`)
    assert.equal(await other.page.getByLabel('Code of the person who recommended this').inputValue(), '1234')
    const plain = await admin.openUnknown()
    await plain.page.goto(`${admin.home}/sign-up`)
    await plain.page.getByRole('button', { name: 'I have a code' }).click()
    assert.equal(await plain.page.getByLabel('Code of the person who recommended this').inputValue(), '')
  })

  test('an unknown or expired sign-up link says how to continue', async () => {
    const { page } = await admin.openUnknown()
    await page.goto(`${admin.home}/sign-up/${'x'.repeat(43)}`)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await keepPicture(page, 'sign-up-gone')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await fill(page, 'late@acme.example')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    const link = (await page.getByRole('link', { name: 'Open the link' }).getAttribute('href')) ?? ''
    await page.goto(link)
    await page.getByLabel('Password').fill(secret)
    admin.service.advance(day)
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  })

  test('signing up is accessible in light, dark and narrow layouts', async () => {
    const { page, settled, assertClean } = await admin.openUnknown()
    await page.goto(`${admin.home}/sign-up?code=larkmoor`)
    await page.getByLabel('Your name').waitFor()
    await assertForEverybody({ page, settled }, 'sign-up')
    assertClean()
    await page.goto(`${admin.home}/sign-in`)
    await page.getByRole('link', { name: 'No account yet? Sign up' }).waitFor()
    await assertForEverybody({ page, settled }, 'sign-up-sign-in')
  })
})

suite('an installation without sign-up', { skip: noBrowser }, () => {
  test('the sign-in page does not offer sign-up, and the page at the sign-up URL says why', async () => {
    const admin = await startAdmin()
    try {
      const { page, settled } = await admin.openUnknown()
      await page.goto(`${admin.home}/sign-in`)
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      await settled()
      assert.equal(await page.getByRole('link', { name: /Sign up/ }).count(), 0)
      await page.goto(`${admin.home}/sign-up`)
      await page.getByRole('heading', { name: 'Sign-up is closed' }).waitFor()
    } finally {
      await admin.close()
    }
  })
})
