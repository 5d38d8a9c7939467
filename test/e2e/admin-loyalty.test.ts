import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '#platform/db/query.ts'
import { day } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, openPlace, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

suite('loyalty in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin({ BILLING: 'manual' })
  })
  after(() => admin?.close())

  const plan = (name: string) =>
    admin.service.service.db.system('write', (tx) =>
      tx.run(sql`
        update subscriptions set plan = ${name}, status = 'active', trial_ends_at = null, current_period_ends_at = now() + interval '900 days'
         where store_env_id = ${admin.shop.storeEnvId}`),
    )
  const order = (id: string, email: string, total: string, more: object = {}) => ({
    ...{ platformOrderId: id, email, customerName: `Buyer ${id}`, currency: 'EUR', total },
    ...{ placedAt: admin.service.service.clock.now().toISOString(), ...more },
  })
  const push = async (...orders: object[]) => {
    const { body, text } = await admin.shop.api.put('/orders', orders)
    assert.equal(body.failed, 0, text)
    await admin.service.runJobs()
  }
  const program = async () => (await admin.shop.api.get('/loyalty/program')).body

  test('on a lower plan, every loyalty page names the plan that has loyalty', async () => {
    await plan('starter')
    const { page, assertClean } = await admin.open()
    for (const path of ['', '/members', '/rewards', '/referrals', '/liability', `/members/${admin.shop.storeEnvId}`]) {
      await page.goto(admin.path(`/loyalty${path}`))
      await page.getByText(/Loyalty is part of the Growth plan; your store has Starter/).waitFor()
      assert.equal(await page.getByRole('button', { name: /Add reward|Export|Save/ }).count(), 0)
    }
    await keepPicture(page, 'loyalty-plan')
    assertClean()
    await plan('growth')
  })

  test('without a programme every page says how to start one', async () => {
    const { page, assertClean } = await admin.open()
    for (const [path, text] of [
      ['/members', 'No members yet'],
      ['/rewards', 'No rewards yet'],
      ['/referrals', 'Nothing waits for you'],
      ['/liability', 'Nothing earned yet'],
    ]) {
      await page.goto(admin.path(`/loyalty${path}`))
      await page.getByText(text as string, { exact: true }).waitFor()
    }
    assertClean()
  })

  test('one button starts the standard program, and after a failure the program stays off', async (t) => {
    const fresh = await startAdmin()
    t.after(() => fresh.close())
    const program = async () => (await fresh.shop.api.get('/loyalty/program')).body
    const { page, settled, assertClean } = await fresh.open()
    await page.goto(fresh.path('/loyalty'))
    await memberView(page).getByText('There are no rewards yet.').waitFor()
    await keepPicture(page, 'loyalty-start')
    await page.route('**/api/v1/loyalty/rewards*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    const start = page.getByRole('button', { name: 'Use the standard program' })
    await start.click()
    await page.getByRole('alert').waitFor()
    assert.equal((await program()).enabled, false)
    await page.unroute('**/api/v1/loyalty/rewards*')
    await start.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Your program is on').waitFor()
    const { enabled, pointsPerUnit, holdDays } = await program()
    assert.deepEqual([enabled, pointsPerUnit, holdDays], [true, 1, 14])
    const { body } = await fresh.shop.api.get('/loyalty/rewards')
    assert.deepEqual(
      body.data.map(({ cost, value, kind }: Record<string, unknown>) => [cost, value, kind]),
      [[100, '5.00', 'fixed_amount']],
    )
    await memberView(page).getByText('100 points', { exact: true }).waitFor()
    await start.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Points can be spent after').isVisible(), false)
    await assertForEverybody({ page, settled }, 'loyalty-started')
    assertClean(/ERR_FAILED|Failed to load/)
  })

  test('the service computes the example from unsaved form values, and saving applies them', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/reviews'))
    await openPlace(page, 'Rewards', 'Loyalty')
    const example = page.getByRole('region', { name: 'An example' })
    await example.getByText('120 points').waitFor()
    await example.getByText('90 points').waitFor()
    await page.getByLabel(/^Points per \D?1/).fill('0.7')
    await openSection(page, 'Orders that count')
    await page.getByLabel('Points can be spent after').fill('14')
    await page.getByLabel('Only orders in this currency').fill('eur')
    await example.getByLabel('An order of').fill('120.99')
    await example.getByText('84 points').waitFor()
    await example.getByText('63 points').waitFor()
    await example.getByText('−21').waitFor()
    await page.getByRole('checkbox', { name: 'Loyalty program' }).check()
    await openSection(page, 'Expiry')
    await page.getByRole('checkbox', { name: /^Points expire/ }).check()
    await page.getByLabel('Expire after').fill('10')
    await page.getByText('No points would expire within a year').waitFor()
    await openSection(page, 'Tiers')
    await page.getByRole('button', { name: 'Add tier' }).click()
    await page.getByLabel('Name of tier 1').fill('Silver')
    await memberView(page).getByText('380 points to Silver').waitFor()
    const ways = page.getByRole('region', { name: 'Ways to earn' })
    const way = (name: string) => ways.getByRole('checkbox', { name })
    const isOn = (name: string) => way(name).isChecked()
    assert.deepEqual(await Promise.all(['Orders', 'Reviews', 'Birthdays', 'Referrals'].map(isOn)), [
      ...[true, false, false, false],
    ])
    assert.equal(await page.getByLabel('Birthday points').count(), 0)
    await way('Birthdays').check()
    await page.getByLabel('Birthday points').fill('50')
    await way('Reviews').check()
    await page.getByLabel('Review points').fill('0')
    await page.getByLabel('Review points').fill('30')
    await ways.getByText('No effect yet.').waitFor()
    await way('Referrals').check()
    await page.getByLabel('Referral reward').fill('200')
    await page.getByLabel('Reward for the friend', { exact: true }).fill('0')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Must be more than `holdDays`').waitFor()
    await page.getByLabel('Expire after').fill('365')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Balances are recalculated within seconds').waitFor()
    const saved = await program()
    assert.deepEqual(
      [saved.enabled, saved.pointsPerUnit, saved.holdDays, saved.currency, saved.expiry.days, saved.tiers],
      [true, 0.7, 14, 'EUR', 365, [{ name: 'Silver', threshold: 500 }]],
    )
    assert.deepEqual([saved.birthdayPoints, saved.reviewPoints, saved.referral.advocatePoints], [50, 30, 200])
    const rates = page.getByRole('table', { name: 'Rates' })
    await rates.getByRole('row', { name: /Rate 1 Current.*0\.7.*14 days.*EUR/ }).waitFor()
    await page.getByLabel(/^Points per \D?1/).fill('1')
    await page.getByLabel('Points can be spent after').fill('0')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await rates.getByRole('row', { name: /Rate 2 Current/ }).waitFor()
    // Saving must not revert a colleague's change to a field that this person did not edit.
    await admin.shop.api.put('/loyalty/program', { birthdayPoints: 75 })
    await page.getByLabel('Reward for the friend', { exact: true }).fill('100')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await until(async () => (await program()).referral.friendPoints === 100)
    assert.equal((await program()).birthdayPoints, 75)
    await way('Referrals').uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await until(async () => (await program()).referral.advocatePoints === 0)
    assert.equal((await program()).referral.friendPoints, 0)
    const incentive = { kind: 'points', text: 'Points for a review', status: 'active' }
    const own = await admin.shop.api.post('/review-incentives', { ...incentive, points: 80 })
    assert.equal(own.status, 201, own.text)
    await page.reload()
    await ways.getByText('Your incentives set their own points.').waitFor()
    await ways.getByText('80 points', { exact: true }).waitFor()
    assert.equal(await ways.getByLabel('Review points').count(), 0, 'no field without an effect')
    assert.equal(await way('Reviews').count(), 0, 'no switch without an effect')
    await ways.getByRole('link', { name: 'View incentives' }).waitFor()
    assert.equal((await admin.shop.api.delete(`/review-incentives/${own.body.id}`)).status, 204)
    assert.equal((await admin.shop.api.post('/review-incentives', incentive)).status, 201)
    await page.reload()
    await ways.getByText('Used by 1 incentive.').waitFor()
    assert.equal(await ways.getByLabel('Review points').inputValue(), '30')
    assertClean(/400/)
  })

  test('a full address finds a member; points change once after confirmation, and are recorded', async () => {
    await push(order('o1', 'ida@customer.example', '640.00'), order('o2', 'jo@customer.example', '80.00'))
    await push(order('o1', 'ida@customer.example', '640.00', { refundedTotal: '40.00' }))
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/loyalty/members'))
    const table = page.getByRole('table', { name: 'Members' })
    await table.getByRole('row', { name: /jo@customer\.example.*80/ }).waitFor()
    await page.getByRole('searchbox').fill('ida@cust')
    await page.getByText('No member has this address').waitFor()
    await page.getByRole('searchbox').fill('Ida@customer.example')
    await table.getByText('jo@customer.example').waitFor({ state: 'detached' })
    await table.getByRole('link', { name: 'ida@customer.example' }).click()
    const journal = page.getByRole('table', { name: 'Journal' })
    await journal.getByRole('row', { name: /refunded, cancelled or corrected.*Rate 2: 1 per unit.*-40.*600/ }).waitFor()
    await page.getByRole('button', { name: 'Give or take points' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Take' }).click()
    await dialog.getByLabel('How many').fill('700')
    await dialog.getByLabel('Reason').fill('Counted twice <b>by us</b>')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('-100 points').waitFor()
    await keepPicture(page, 'loyalty-grant')
    await assertAccessible(page, 'grant')
    await dialog.getByRole('button', { name: 'Take 700 points' }).click()
    await page.getByText('700 points taken').waitFor()
    await journal.getByRole('row', { name: /Grant.*Counted twice <b>by us<\/b>.*-700.*-100/ }).waitFor()
    await page.getByText('New points pay this off').waitFor()
    await page.getByRole('button', { name: 'Give or take points' }).click()
    await dialog.getByLabel('How many').fill('700')
    await dialog.getByLabel('Reason').fill('Put right')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Give 700 points' }).dblclick()
    await journal.getByRole('row', { name: /Put right.*\+700.*600/ }).waitFor()
    assert.equal(await journal.getByText('Put right').count(), 1)
    await page.getByRole('button', { name: 'Change the birthday' }).click()
    await dialog.getByLabel('Month').selectOption('02')
    await dialog.getByLabel('Day').selectOption('29')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Birthday on February 29').waitFor()
    assertClean(/400|404/)
  })

  test('the export is a file with all loyalty journals', async () => {
    const { page } = await admin.open()
    await page.goto(admin.path('/loyalty/members'))
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export all journals' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    assert.match(file, /ida@customer\.example/)
  })

  test('a reward is created, shows how many codes remain, is spent, refunded and ended', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/loyalty/rewards'))
    await page.getByRole('button', { name: 'Add reward' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('5 € off')
    await dialog.getByLabel('Amount').fill('0')
    await dialog.getByLabel('Cost').fill('100')
    await dialog.getByRole('button', { name: 'Add reward' }).click()
    await dialog.getByText(/Must say how much, above 0/).waitFor()
    await dialog.getByLabel('Amount').fill('5.00')
    await keepPicture(page, 'loyalty-reward')
    await assertAccessible(page, 'reward')
    await dialog.getByRole('button', { name: 'Add reward' }).click()
    const row = page.getByRole('table', { name: 'Rewards' }).getByRole('row', { name: /5 € off/ })
    await row.getByText('No code left').waitFor()
    await page.getByRole('button', { name: 'Add codes for 5 € off' }).click()
    await dialog.getByLabel('Codes').fill('FIVE-1\nFIVE-2\nFIVE-2, FIVE-3')
    await dialog.getByText('3 codes', { exact: true }).waitFor()
    await dialog.getByText('Codes left: 0.').waitFor()
    await dialog.getByRole('button', { name: 'Add them' }).click()
    await row.getByText('3 left').waitFor()
    const { data } = (await admin.shop.api.get('/loyalty/rewards')).body
    const { id: memberId } = (await admin.shop.api.get('/loyalty/members/by-email/jo@customer.example')).body
    const spent = { memberId, rewardId: data[0].id, idempotencyKey: 'k1' }
    const redeemed = await admin.shop.api.post('/loyalty/redemptions', spent)
    assert.equal(redeemed.status, 409, 'jo has 80 points')
    const { body: ida } = await admin.shop.api.get('/loyalty/members/by-email/ida@customer.example')
    assert.equal((await admin.shop.api.post('/loyalty/redemptions', { ...spent, memberId: ida.id })).status, 201)
    await page.goto(admin.path(`/loyalty/members/${ida.id}`))
    const spending = page
      .getByRole('table', { name: 'Redemptions' })
      .getByRole('row', { name: /5 € off.*FIVE-\d.*100/ })
    await spending.getByRole('button', { name: 'Give back' }).click()
    await dialog.getByText(/The code FIVE-\d is deleted in your shop if .* stays valid/).waitFor()
    await dialog.getByRole('button', { name: 'Give them back' }).click()
    await spending.getByText('Refunded').waitFor()
    await page
      .getByRole('table', { name: 'Journal' })
      .getByRole('row', { name: /Refunded.*\+100.*600/ })
      .waitFor()
    await page.goto(admin.path('/loyalty/rewards'))
    await page.getByRole('button', { name: 'Edit 5 € off' }).click()
    await dialog.getByLabel('Offered').uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Ended').waitFor()
    assertClean(/400|409/)
  })

  test("the page shows the program's totals, and a closed section shows its current values", async () => {
    const { page, assertClean } = await admin.open()
    const mug = { name: 'A mug', kind: 'custom', codes: 'none', cost: 50, active: true }
    assert.equal((await admin.shop.api.post('/loyalty/rewards', mug)).status, 201)
    const { body: liability } = await admin.shop.api.get('/loyalty/liability')
    const earned = liability.months.reduce((all: number, month: { earned: number }) => all + month.earned, 0)
    assert.ok(earned > 0)
    await page.goto(admin.path('/loyalty'))
    for (const [name, count] of [
      ['Members', (await admin.shop.api.get('/loyalty/members?limit=1&includeTotal=true')).body.pagination.total],
      ['Earned in 12 months', earned],
      ['Points outstanding', liability.outstanding],
    ] as const)
      await page
        .locator('dl > div')
        .filter({ hasText: name })
        .getByText(count.toLocaleString('en-US'), { exact: true })
        .waitFor()
    await page.getByText('Program is on', { exact: true }).waitFor()
    const spending = page.getByRole('region', { name: 'Ways to spend' })
    await spending.getByRole('listitem').filter({ hasText: 'A mug' }).getByText('50 points').waitFor()
    await spending.getByRole('link', { name: 'Manage rewards' }).waitFor()
    await page.locator('summary').getByText('Points expire after 365 days').waitFor()
    await page.locator('summary').getByText('Silver 500').waitFor()
    assert.equal(await page.getByLabel('Name of tier 1').isVisible(), false)
    assert.equal(
      await memberView(page)
        .getByRole('button', { name: /^Redeem/ })
        .count(),
      0,
    )
    await page.getByLabel('Shoppers redeem rewards themselves').check()
    await memberView(page).getByRole('button', { name: 'Redeem: A mug', includeHidden: true }).waitFor()
    assertClean()
  })

  test('suspicious referrals wait until a person approves or refuses them', async () => {
    const { body: ida } = await admin.shop.api.get('/loyalty/members/by-email/ida@customer.example')
    const refer = async (friendEmail: string) =>
      (await admin.shop.api.post('/loyalty/referrals', { advocateMemberId: ida.id, friendEmail })).body.code as string
    const [one, two] = [await refer('kim@friend.example'), await refer('lee@friend.example')]
    const odd = { customerName: 'Buyer o1' }
    await push(
      order('o3', 'kim@friend.example', '60.00', { ...odd, referralCode: one }),
      order('o4', 'lee@friend.example', '70.00', { ...odd, referralCode: two }),
    )
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/loyalty'))
    await page.getByRole('link', { name: 'Referrals' }).click()
    const row = (email: string) => page.getByRole('row', { name: new RegExp(email) })
    await row('kim@friend').getByText('The friend has the name of the member').waitFor()
    await keepPicture(page, 'loyalty-referrals-waiting')
    await row('kim@friend').getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await row('kim@friend').waitFor({ state: 'detached' })
    await row('lee@friend').getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    await page.getByText('Nothing waits for you').waitFor()
    await page.getByLabel('State').selectOption('all')
    await row('kim@friend').getByText('Both rewarded').waitFor()
    await row('lee@friend').getByText('Refused').waitFor()
    assertClean()
  })

  test('the liability by month is a chart, a table and a file, with empty months', async () => {
    admin.service.advance(95 * day)
    await push(order('o5', 'mia@customer.example', '1200.00'))
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/loyalty/liability'))
    const { body } = await admin.shop.api.get('/loyalty/liability')
    assert.equal(body.months.length, 2)
    const table = page.getByRole('table', { name: 'Liability by month' })
    await table.waitFor()
    const months = (await table.getByRole('row').count()) - 1
    assert.ok(months === 4 || months === 5, `${months}`)
    await page.getByText(`${body.outstanding.toLocaleString('en-US')} points`).waitFor()
    await settled()
    await keepPicture(page, 'loyalty-liability')
    await page.getByRole('button', { name: 'Corrected' }).click()
    await page.getByRole('figure', { name: /^Corrected by month/ }).waitFor()
    await keepPicture(page, 'loyalty-liability-corrected')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n')
    assert.equal(lines[0], 'month,earned,redeemed,lapsed,corrected,outstanding')
    assert.equal(lines.length - 1, months)
    assert.equal(Number(lines[1]?.split(',').at(-1)), body.outstanding)
    assertClean()
  })

  test('a service failure is shown and retried', async () => {
    const { page } = await admin.open()
    let isDown = true
    await page.route('**/api/v1/loyalty/**', (route) =>
      isDown ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    )
    for (const path of ['', '/members', '/rewards', '/referrals', '/liability']) {
      await page.goto(admin.path(`/loyalty${path}`))
      await page.getByText('This could not be loaded').waitFor()
    }
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Liability by month' }).waitFor()
  })

  test('the loyalty pages are accessible in light, dark and narrow layouts', async () => {
    const { body: ida } = await admin.shop.api.get('/loyalty/members/by-email/ida@customer.example')
    const { page, settled, assertClean } = await admin.open()
    for (const [path, role] of [
      ['', 'Rates'],
      ['/members', 'Members'],
      [`/members/${ida.id}`, 'Journal'],
      ['/rewards', 'Rewards'],
      ['/referrals?state=all', 'Referrals'],
      ['/liability', 'Liability by month'],
    ]) {
      await page.goto(admin.path(`/loyalty${path}`))
      await page.getByRole('table', { name: role as string }).waitFor()
      await assertForEverybody({ page, settled }, `loyalty-${(role as string).toLowerCase()}`)
    }
    assertClean()
  })
})

const openSection = (page: Page, title: string) => page.locator('summary').getByText(title, { exact: true }).click()

const memberView = (page: Page) => page.getByRole('region', { name: 'Member view' }).frameLocator('iframe')
