import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { enter, noBrowser } from './browser.ts'

async function withDevice(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Sets whether the simulated person touches the device when asked. */
    touched: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    verified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

/**
 * Returns a function that returns true after the browser completes the passkey request of a button press. The function
 * ignores the autofill request.
 */
async function watchAsking(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(`{
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (asked) =>
      get(asked).finally(() => { if (asked.mediation !== 'conditional') globalThis.isAnswered = true })
  }`)
  return () => page.evaluate('globalThis.isAnswered === true')
}

suite('passkeys', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    // Browsers bind passkeys to a host name, and 127.0.0.1 is not one.
    admin = await startAdmin({}, 'localhost')
  })
  after(() => admin?.close())

  const add = async (page: Page, name?: string) => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    if (name) await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Current password').fill(admin.shop.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const signOut = async (page: Page, device: Awaited<ReturnType<typeof withDevice>>) => {
    // Touching is disabled, because the browser would complete the sign-in page's autofill request immediately.
    await device.touched(false)
    await page.context().clearCookies()
    await page.goto(admin.path('/settings/security'))
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  }

  test('a passkey is added, signs in without a password, and is removed', async () => {
    const { page, settled, assertClean } = await admin.openUnknown()
    const device = await withDevice(page)
    await page.goto(admin.path('/settings/security'))
    await enter(page, admin.shop)
    await page.getByText('No passkey yet').waitFor()
    await assertForEverybody({ page, settled }, 'security-empty')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill('not it')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The current password is wrong. Enter it again.').waitFor()
    await keepPicture(page, 'security-add')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await add(page, 'Work laptop')
    await page.getByRole('row').filter({ hasText: 'Work laptop' }).getByText('Not yet').waitFor()
    assert.equal((await device.credentials()).length, 1)

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(admin.shop.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This device has a passkey for your account already.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('row').filter({ hasText: 'Work laptop' }).getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Kitchen tablet')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('row').filter({ hasText: 'Kitchen tablet' }).waitFor()
    await assertForEverybody({ page, settled }, 'security')

    await signOut(page, device)
    await assertForEverybody({ page, settled }, 'sign-in-passkey')
    await device.touched(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Security' }).waitFor()

    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(admin.shop.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No passkey yet').waitFor()

    // The device still offers the removed passkey, and the page explains the error.
    await signOut(page, device)
    await device.touched(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('This passkey was not accepted.').waitFor()
    await keepPicture(page, 'sign-in-refused')
    await enter(page, admin.shop)
    await page.getByRole('heading', { name: 'Security' }).waitFor()
    assertClean(/status of 401/)
  })

  test('the browser offers the passkey at the address field and signs in with it', async () => {
    const { page } = await admin.openUnknown()
    const device = await withDevice(page)
    await page.goto(admin.path('/settings/security'))
    await enter(page, admin.shop)
    await add(page)
    await page.getByRole('table', { name: 'Passkeys' }).getByText('Chrome on Linux').waitFor()
    await signOut(page, device)
    assert.equal(await page.getByLabel('Email').getAttribute('autocomplete'), 'username webauthn')
    // Tests cannot click the browser's own dialogs. The browser's test authenticator accepts the offer as soon as the
    // simulated touch is enabled.
    await device.touched(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Security' }).waitFor()
  })

  test('with two factors required, a passkey suffices, and a password sign-in requests a passkey', async () => {
    const other = await admin.service.shop('Asking')
    const owner = await other.signedIn()
    assert.equal((await owner.patch('/orgs/settings', { twoFactorRequired: true })).status, 200)
    const { page, settled } = await admin.openUnknown()
    const device = await withDevice(page)
    const place = `${admin.home}/stores/${other.storeEnvId}/settings/security`
    await page.goto(place)
    await enter(page, other)
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await assertForEverybody({ page, settled }, 'one-more-step')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(other.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Security' }).waitFor()

    await device.touched(false)
    await page.context().clearCookies()
    await page.goto(place)
    await enter(page, other)
    await page.getByText('Use your passkey to continue').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0)
    await keepPicture(page, 'one-more-step-passkey')
    await device.touched(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Security' }).waitFor()

    await device.touched(false)
    await page.context().clearCookies()
    await page.goto(place)
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    await device.verified(false)
    await device.touched(true)
    const isOver = await watchAsking(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    // The button becomes busy a moment after the click. Without this wait, the change of the device below would affect the
    // first request.
    await until(isOver, 'the device has answered')
    await page.getByRole('button', { name: 'Use a passkey' }).and(page.locator(':enabled')).waitFor()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    await device.verified(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Security' }).waitFor()
  })

  test('at an IP address the account page says why passkeys are unavailable', async () => {
    const { page } = await admin.openUnknown()
    const elsewhere = admin.home.replace('localhost', '127.0.0.1')
    await page.goto(`${elsewhere}/stores/${admin.shop.storeEnvId}/settings/security`)
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).count(), 0)
    await enter(page, admin.shop)
    await page.getByText('Passkeys are bound to the host name localhost.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Add a passkey' }).isDisabled())
    await keepPicture(page, 'security-elsewhere')
  })
})
