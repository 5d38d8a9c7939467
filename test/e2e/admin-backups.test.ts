import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { smallArchive } from '#test/small-archive.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, keepPicture, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('backups in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  test('a backup needs its passphrase twice, is verified, and is deleted after confirmation', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/backups'))
    await page.getByText('No backups yet').waitFor()
    await page.getByRole('button', { name: 'Back up now' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Passphrase', { exact: true }).fill('seven blue kettles')
    await dialog.getByText('Without the passphrase, nobody can open the file.').waitFor()
    await dialog.getByLabel('Passphrase again').fill('seven blue kettle')
    assert.ok(await dialog.getByRole('button', { name: 'Make it' }).isDisabled())
    await dialog.getByLabel('Passphrase again').fill('seven blue kettles')
    await keepPicture(page, 'backups-make')
    await dialog.getByRole('button', { name: 'Make it' }).click()
    await page.getByText('Waiting', { exact: true }).waitFor()
    await admin.service.runJobs()
    await page.getByText('Verified', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('Under way', { exact: true }).waitFor()
    await admin.service.runJobs()
    await page.getByText('Verified', { exact: true }).waitFor()
    const shown = await admin.open()
    await shown.page.goto(admin.path('/settings/backups'))
    await shown.page.getByText('Verified', { exact: true }).waitFor()
    await assertForEverybody(shown, 'backups')
    shown.assertClean()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No backups yet').waitFor()
    assertClean()
  })

  test('the schedule is saved, and an unusable bucket is refused with the reason', async () => {
    const { page, settled, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/backups'))
    await page.getByLabel('Back up automatically').waitFor()
    // Content that loads above the button would move it during the click.
    await settled()
    await page.getByLabel('Back up automatically').check()
    await page.getByLabel('How often').selectOption('weekly')
    await page.getByLabel('Hour').selectOption('4')
    await page.getByRole('button', { name: 'Save schedule' }).click()
    await until(async () => (await admin.shop.api.get('/backups/schedule')).body.frequency === 'weekly', 'the schedule')
    const { enabled, hour } = (await admin.shop.api.get('/backups/schedule')).body
    assert.deepEqual([enabled, hour], [true, 4])
    await page.getByLabel('Endpoint').fill('http://169.254.169.254')
    await page.getByLabel('Region').fill('eu-central-1')
    await page.getByLabel('Bucket', { exact: true }).fill('acme-backups')
    await page.getByLabel('Access key id').fill('AKIDEXAMPLE')
    await page.getByLabel('Secret access key').fill('secret')
    await page.getByRole('button', { name: 'Test and save' }).click()
    await page.locator('[aria-invalid]').waitFor()
    assert.equal(await page.getByLabel('Bucket', { exact: true }).inputValue(), 'acme-backups')
    assertClean(/400/)
  })

  test('an archive is dry-run before it is restored', async () => {
    const { page, assertClean } = await admin.open()
    await page.goto(admin.path('/settings/backups'))
    await page.getByRole('button', { name: 'Restore an archive' }).click()
    await page
      .getByLabel('Archive', { exact: true })
      .setInputFiles({ name: 'store.zip', mimeType: 'application/zip', buffer: await smallArchive() })
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.waitForURL(/\/imports\//)
    await admin.service.runJobs()
    await page.getByText(/would be (imported|restored)/).waitFor()
    assertClean()
  })
})
