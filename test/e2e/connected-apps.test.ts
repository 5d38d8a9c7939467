import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  approve,
  buildAuthorizeQuery,
  type Chosen,
  cookieOfOwner,
  newVerifier,
  redeem,
  register,
  signInCookie,
  withAccessToken,
} from '#resources/oauth/oauth.testing.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { assertAccessible, enter, noBrowser, type Person, withLastingNotices } from './browser.ts'

suite('connecting an app', { skip: noBrowser }, () => {
  let admin: Admin
  let program: Server
  let callback: string
  let clientId: string
  const verifier = newVerifier()
  before(async () => {
    admin = await startAdmin()
    program = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Back again</h1>'))
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
    callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
    clientId = (await register(admin.shop, { name: 'Inventory', redirectUris: [callback] })).clientId
  })
  after(async () => {
    program?.closeAllConnections()
    program?.close()
    await admin?.close()
  })
  const address = (other: Record<string, string> = {}) =>
    `${admin.origin}/oauth/authorize?${buildAuthorizeQuery(clientId, verifier, { redirect_uri: callback, ...other })}`
  // The app's own page has another origin and no icon.
  const elsewhere = /127\.0\.0\.1:\d+\/(callback|favicon)|favicon/

  const readAnswer = async (page: Page) => {
    await page.getByRole('heading', { name: 'Back again' }).waitFor()
    return new URL(page.url()).searchParams
  }

  test('a stranger signs in, reads the request, and connects by keyboard alone', async () => {
    const { page, assertClean } = await admin.openUnknown()
    await page.goto(address({ scope: 'reviews:write orders:read' }))
    await enter(page, admin.shop)
    await page.getByRole('heading', { name: 'Inventory wants to work in Larkmoor' }).waitFor()
    // The only store is ticked. The keyboard lowers the role by one and clears one box.
    const press = (key: string) => page.keyboard.press(key)
    const focused = () =>
      page.evaluate('document.activeElement.closest("label")?.innerText ?? document.activeElement.innerText')
    const walkTo = async (what: RegExp) => {
      for (let i = 0; i < 40; i++) {
        await press('Tab')
        if (what.test(String(await focused()))) return
      }
      assert.fail(`the keyboard does not reach ${what}`)
    }
    await walkTo(/Larkmoor/)
    await walkTo(/Member/)
    await press('ArrowUp')
    assert.match(String(await focused()), /Viewer/)
    await walkTo(/Change/)
    await press('Space')
    await walkTo(/^Connect$/)
    await press('Enter')
    const answer = await readAnswer(page)
    assert.deepEqual([answer.get('iss'), answer.get('error')], [admin.service.service.origin, null])
    const { body } = await redeem(admin.service, clientId, answer.get('code') ?? '', verifier, {
      redirect_uri: callback,
    })
    assert.deepEqual(body.scope.split(' ').sort(), ['orders:read', 'reviews:read'])
    assertClean(elsewhere)
  })

  test('a person who declines is sent back, and no app is connected', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(address())
    await page.getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await readAnswer(page)).get('error'), 'access_denied')
    assertClean(elsewhere)
  })

  test("a screen reader announces the form's questions group by group", async () => {
    const { page } = await admin.open()
    await page.goto(address({ scope: 'reviews:write' }))
    const tree = await page.locator('main').ariaSnapshot()
    for (const line of [
      /heading "Inventory wants to work in Larkmoor" \[level=1\]/,
      /group "Stores"/,
      /checkbox "Larkmoor" \[checked\]/,
      /group "Role"/,
      /radio "Member .+" \[checked\]/,
      /group "What it can see and change"/,
      /group "Reviews"/,
      /checkbox "See" \[checked\]/,
      /checkbox "Change" \[checked\]/,
      /heading "In any case" \[level=2\]/,
      /button "Connect"/,
      /button "Cancel"/,
    ])
      assert.match(tree, line, tree)
    await page.getByRole('checkbox', { name: 'Larkmoor' }).uncheck()
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('alert').filter({ hasText: 'Tick at least one store.' }).waitFor()
    assert.match(await page.locator('main').ariaSnapshot(), /alert: Tick at least one store\./)
  })

  for (const language of ['en', 'de', 'ar'] as const)
    test(`the consent page is accessible: ${language}`, async () => {
      const { page, assertClean, settled } = await admin.open()
      for (const scope of ['read write', 'reviews:write orders:read loyalty:read', 'read']) {
        await page.goto(address({ ui_locales: language, scope }))
        if (scope === 'read write') await page.locator('input[name=access][value=some]').check()
        await assertForEverybody({ page, settled }, `consent-${scope}-${language}`)
      }
      await page.goto(address({ ui_locales: language, redirect_uri: 'https://evil.example.com/' }))
      await assertForEverybody({ page, settled }, `consent-refused-${language}`)
      assertClean(/400/)
    })

  test('no page of another site can embed the consent page in a frame', async () => {
    const { page } = await admin.open()
    const framing = createServer((_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`<iframe src="${address().replaceAll('&', '&amp;')}" width="600" height="600"></iframe>`),
    )
    await new Promise<void>((resolve) => framing.listen(0, '127.0.0.1', resolve))
    try {
      await page.goto(`http://127.0.0.1:${(framing.address() as AddressInfo).port}/`)
      await page.waitForLoadState('networkidle')
      const shown = await Promise.all(page.frames().map((frame) => frame.content().catch(() => '')))
      assert.ok(!shown.some((text) => text.includes('Inventory')), shown.join())
    } finally {
      framing.closeAllConnections()
      framing.close()
    }
  })

  test('owners see and disconnect connections, and manage their own apps', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/connected-apps'))
    const connections = page.getByRole('table', { name: 'Connections' })
    await connections
      .getByRole('row', {
        name: /Inventory.*Registered here.*Larkmoor.*Viewer.*Sees orders and reviews; changes nothing/,
      })
      .waitFor()
    await keepPicture(page, 'connected-apps')
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await connections.getByRole('button', { name: /^Details of Inventory/ }).click()
    await dialog.getByText('It can see orders and reviews.').waitFor()
    await dialog.getByText('It can change nothing.').waitFor()
    await dialog.getByText('None.').waitFor()
    await keepPicture(page, 'connected-apps-details')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await connections.getByRole('button', { name: /^Disconnect Inventory/ }).click()
    await dialog.getByText('The next request of this app').waitFor()
    await keepPicture(page, 'connected-apps-disconnect')
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('No apps connected').waitFor()

    await page.getByRole('button', { name: 'Register an app' }).click()
    await dialog.getByLabel('Name').fill('Warehouse')
    await dialog.getByLabel('Redirect addresses').fill('javascript:alert(1)')
    await dialog.getByRole('button', { name: 'Register the app' }).click()
    await dialog.getByText('Must be https').waitFor()
    await dialog.getByLabel('Redirect addresses').fill('https://warehouse.example.com/cb\nhttp://localhost/cb')
    await keepPicture(page, 'connected-apps-register')
    await dialog.getByRole('button', { name: 'Register the app' }).click()
    assert.match(await dialog.getByLabel('Client secret').inputValue(), /^evnc_/)
    await keepPicture(page, 'connected-apps-secret')
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    const clients = page.getByRole('table', { name: 'Apps of your own' })
    const first = await readSecret(page)
    await clients.getByRole('button', { name: 'Replace secret of Warehouse' }).click()
    await dialog.getByLabel('Ends now').waitFor()
    await keepPicture(page, 'connected-apps-replace')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await readSecret(page), first, 'nothing is replaced before it is confirmed')
    await clients.getByRole('button', { name: 'Replace secret of Warehouse' }).click()
    await dialog.getByRole('button', { name: 'Replace the secret' }).click()
    const secret = dialog.getByLabel('Client secret')
    await secret.waitFor()
    const replaced = await secret.inputValue()
    assert.match(replaced, /^evnc_/)
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await clients.getByText(`evnc_…${replaced.slice(-4)}`).waitFor()
    await clients.getByText('The previous one works until').waitFor()
    assert.ok(!(await page.content()).includes(replaced), 'it is shown once')
    await keepPicture(page, 'connected-apps-replaced')
    await clients.getByRole('button', { name: 'Edit Warehouse' }).click()
    await dialog.getByLabel('Name').fill('Depot')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await clients.getByRole('button', { name: 'Delete Depot' }).click()
    await dialog.getByText('It can no longer be connected').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('App deleted').waitFor()
    // The notice appears before the list has reloaded.
    await clients.getByText('Depot').waitFor({ state: 'detached' })
    assertClean(/400/)
  })

  const readSecret = (page: Page) => page.getByText(/^evnc_…/).textContent()

  test('a person who is not an admin sees and disconnects only their own connections', async () => {
    await connectOnce()
    const viewer = await newViewer()
    await connectOnce(await signInCookie(admin.service, viewer.ownerEmail, viewer.password))
    const { page, assertClean } = await admin.open({}, viewer)
    await page.goto(admin.path('/settings/connected-apps'))
    const rows = page.getByRole('table', { name: 'Connections' }).getByRole('row', { name: /Inventory/ })
    await rows.first().waitFor()
    assert.equal(await rows.count(), 1)
    assert.equal(await page.getByRole('button', { name: 'Register an app' }).count(), 0)
    assert.equal(await page.getByRole('table', { name: 'Apps of your own' }).count(), 0)
    await keepPicture(page, 'connected-apps-viewer')
    await page.getByRole('button', { name: /^Disconnect Inventory/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('No apps connected').waitFor()
    const owner = await admin.shop.signedIn()
    assert.ok((await owner.get('/account/connections')).body.data.length > 0, 'the owner’s stands')
    assertClean()
  })

  test('the details of a connection list its webhooks', async () => {
    const token = await connectOnce(undefined, { role: 'ADMIN' })
    const program = withAccessToken(admin.service, token, admin.shop.storeEnvId)
    const url = 'https://hooks.automation.example/catch/7'
    const made = await program.post('/outbound-webhooks', { url, events: ['review.approved'] })
    assert.equal(made.status, 201, made.text)
    const { page, assertClean, settled } = await admin.open()
    await page.goto(admin.path('/settings/connected-apps'))
    await page
      .getByRole('button', { name: /^Details of Inventory/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(url).waitFor()
    await dialog.getByText('review.approved').waitFor()
    await settled()
    await assertAccessible(page, 'details of a connection')
    await keepPicture(page, 'connected-apps-webhook')
    assertClean()
  })

  test("an assistant's configuration is chosen and copied, also by keyboard", async () => {
    const { page, assertClean } = await admin.open()
    await withLastingNotices(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: admin.origin })
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await page.goto(admin.path('/settings/connected-apps/assistants'))
    const copyButton = page.getByRole('button', { name: 'Copy Claude Code' })
    await copyButton.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copied Claude Code' }).waitFor()
    assert.equal(await copied(), `claude mcp add --transport http evident "${admin.origin}/mcp"`)
    await page.getByLabel('An API key').check()
    await page.getByLabel('Reading alone').check()
    await page.getByRole('button', { name: 'Copy VS Code with GitHub Copilot' }).click()
    await page.getByRole('button', { name: 'Copied VS Code with GitHub Copilot' }).waitFor()
    const { servers, inputs } = JSON.parse(String(await copied()))
    assert.equal(servers.evident.url, `${admin.origin}/mcp?read_only=1`)
    assert.match(servers.evident.headers.Authorization, /^Bearer \$\{input:/)
    assert.equal(inputs[0].password, true)
    await page.getByRole('link', { name: 'Make a key for the assistant' }).click()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    assertClean()
  })

  test("the assistants' page is accessible in light, dark and narrow layouts", async () => {
    const { page, assertClean, settled } = await admin.open()
    await page.goto(admin.path('/settings/connected-apps/assistants'))
    await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
    for (const way of ['You, when you sign in', 'An API key']) {
      await page.getByLabel(way).check()
      await assertForEverybody({ page, settled }, `assistants-${way === 'An API key' ? 'key' : 'sign-in'}`)
    }
    assertClean()
  })

  test('connected apps are accessible in light, dark and narrow layouts', async () => {
    await connectOnce()
    const { page, assertClean, settled } = await admin.open()
    await page.goto(admin.path('/settings/connected-apps'))
    await page.getByRole('table', { name: 'Connections' }).waitFor()
    await assertForEverybody({ page, settled }, 'connected-apps')
    await page
      .getByRole('button', { name: /^Details of Inventory/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('Permissions', { exact: true }).waitFor()
    await assertForEverybody({ page, settled }, 'connected-apps-details')
    assertClean()
  })

  async function connectOnce(as?: string, chosen: Chosen = {}): Promise<string> {
    const cookie = as ?? (await cookieOfOwner(admin.service, admin.shop))
    const query = buildAuthorizeQuery(clientId, verifier, {
      redirect_uri: callback,
      scope: 'reviews:write orders:read products:read loyalty:read outbound-webhooks:write',
    })
    const code = (await approve(admin.service, cookie, query, chosen)).get('code') ?? ''
    const { body } = await redeem(admin.service, clientId, code, verifier, { redirect_uri: callback })
    return body.access_token
  }

  async function newViewer(): Promise<Person> {
    const owner = await admin.shop.signedIn()
    const email = 'viewer@larkmoor.example'
    const { body } = await owner.post('/account/users/invite', { email, role: 'VIEWER' })
    const token = new URL(body.acceptUrl).pathname.split('/').at(-1)
    const password = 'six-green-lanterns'
    await admin.service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Kim', password })
    return { ownerEmail: email, password }
  }
})
