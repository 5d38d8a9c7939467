import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { enter, noBrowser } from './browser.ts'

suite("a person's own account", { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  test('a forgotten password is reset by the mailed link, and other sessions end', async () => {
    const { shop, service } = admin
    const other = await admin.open()
    await other.page.goto(admin.path('/mailbox'))
    const { page } = await admin.openUnknown()
    await page.goto(`${admin.home}/sign-in`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // Waits for the heading, because the previous page also has a field named "Email".
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await page.getByLabel('Email').fill(shop.ownerEmail)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await service.runJobs()
    await other.page.reload()
    await other.page.getByRole('link', { name: /Choose a new password/ }).click()
    const link = other.page.getByRole('link', { name: /\/reset-password\// })
    const address = (await link.getAttribute('href')) ?? ''
    await page.goto(address)
    await page.getByText(shop.ownerEmail).waitFor()
    await page.getByLabel('New password').fill('password123')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('It is one of the passwords that are tried first; choose another.').waitFor()
    await page.getByLabel('New password').fill('nine green ladders')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    shop.password = 'nine green ladders'
    await page.getByLabel('Email').fill(shop.ownerEmail)
    await page.getByLabel('Password').fill(shop.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await other.page.goto(admin.path('/reviews'))
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // The link works only once.
    await page.goto(address)
    await page.getByRole('heading', { name: 'This link was used already' }).waitFor()
  })

  test('signing out everywhere ends all sessions; the audit log and its export show it', async () => {
    const person = { ...admin.shop, ownerEmail: admin.shop.ownerEmail }
    const enter = async () => {
      const { page } = await admin.openUnknown()
      await page.goto(admin.path('/settings/account'))
      await page.getByLabel('Email').fill(person.ownerEmail)
      await page.getByLabel('Password').fill(person.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Your account' }).waitFor()
      return page
    }
    const [here, there] = [await enter(), await enter()]
    await here.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await here.getByRole('button', { name: 'Change name' }).click()
    await here.getByText('Name changed').waitFor()
    await here.getByRole('link', { name: 'Open Security' }).click()
    await here.getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.getByRole('heading', { name: 'Sign in' }).waitFor()
    await there.goto(admin.path('/reviews'))
    await there.getByRole('heading', { name: 'Sign in' }).waitFor()
    const page = await enter()
    await page.goto(admin.path('/settings/audit-log'))
    await page.getByText('Ada Lovelace signed out everywhere').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'signed out everywhere' })
    await row.getByText('Details').click()
    await row.getByText('127.0.0.1').waitFor()
    await page.getByLabel('Action').selectOption({ label: 'Signed out everywhere' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    assert.equal(file.suggestedFilename(), 'audit-log.csv')
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    assert.equal(lines.length, 2)
    assert.match(lines[1] ?? '', /session\.all_ended,user,Ada Lovelace/)
  })

  test("the person's name links to their account, outside the store settings", async () => {
    const { page } = await admin.openUnknown()
    await page.goto(admin.path('/settings/members'))
    await enter(page, admin.shop)
    const navigation = page.getByRole('navigation', { name: 'Store' })
    await navigation.locator('[aria-current]', { hasText: 'People and security' }).waitFor()
    await page.getByRole('button', { name: /Owner/ }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    assert.equal(await navigation.locator('[aria-current]').count(), 0)
    assert.equal(await page.getByRole('navigation', { name: 'Settings' }).count(), 0)
  })

  test('sign-in pages show errors beside the field and work again after an outage', async () => {
    const owner = await admin.shop.signedIn(admin.shop.ownerEmail, admin.shop.password)
    const invited = await owner.post('/account/users/invite', { email: 'jo@example.com', role: 'MEMBER' })
    const { page } = await admin.openUnknown()
    await page.route('**/auth/invitations/*', (route) =>
      route.fulfill({ status: 503, json: { message: 'The database does not answer.', requestId: 'r' } }),
    )
    await page.goto(invited.body.acceptUrl)
    await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor()
    await page.getByText('The database does not answer.').waitFor()
    await page.unroute('**/auth/invitations/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Your name').fill('Jo')
    await page.getByLabel('Password').fill('password123')
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.getByText('It is one of the passwords that are tried first; choose another.').waitFor()
    assert.equal(await page.getByText('/password').count(), 0)
  })

  test('the account pages are accessible in light and dark mode and on a phone', async () => {
    const owner = await admin.shop.signedIn(admin.shop.ownerEmail, admin.shop.password)
    const invited = await owner.post('/account/users/invite', { email: 'vera@example.com', role: 'VIEWER' })
    await admin.service.runJobs()
    const mail = (await owner.get('/email/mailbox?limit=1')).body.data[0]
    const used = await owner.post('/account/users/invite', { email: 'used@example.com', role: 'VIEWER' })
    await admin.service.anonymous.post(`/auth/invitations/${used.body.acceptUrl.split('/').at(-1)}/accept`, {
      name: 'Uma',
      password: 'correct horse battery',
    })
    const open = [
      ['sign-in', `${admin.home}/sign-in`],
      ['forgot-password', `${admin.home}/forgot-password`],
      ['reset-gone', `${admin.home}/reset-password/abcdefghijklmnopqrstuvwxyz`],
      ['invitation', invited.body.acceptUrl],
      ['invitation-gone', `${admin.home}/invitations/abcdefghijklmnopqrstuvwxyz`],
      ['invitation-used', used.body.acceptUrl],
    ] as const
    const inside = [
      ['account', admin.path('/settings/account')],
      ['security', admin.path('/settings/security')],
      ['audit-log', admin.path('/settings/audit-log')],
      ['mail', admin.path(`/mailbox/${mail?.id}`)],
    ] as const
    const unknown = await admin.openUnknown()
    const known = await admin.openUnknown()
    await known.page.goto(admin.home)
    await known.page.getByLabel('Email').fill(admin.shop.ownerEmail)
    await known.page.getByLabel('Password').fill(admin.shop.password)
    await known.page.getByRole('button', { name: 'Sign in' }).click()
    await known.page.getByRole('heading', { name: 'Home' }).waitFor()
    for (const [pages, at] of [
      [open, unknown],
      [inside, known],
    ] as const) {
      for (const [title, address] of pages) {
        await at.page.goto(address)
        await at.page.getByRole('heading').first().waitFor()
        if (title === 'audit-log') await at.page.getByText('Details').first().click()
        await assertForEverybody(at, title)
      }
    }
    await unknown.page.route('**/auth/installation', (route) => route.fulfill({ json: { hasAccounts: false } }))
    await unknown.page.goto(`${admin.home}/sign-in`)
    await unknown.page.getByText('There is no account here yet').waitFor()
    await assertForEverybody(unknown, 'fresh')
  })
})
