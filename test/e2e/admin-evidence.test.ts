import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { readArchive } from '#resources/backups/archives.testing.ts'
import { closeDay } from '#resources/evidence/heads/commands.ts'
import { ensureKey } from '#resources/evidence/heads/key-commands.ts'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('evidence in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  test('until the plan is known, the page reserves the place of its button and lists', async () => {
    const { page, assertClean } = await admin.open()
    const known = Promise.withResolvers<void>()
    await page.route('**/features', async (route) => {
      await known.promise
      await route.continue()
    })
    await page.goto(admin.path('/evidence'))
    const button = page.getByRole('button', { name: 'Create evidence pack' })
    assert.ok(await button.isDisabled())
    for (const name of ['Evidence packs', 'Yearly assessments'])
      await page.getByRole('region', { name }).getByText('Loading').waitFor()
    const before = await button.boundingBox()
    known.resolve()
    await page.getByText('No packs yet').waitFor()
    assert.ok(await button.isEnabled())
    assert.deepEqual(await button.boundingBox(), before)
    assertClean()
  })

  test('an empty ledger says that it is empty; an evidence pack is created and downloaded', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/evidence'))
    await page.getByText('No entries yet.').waitFor()
    await page.getByText('Signed heads', { exact: true }).click()
    await page.getByText('No signatures yet').waitFor()
    await page.getByText('No packs yet').waitFor()
    await page.getByRole('button', { name: 'Create evidence pack' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('From').fill('2001-01-01')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await dialog.getByText('a report has at most 731').waitFor()
    await keepPicture(page, 'evidence-make')
    await dialog.getByLabel('From').fill('')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Waiting', { exact: true }).waitFor()
    await until(async () => {
      await admin.service.runJobs()
      return (await page.getByText('Ready', { exact: true }).count()) > 0
    }, 'the pack is ready')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    assert.match((await downloading).suggestedFilename(), /^evidence-\d{4}-\d\d-\d\d-.*\.zip$/)
    assertClean(/400/)
  })

  test('the page of yearly assessments shows whether one is missing, waiting, ready or failed', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/evidence'))
    await page.getByText('No assessments yet').waitFor()
    await page.getByRole('button', { name: 'Create an assessment' }).click()
    const dialog = page.getByRole('dialog')
    const year = await dialog.getByLabel('Year').inputValue()
    await dialog.getByLabel('Year').fill('1999')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await dialog.getByText('the year the store was opened').waitFor()
    await keepPicture(page, 'assessment-make')
    await dialog.getByLabel('Year').fill(year)
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    const list = page.getByRole('region', { name: 'Yearly assessments' })
    await list.getByText('Waiting', { exact: true }).waitFor()
    await admin.service.runJobs()
    await list.getByText('Ready', { exact: true }).waitFor()
    const downloading = page.waitForEvent('download')
    await list.getByRole('button', { name: `Download the assessment of ${year}` }).click()
    const download = await downloading
    assert.equal(download.suggestedFilename(), `assessment-${year}.zip`)
    await admin.service.query(
      `insert into evidence_assessments (store_env_id, id, status, year, bytes, tries, error, created_at, finished_at, expires_at)
       select store_env_id, gen_random_uuid(), 'failed', year, 0, 4, 'The assessment failed several times. Ask your operator.',
              created_at - interval '1 hour', finished_at, expires_at from evidence_assessments`,
    )
    await page.reload()
    await list.getByText('Failed', { exact: true }).waitFor()
    await assertForEverybody({ page, settled }, 'assessments')
    const { files } = await readArchive(readFileSync(await download.path()))
    // Leaves the admin application, because its content security policy would apply to the content set below too.
    await page.goto('about:blank')
    for (const name of ['assessment.html', 'assessment.de.html']) {
      await page.setContent(files.get(name)?.toString() ?? '')
      await page.getByRole('textbox').first().fill('We looked at them.')
      await keepPicture(page, name.replaceAll('.', '-'))
      await page.setViewportSize({ width: 375, height: 800 })
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375)
      await keepPicture(page, `${name.replaceAll('.', '-')}-narrow`)
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    assertClean(/400/)
  })

  test("signed heads of the ledger are listed, and a review's record is found", async () => {
    const { shop, service } = admin
    const { id } = await post(shop.api, await addProduct(shop))
    assert.equal((await shop.api.put(`/reviews/${id}`, { status: 'approved' })).status, 200)
    const { db, services } = service.service
    await ensureKey(db, services.secrets)
    const stopping = new AbortController().signal
    await closeDay({ db, secrets: services.secrets, now: services.clock.now(), stopping }, shop)
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/evidence'))
    const newest = page.getByRole('region', { name: 'Newest entries' })
    await newest
      .getByRole('listitem')
      .filter({ hasText: 'Moved from pending to approved, by an admin (API key)' })
      .waitFor()
    const moved = newest.getByRole('listitem').filter({ hasText: 'Moved from pending to approved' })
    await moved.getByText(/· The mug$/).waitFor()
    await moved.getByRole('img', { name: /out of 5 stars/ }).waitFor()
    assert.match((await newest.getByRole('listitem').first().textContent()) ?? '', /^#\d+/)
    const hashes = await newest
      .locator('code')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title') ?? ''))
    assert.ok(hashes.length > 1 && hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)), hashes.join())
    assert.equal(
      await page.getByRole('link', { name: 'Verify on the public page' }).getAttribute('href'),
      `/evidence/${shop.storeEnvId}`,
    )
    await assertForEverybody({ page, settled }, 'evidence-newest')
    await newest.getByRole('button', { name: 'Moved from pending to approved' }).click()
    await page
      .getByRole('region', { name: 'Record of the review' })
      .getByRole('link', { name: 'Open the review' })
      .waitFor()
    await page.reload()
    const search = page.getByLabel('Find the record of a review')
    await page.getByRole('heading', { name: 'Moderation', exact: true, level: 1 }).waitFor()
    await page.getByText(/^\d+ entries, last signed on/).waitFor()
    await search.fill('no such words')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByText('Review not found').waitFor()
    await search.fill('The mug')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    const found = page.getByRole('region', { name: 'Reviews found' })
    await assertForEverybody({ page, settled }, 'evidence-found')
    await found.getByRole('button').click()
    await page
      .getByRole('region', { name: 'Record of the review' })
      .getByText('Moved from pending to approved, by an admin (API key)')
      .waitFor()
    await search.fill(`https://shop.example${admin.path(`/reviews/${id}`)}`)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    const record = page.getByRole('region', { name: 'Record of the review' })
    await record.getByText('Moved from pending to approved, by an admin (API key)').waitFor()
    await search.fill(shop.storeEnvId)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await record.getByText('The ledger has no entries for this review.').waitFor()
    await page.locator('summary', { hasText: 'Signed heads' }).press('Enter')
    await page.getByRole('cell', { name: /^[0-9a-f]{64}$/ }).waitFor()
    await assertForEverybody({ page, settled }, 'evidence')
    await page.goto(admin.path(`/reviews/${id}`))
    await page.getByRole('button', { name: 'Show the ledger' }).click()
    await page.getByText('Moved from pending to approved, by an admin (API key)').waitFor()
    await assertForEverybody({ page, settled }, 'evidence-review')
    assertClean(/404/)
  })
})
