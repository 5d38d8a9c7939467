import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Api } from '#test/service.ts'
import { until } from '#test/until.ts'
import { join, password } from '../../server/resources/orgs/orgs.testing.ts'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('queues of the inbox', { skip: noBrowser }, () => {
  let admin: Admin
  let owner: Api
  let authors = 0

  before(async () => {
    admin = await startAdmin()
    owner = await admin.shop.signedIn()
    await admin.shop.api.put('/products', [{ platformProductId: 'pan', title: 'Iron pan' }])
    await review('Ada', { rating: 5 })
    await review('Ben', { rating: 1, locale: 'de-AT' })
    await review('Cem', { rating: 3, title: 'Tea pan' })
  })

  after(() => admin?.close())

  async function review(authorName: string, more: object = {}): Promise<string> {
    const made = await admin.shop.api.post('/reviews', {
      ...{ platformProductId: 'pan', rating: 4, body: `Words of ${authorName}.`, authorName },
      ...{ authorEmail: `queue${++authors}@example.com`, ...more },
    })
    assert.equal(made.status, 201, made.text)
    return made.body.id
  }
  const openAt = async (path: string) => {
    const watched = await admin.open()
    await watched.page.goto(admin.path(path))
    await watched.page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor()
    return watched
  }
  const names = async (page: Page) =>
    (await page.getByRole('list', { name: 'Reviews' }).textContent())?.match(/Ada|Ben|Cem/g)?.filter(onlyFirst)
  const activeFilters = (page: Page) =>
    page
      .getByRole('list', { name: 'Active filters' })
      .getByRole('listitem')
      .evaluateAll((all) => all.map((each) => each.firstChild?.textContent))
  const onlyFirst = (name: string, i: number, all: string[]) => all.indexOf(name) === i
  const shows = (page: Page, wanted: string[]) => until(async () => String(await names(page)) === String(wanted))

  test('the list sorts by stars and by date, and a reload keeps the order', async () => {
    const { page, assertClean } = await openAt('/reviews')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByLabel('Sort').selectOption('Lowest rating first')
    await shows(page, ['Ben', 'Cem', 'Ada'])
    await page.getByLabel('Sort').selectOption('Highest rating first')
    await shows(page, ['Ada', 'Cem', 'Ben'])
    await page.getByLabel('Sort').selectOption('Oldest first')
    await shows(page, ['Ada', 'Ben', 'Cem'])
    await page.reload()
    await shows(page, ['Ada', 'Ben', 'Cem'])
    assertClean()
  })

  test('language, days and search words narrow the list, and hits are marked', async () => {
    const { page, assertClean } = await openAt('/reviews')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByLabel('Language').selectOption({ value: 'de' })
    await shows(page, ['Ben'])
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
    assert.deepEqual(await activeFilters(page), ['Language: German (de)'])
    await page.getByLabel('Language').selectOption('Any language')
    await page.getByLabel('Until').fill('2020-01-01')
    await page.getByText('No matching reviews').waitFor()
    assert.deepEqual(await activeFilters(page), ['Until: Jan 1, 2020'])
    await page.getByLabel('Until').fill('')
    await page.getByRole('searchbox', { name: 'Search reviews' }).fill('tea')
    await shows(page, ['Cem'])
    await page.getByRole('link', { name: /Words of Cem/ }).click()
    await page.getByRole('article', { name: 'Review by Cem' }).waitFor()
    assert.equal(await page.getByRole('article').locator('mark').textContent(), 'Tea')
    assertClean()
  })

  test('each active filter is a chip that removes it, and the fields open only on request', async () => {
    const { page, settled, assertClean } = await openAt('/reviews?status=all&subject=shop&rating=1&order=lowest')
    await page.getByText('No matching reviews').waitFor()
    assert.deepEqual(await activeFilters(page), ['Sort: Lowest rating first', 'Rating: 1 star', 'About: The shop'])
    assert.equal(await page.getByLabel('Sort').count(), 0)
    await assertForEverybody({ page, settled }, 'inbox-chips')
    await page.getByRole('button', { name: 'Remove filter: About: The shop' }).click()
    await shows(page, ['Ben'])
    const filters = page.getByRole('button', { name: 'Filters (1)' })
    assert.ok(await filters.evaluate((element) => element === document.activeElement), 'the focus is not lost')
    assert.deepEqual(await activeFilters(page), ['Sort: Lowest rating first', 'Rating: 1 star'])
    await filters.click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await shows(page, ['Ben', 'Cem', 'Ada'])
    assert.deepEqual(await activeFilters(page), ['Sort: Lowest rating first'])
    assertClean()
  })

  test('Escape, a press elsewhere, and the focus elsewhere close the filters', async () => {
    const { page, assertClean } = await openAt('/reviews')
    const filters = page.getByRole('button', { name: 'Filters', exact: true })
    const fields = page.getByRole('region', { name: 'Filters' })
    await filters.click()
    await fields.getByLabel('Sort').focus()
    await page.keyboard.press('Escape')
    await fields.waitFor({ state: 'hidden' })
    assert.ok(await filters.evaluate((element) => element === document.activeElement))
    await filters.click()
    await page.getByRole('link', { name: /Words of Ben/ }).click()
    await fields.waitFor({ state: 'hidden' })
    await page.getByRole('article', { name: 'Review by Ben' }).waitFor()
    await filters.click()
    await fields.waitFor()
    await page.getByRole('searchbox', { name: 'Search reviews' }).focus()
    await fields.waitFor({ state: 'hidden' })
    await filters.press('Enter')
    await fields.getByRole('button', { name: 'Done' }).press('Enter')
    await fields.waitFor({ state: 'hidden' })
    assertClean()
  })

  test('arrow keys open the neighbouring review, Enter focuses it, and Escape focuses the list', async () => {
    const { page, assertClean } = await openAt('/reviews?order=oldest')
    await shows(page, ['Ada', 'Ben', 'Cem'])
    await page.getByRole('article', { name: 'Review by Ada' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('article', { name: 'Review by Ben' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('article', { name: 'Review by Ada' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('article:focus').waitFor()
    await page.keyboard.press('ArrowDown')
    assert.ok(await page.getByRole('article', { name: 'Review by Ada' }).isVisible())
    await page.keyboard.press('Escape')
    await page.locator('[data-review] a:focus').waitFor()
    assertClean()
  })

  test('a reply in the queue opens the next review and moves the focus to it', async () => {
    for (const name of ['Dea', 'Eli']) {
      const id = await review(name)
      assert.equal((await owner.put(`/reviews/${id}`, { status: 'approved' })).status, 200)
    }
    const { page, assertClean } = await openAt('/reviews')
    await page.getByRole('link', { name: 'Needs reply', exact: true }).click()
    await page.getByRole('link', { name: /Words of Eli/ }).click()
    await page.getByRole('article', { name: 'Review by Eli' }).waitFor()
    await page.getByLabel('Your public reply').fill('Thank you, Eli.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article', { name: 'Review by Dea' }).waitFor()
    await page.getByRole('link', { name: /Words of Eli/ }).waitFor({ state: 'detached' })
    await page.locator('[data-review] a:focus', { hasText: 'Words of Dea' }).waitFor()
    assertClean()
  })

  test('a review that came by letter is added and opened', async () => {
    const watched = await openAt('/reviews')
    const { page, assertClean } = watched
    await page.getByRole('button', { name: 'List actions' }).click()
    await page.getByRole('menuitem', { name: 'Add a review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a review' })
    await dialog.getByLabel('Review', { exact: true }).fill('Arrived by letter.')
    await dialog.getByLabel('Name').fill('Zoe')
    await dialog.getByLabel('Email address').fill('zoe@example.com')
    await dialog.getByRole('button', { name: 'Add review' }).click()
    await dialog.getByText('Choose a product.').waitFor()
    await assertForEverybody(watched, 'inbox-add')
    await dialog.getByRole('button', { name: 'Choose a product' }).click()
    await page.getByRole('option', { name: /Iron pan/ }).click()
    await dialog.getByLabel('Rating').selectOption('2 stars')
    await dialog.getByRole('button', { name: 'Add review' }).click()
    await page.getByRole('article', { name: 'Review by Zoe' }).waitFor()
    await page.getByRole('link', { name: /Arrived by letter/ }).waitFor()
    assertClean(/400/)
  })

  test('the export downloads the reviews of the shown tab', async () => {
    const { page, assertClean } = await openAt('/reviews?rating=1')
    await shows(page, ['Ben'])
    await page.getByRole('button', { name: 'List actions' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /^Export as CSV/ }).click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    assert.match(text, /Words of Ben/)
    assert.doesNotMatch(text, /Words of Ada/)
    assertClean()
  })

  test('a member adds a note to a review, assigns the review, and finds it again', async () => {
    const id = await review('Fin')
    const watched = await openAt(`/reviews/${id}`)
    const { page, assertClean } = watched
    const team = page.getByRole('region', { name: 'Team' })
    await team.getByText('No notes yet').waitFor()
    await team.getByLabel('New note').fill('Asked the warehouse.')
    await page.keyboard.press('Control+Enter')
    await team.getByRole('listitem').getByText('Asked the warehouse.').waitFor()
    const article = page.getByRole('article', { name: 'Review by Fin' })
    const submitted = await article
      .getByRole('definition')
      .filter({ has: page.locator('time') })
      .first()
      .boundingBox()
    const words = await article.getByText('Words of Fin').boundingBox()
    const assign = article.getByRole('button', { name: 'Assign', exact: true })
    const control = await assign.boundingBox()
    assert.ok(submitted && words && control, 'the properties and the words are shown')
    const middles = [submitted, control].map(({ y, height }) => y + height / 2)
    assert.ok(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0)) < 5, `in the row of the properties: ${middles}`)
    assert.ok(control.y + control.height < words.y, 'above the words')
    await assign.click()
    await page.getByRole('menuitem', { name: /^owner/ }).click()
    await page.getByText(/^Assigned to owner/).waitFor()
    await article.getByRole('button', { name: /^Assigned to owner/ }).click()
    await page.getByRole('menuitem', { name: /^owner.* assigned now$/ }).waitFor()
    await page.keyboard.press('Escape')
    await assertForEverybody(watched, 'inbox-notes')
    await page.goto(admin.path('/reviews'))
    await page.getByRole('link', { name: 'Assigned to me' }).click()
    await page.getByRole('link', { name: /Words of Fin/ }).click()
    await page.getByRole('link', { name: /Words of Ada/ }).waitFor({ state: 'detached' })
    await team.getByRole('button', { name: 'Delete this note' }).click()
    await page.getByText('Note deleted').waitFor()
    await team.getByText('No notes yet').waitFor()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await team.getByRole('listitem').getByText('Asked the warehouse.').waitFor()
    assertClean()
  })

  test('a member removes the assignee, and a viewer reads only the name', async () => {
    const id = await review('Gus')
    const { ownerEmail } = admin.shop
    const { data: members } = (await owner.get('/account/users')).body
    const me = members.find(({ email }: { email: string }) => email === ownerEmail)
    await owner.put(`/reviews/${id}/assignee`, { userId: me.id })
    const viewer = await join(admin.service, admin.shop, 'VIEWER')
    const reader = await admin.open({}, { ownerEmail: viewer.email, password })
    await reader.page.goto(admin.path(`/reviews/${id}`))
    const seen = reader.page.getByRole('article', { name: 'Review by Gus' })
    await seen.getByText('As a Viewer you can read reviews').waitFor()
    await seen.getByText(me.name || me.email, { exact: true }).waitFor()
    assert.equal(await seen.getByRole('button', { name: /^Assign/ }).count(), 0)
    const { page, assertClean } = await openAt(`/reviews/${id}`)
    const article = page.getByRole('article', { name: 'Review by Gus' })
    await article.getByRole('button', { name: /^Assigned to/ }).click()
    await page.getByRole('menuitem', { name: 'Remove assignee' }).click()
    await page.getByText('No longer assigned').waitFor()
    await article.getByRole('button', { name: 'Assign', exact: true }).waitFor()
    assertClean()
  })

  test('the open review is whole in the list, opened by its URL or by a key', async () => {
    const { page, settled, assertClean } = await admin.open({ height: 480 })
    const pane = "document.querySelector('#reading').parentElement"
    const ids: string[] = []
    for (let i = 0; i < 6; i += 1) ids.push(await review(`Row ${i}`))
    await page.goto(admin.path(`/reviews/${ids[0]}`))
    await settled()
    await assertWhole(page, ids[0])
    for (const at of [1, 2, 3, 4, 5]) {
      await page.evaluate(`${pane}.scrollTo(0, 200)`)
      await page.keyboard.press('k')
      await page.waitForURL(`**/${ids[at]}*`)
      await settled()
      await assertWhole(page, ids[at])
      assert.equal(await page.evaluate(`${pane}.scrollTop`), 0, 'each review opens at its top')
    }
    assertClean()
  })

  for (const width of [375, 1024, 1280])
    test(`the inbox shows reviews first and the filters on request, ${width} px wide`, async () => {
      const watched = await admin.open({ width, height: 740 })
      const { page, assertClean } = watched
      await page.goto(admin.path('/reviews'))
      const first = page.locator('[data-review]').first()
      await first.waitFor()
      const top = (await first.boundingBox())?.y ?? 999
      assert.ok(top < (width === 375 ? 230 : 220), `the first review starts at ${top}`)
      assert.equal(await page.getByLabel('Sort').count(), 0)
      await page.getByRole('button', { name: 'Filters', exact: true }).click()
      await page.getByLabel('Sort').waitFor()
      const fields = await page.getByRole('region', { name: 'Filters' }).boundingBox()
      assert.ok(fields && fields.x >= 0 && fields.x + fields.width <= width, JSON.stringify(fields))
      await assertForEverybody(watched, `inbox-filters-${width}`)
      assertClean()
    })

  test('on a phone, queues are in the Views menu, and the open tab is in view', async () => {
    const watched = await admin.open({ width: 375, height: 740 })
    const { page, assertClean } = watched
    await page.goto(admin.path('/reviews?status=all'))
    await page.locator('[data-review]').first().waitFor()
    const tab = page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^All/ })
    await until(async () => {
      const box = await tab.boundingBox()
      return box !== null && box.x > 0 && box.x + box.width <= 375
    })
    assert.ok(await page.getByRole('navigation', { name: 'Saved views' }).isHidden())
    const views = page.getByRole('button', { name: 'Views', exact: true })
    await views.click()
    await page.getByRole('menuitem', { name: 'Assigned to me' }).waitFor()
    await page.getByRole('menuitem', { name: 'Needs reply' }).click()
    await page.getByRole('button', { name: 'Views: Needs reply' }).click()
    await page.getByRole('menuitem', { name: 'Needs reply shown now' }).waitFor()
    await assertForEverybody(watched, 'inbox-queues')
    await page.keyboard.press('Escape')
    assert.deepEqual(await activeFilters(page), ['Reply: Unanswered'])
    assertClean()
  })
})

async function assertWhole(page: Page, id: string | undefined): Promise<void> {
  const row = page.getByRole('list', { name: 'Reviews' }).locator(`[data-review="${id}"]`)
  const [shown, list] = [
    await row.boundingBox(),
    await page.getByRole('list', { name: 'Reviews' }).locator('..').boundingBox(),
  ]
  assert.ok(shown && list, 'the row is in the list')
  assert.ok(shown.y >= list.y && shown.y + shown.height <= list.y + list.height, JSON.stringify([shown, list]))
}
