import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { Encrypter } from 'age-encryption'
import yazl from 'yazl'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import { type FilledShop, fillShop } from '#test/filled-shop.ts'
import { photo } from '#test/pictures.ts'
import { addByClock, runQueue } from '#test/queue.ts'
import type { Api, Shop, TestService } from '#test/service.ts'
import { areas } from '../../../entry/areas.ts'
import {
  type Archive,
  asKey,
  asOwner,
  fetchArchive,
  type Headers,
  type Line,
  readArchiveLines,
} from '../archives.testing.ts'
import type { Manifest } from '../rules.ts'

let filled: FilledShop
let service: TestService
let shop: Shop
let archive: Archive
before(async () => {
  filled = await fillShop({ tidy: false })
  ;({ service, shop } = filled)
  await addPhoto()
  await runQueue(service.service)
  archive = await fetchArchive(service, await asOwner(service, shop))
})
after(() => filled.close())

async function addPhoto() {
  const { storage, clock } = service.service.services
  const [{ id }] = (await shop.api.get('/reviews?limit=1')).body.data
  const storageKey = newPhotoKey(shop.storeEnvId, clock.now())
  await storage.put(storageKey, await photo().webp().toBuffer())
  await service.service.db.store(shop, 'write', (tx) => addPhotos(tx, id, [{ storageKey, width: 64, height: 48 }]))
}

type Sent = { type?: string; headers?: Headers; query?: string }

async function send(to: Shop, content: Buffer, { type = 'application/zip', headers = {}, query = '' }: Sent = {}) {
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/v1/imports/archive${query}`,
    headers: { ...asKey(to), 'content-type': type, ...headers },
    payload: content,
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function restore(to: Shop, content: Buffer, sent: Sent = {}) {
  const { status, body } = await send(to, content, sent)
  assert.equal(status, 202, JSON.stringify(body))
  await runQueue(service.service)
  return (await to.api.get(`/imports/${body.id}`)).body
}

const emptyStore = () => service.shop('Empty')

async function listImportIds(to: Shop, importId: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await to.api.get(`/imports/${importId}/ids?limit=100${cursor && `&cursor=${cursor}`}`)
    for (const { from, to: here } of body.data) found.set(from, here)
    cursor = body.pagination.nextCursor
  }
  return found
}

/** Some tables are archived only for people to read, and are not restored. */
const restored = areas.archive.flatMap(({ tables }) => tables.filter((each) => !each.insteadOfRestoring))
const comesBack = ({ table }: { table: string }) => restored.some((each) => each.table === table)

async function countRows({ storeEnvId }: Shop): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table } of restored) {
    const { rows } = await service.query(`select count(*)::int as n from ${table} where store_env_id = $1`, [
      storeEnvId,
    ])
    counts[table] = rows[0].n
  }
  return counts
}

describe('a whole store moves to another organization', () => {
  let target: Shop
  let done: Record<string, unknown>
  before(async () => {
    target = await emptyStore()
    await service.query('delete from email_messages where store_env_id = $1', [target.storeEnvId])
    done = await restore(target, archive.content)
  })

  test('all rows are restored, and the import counts them', async () => {
    const { status, format, error, total, processed, imported } = done
    assert.deepEqual([status, format, error], ['completed', 'evident_archive', null])
    assert.deepEqual([processed, imported], [total, total])
    assert.equal(total, readArchiveLines(archive).length)
    assert.deepEqual(await countRows(target), await countRows(shop))
  })

  test('an archive of the restored store equals the original, except for ids and disabled settings', async () => {
    const ids = await listImportIds(target, done.id as string)
    const again = await fetchArchive(service, await asOwner(service, target))
    const texts = (lines: ReturnType<typeof readArchiveLines>, isNew: boolean) =>
      lines
        .filter(comesBack)
        .map(({ table, row }) => {
          const text = JSON.stringify({ table, ...settled(table, row) })
          if (isNew) return text
          return text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => ids.get(id) ?? 'other id')
        })
        .map((text) =>
          text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (known.has(id) ? id : 'other id')),
        )
        .sort()
    const known = new Set(ids.values())
    assert.deepEqual(texts(readArchiveLines(again), true), texts(readArchiveLines(archive), false))
    const kept = readArchiveLines(archive).filter(({ row }) => row.storage_key)
    assert.deepEqual([...new Set(kept.map(({ table }) => table))].sort(), ['gallery_photos', 'review_photos'])
    const pictures = (of: Archive) =>
      of.manifest.files.filter(({ path }) => path.startsWith('media/')).map(({ path }) => path)
    assert.deepEqual(pictures(again).sort(), pictures(archive).sort())
  })

  test('restored reviews equal the original reviews, including their photos', async () => {
    const ids = await listImportIds(target, done.id as string)
    const of = async (api: Api) => (await api.get('/reviews?limit=100')).body.data
    const shown = (review: Record<string, unknown>) => {
      const { id: _, product: __, productId: ___, order: ____, orderId: _____, photos, attributes, ...rest } = review
      return {
        ...rest,
        photos: (photos as { width: number }[]).map(({ width }) => width),
        // Restored answers get new ids.
        attributes: (attributes as { id: string }[]).map(({ id: ______, ...answer }) => answer),
      }
    }
    const [before, here] = [await of(shop.api), await of(target.api)]
    // The original store mails authors about replies. The restored store does not.
    const unsent = (review: Record<string, unknown>) => ({ ...shown(review), replyMailAt: null })
    assert.deepEqual(here.map(shown), before.map(unsent))
    assert.deepEqual(
      here.map(({ id }: { id: string }) => id),
      before.map(({ id }: { id: string }) => ids.get(id)),
    )
    const withPhoto = here.find(({ photos }: { photos: unknown[] }) => photos.length > 0)
    assert.equal(
      (
        await service.app.inject({
          url: new URL(withPhoto.photos[0].url).pathname + new URL(withPhoto.photos[0].url).search,
        })
      ).statusCode,
      200,
    )
  })

  test('the restore sends no mail, webhook or request', async () => {
    const { rows } = await service.query(
      `select (select count(*)::int from email_messages where store_env_id = $1) as mails,
              (select count(*)::int from events where store_env_id = $1) as events,
              (select count(*)::int from review_requests where store_env_id = $1 and state = 'scheduled') as scheduled,
              (select count(*)::int from webhook_endpoints where store_env_id = $1 and enabled) as webhooks`,
      [target.storeEnvId],
    )
    assert.deepEqual(rows[0], { mails: 0, events: 0, scheduled: 0, webhooks: 0 })
  })

  test('restored loyalty members equal the original members', async () => {
    const of = async (api: Api) =>
      (await api.get('/loyalty/members?limit=100')).body.data.map(({ id: _, ...rest }: { id: string }) => rest)
    const before = await of(shop.api)
    assert.ok(before.length > 0)
    assert.deepEqual(await of(target.api), before)
  })

  test('a second restore is refused, and so is a restore into a store with data', async () => {
    for (const to of [target, shop]) {
      const { status, body } = await send(to, archive.content)
      assert.deepEqual([status, body.code], [409, 'store_not_empty'])
    }
  })
})

function settled(table: string, row: Record<string, unknown>): Record<string, unknown> {
  if (table === 'review_requests') {
    const { state, reason, scheduled_for, queued_at, reminder_due_at, reminder_queued_at, ...rest } = row
    return { ...rest, isOpen: state === 'sent' || state === 'failed' }
  }
  if (table === 'webhook_endpoints') {
    const { enabled, disabled_at, disabled_reason, missed_from, failing_since, ...rest } = row
    return rest
  }
  if (row.storage_key) return { ...row, storage_key: 'a file of its own' }
  if (table === 'email_sequences') return { ...row, status: row.status === 'live' ? 'paused' : row.status }
  if (table === 'email_sequence_runs') {
    const { state, exit_reason, due_at, ended_at, ...rest } = row
    const goesOn = state === 'active' || exit_reason === 'restored'
    return goesOn ? rest : row
  }
  if (table === 'gallery_leads') return { ...row, notice: null, notice_at: null }
  if (table === 'reviews') return { ...row, reply_mail_due_at: null }
  if (table === 'faq_questions') return { ...row, notify: row.mailed_at === null ? false : row.notify }
  if (table === 'email_settings') return { ...row, provider: 'evident' }
  if (table === 'email_branding') return { ...row, logo_url: null }
  return row
}

test('a dry run reports success and leaves nothing', async () => {
  const target = await emptyStore()
  const before = await countRows(target)
  const tried = await restore(target, archive.content, { query: '?dryRun=true' })
  const { status, dryRun, processed, total, rowsByType } = tried
  assert.deepEqual([status, dryRun, processed], ['completed', true, total])
  assert.deepEqual(await countRows(target), before)
  const expected = Object.entries(await countRows(shop)).filter(([, rows]) => rows > 0)
  assert.deepEqual(
    new Map(rowsByType.map(({ type, rows }: { type: string; rows: number }) => [type, rows])),
    new Map(expected),
  )
  const done = await restore(target, archive.content)
  assert.deepEqual([done.status, done.rowsByType], ['completed', rowsByType])
})

test('an archive without addresses restores rows that need no address, and lists the others', async () => {
  const target = await emptyStore()
  const ofKey = await fetchArchive(service, asKey(shop))
  const done = await restore(target, ofKey.content)
  assert.equal(done.status, 'completed', JSON.stringify(done.error))
  assert.equal(done.warnings[0].code, 'addresses_missing')
  const [here, before] = [await countRows(target), await countRows(shop)]
  for (const table of ['reviews', 'orders', 'products', 'review_photos', 'loyalty_rewards'])
    assert.equal(here[table], before[table], table)
  for (const table of ['customers', 'loyalty_members', 'loyalty_journal', 'loyalty_referrals'])
    assert.equal(here[table], 0, table)
})

describe('an archive encrypted with a passphrase', () => {
  const passphrase = 'correct horse ☂ battery'
  let sealed: Buffer
  before(async () => {
    const encrypter = new Encrypter()
    encrypter.setScryptWorkFactor(10)
    encrypter.setPassphrase(passphrase)
    sealed = Buffer.from(await encrypter.encrypt(archive.content))
  })
  const age = (given: string): Sent => ({
    type: 'application/age',
    headers: { 'x-archive-passphrase': Buffer.from(given).toString('latin1') },
  })

  test('the archive is restored with its passphrase', async () => {
    const target = await emptyStore()
    assert.equal((await restore(target, sealed, age(passphrase))).status, 'completed')
    assert.deepEqual(await countRows(target), await countRows(shop))
  })

  test('the archive is refused without the passphrase, with another passphrase, or with a changed byte', async () => {
    const target = await emptyStore()
    for (const [content, sent] of [
      [sealed, age('wrong')],
      [sealed, { type: 'application/age' }],
      [sealed, {}],
      [archive.content, age(passphrase)],
      [flipped(sealed, sealed.length - 200), age(passphrase)],
      [flipped(sealed, 30), age(passphrase)],
      [sealed.subarray(0, sealed.length - 70_000), age(passphrase)],
    ] as const) {
      const { status, body } = await send(target, content, sent)
      assert.equal(status, 400, JSON.stringify(body))
    }
    const slow = new Encrypter()
    slow.setScryptWorkFactor(19)
    slow.setPassphrase('x')
    const { body } = await send(target, Buffer.from(await slow.encrypt(Buffer.from('x'))), age('x'))
    assert.equal(body.code, 'archive_invalid')
  })
})

function flipped(content: Buffer, at: number): Buffer {
  const changed = Buffer.from(content)
  changed[at] = (changed[at] as number) ^ 1
  return changed
}

type Change = (files: Map<string, Buffer>, manifest: Manifest) => void
type Zip = { add?: (zip: yazl.ZipFile) => void; isHonest?: boolean }

async function changed(change: Change, { add, isHonest = true }: Zip = {}): Promise<Buffer> {
  const files = new Map(archive.files)
  const manifest = structuredClone(archive.manifest)
  change(files, manifest)
  if (isHonest)
    for (const file of manifest.files) {
      const content = files.get(file.path)
      if (!content) continue
      file.bytes = content.length
      file.sha256 = createHash('sha256').update(content).digest('hex')
    }
  if (!files.get('manifest.json')?.equals(Buffer.from('kept')))
    files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  const zip = new yazl.ZipFile()
  for (const [path, content] of files) zip.addBuffer(content, path)
  add?.(zip)
  zip.end()
  return buffer(zip.outputStream as unknown as Readable)
}

const inRows =
  (path: string, change: (text: string) => string): Change =>
  (files) =>
    files.set(path, Buffer.from(change(String(files.get(path)))))

const renamed = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')

describe('a tampered archive', () => {
  const media = () => archive.manifest.files.find(({ path }) => path.startsWith('media/'))?.path as string

  test('the archive is refused immediately for errors in its directory or manifest', async () => {
    const target = await emptyStore()
    const extra = (name: string) => changed(() => {}, { add: (zip) => zip.addBuffer(Buffer.from('x'), name) })
    const bomb = Buffer.alloc(4 * 1024 ** 2)
    const link = {
      add: (zip: yazl.ZipFile) => zip.addBuffer(Buffer.from('/etc/passwd'), 'data/link', { mode: 0o120777 }),
    }
    const attacks: Record<string, Buffer | Promise<Buffer>> = {
      'no ZIP': Buffer.from('hello'),
      empty: Buffer.alloc(0),
      'cut off': archive.content.subarray(0, archive.content.length - 30),
      'not listed': extra('data/other.jsonl'),
      'an absolute path': extra('aaaaaaaa/x').then((zip) => renamed(zip, 'aaaaaaaa/x', '/aaaaaaa/x')),
      'a path that leads out': extra('aa/aaaaa/x').then((zip) => renamed(zip, 'aa/aaaaa/x', '../aaaaa/x')),
      'a backslash': extra('aa/aaaaa/x').then((zip) => renamed(zip, 'aa/aaaaa/x', '..\\aaaaa/x')),
      'a drive': extra('aa/aaaaa/x').then((zip) => renamed(zip, 'aa/aaaaa/x', 'c:/aaaaa/x')),
      'the same file twice': extra('data/reviewz.jsonl').then((zip) => renamed(zip, 'reviewz', 'reviews')),
      'a link': changed(() => {}, link),
      'a bomb': changed((files) => files.set('data/reviews.jsonl', bomb)),
      'one listed and gone': changed((files) => files.delete('data/reviews.jsonl'), { isHonest: false }),
      'another size': changed(
        inRows('data/reviews.jsonl', (text) => `${text}\n`),
        { isHonest: false },
      ),
      'no manifest': changed((files) => files.delete('manifest.json')).then((zip) =>
        renamed(zip, 'manifest.json', 'manifest.txt_'),
      ),
      'another format': changed((_, manifest) => Object.assign(manifest, { format: 'evident-pack' })),
      'no version': changed((_, manifest) => Object.assign(manifest, { schemaVersion: 'one' })),
      'a manifest that is no JSON': changed((files) => files.set('manifest.json', Buffer.from('kept'))),
      'files that are no list': changed((_, manifest) => Object.assign(manifest, { files: {} }), { isHonest: false }),
      'an area that is none': changed((files, { files: listed }) => {
        files.set('data/users.jsonl', Buffer.from(''))
        ;(listed as Manifest['files'][number][]).push({ path: 'data/users.jsonl', bytes: 0, sha256: '' })
      }),
      'a photo with the name of another': changed((files) => files.set(media(), Buffer.from('GIF89a'))),
    }
    for (const [name, attack] of Object.entries(attacks)) {
      const { status, body } = await send(target, await attack)
      assert.equal(status, 400, `${name}: ${JSON.stringify(body)}`)
      if (name !== 'empty') assert.equal(body.code, 'archive_invalid', name)
    }
    const newer = await changed((_, manifest) => Object.assign(manifest, { schemaVersion: 2 }))
    const { status, body } = await send(target, newer)
    assert.deepEqual([status, body.code], [400, 'archive_too_new'])
    assert.equal((await send(target, archive.content, { type: 'text/csv' })).status, 415)
  })

  test('errors found later in the archive fail the import, which then writes nothing', async () => {
    const reviews = 'data/reviews.jsonl'
    const products = 'data/products.jsonl'
    const [first = ''] = String(archive.files.get(reviews)).split('\n')
    const attacks: Record<string, Buffer | Promise<Buffer>> = {
      'one byte of a row': changed(
        inRows(reviews, (text) => text.replace('"rating": 5', '"rating": 4')),
        { isHonest: false },
      ),
      'a picture that is none': changed((files, { files: listed }) => {
        const content = Buffer.from('<svg onload=alert(1)>')
        const sha256 = createHash('sha256').update(content).digest('hex')
        const file = listed.find(({ path }) => path === media()) as { path: string }
        files.delete(file.path)
        file.path = `media/${sha256}.webp`
        files.set(file.path, content)
      }),
      'no JSON': changed(inRows(reviews, (text) => `${text}nonsense\n`)),
      'no row': changed(inRows(reviews, (text) => `${text}[]\n`)),
      'a table of another area': changed(inRows(reviews, (text) => `${text}{"table":"products","row":{}}\n`)),
      'a table that is none': changed(inRows(reviews, (text) => `${text}{"table":"api_keys","row":{}}\n`)),
      'a row with nothing in it': changed(inRows(reviews, (text) => `${text}{"table":"review_attributes","row":{}}\n`)),
      'a column that is none': changed(inRows(reviews, (text) => text.replaceAll('"rating":', '"stars":'))),
      'the store of somebody': changed(
        inRows(products, (text) =>
          text.replaceAll(
            '{"table":"products","row":{',
            `{"table":"products","row":{"store_env_id":"${shop.storeEnvId}",`,
          ),
        ),
      ),
      'a rating of nine': changed(inRows(reviews, (text) => text.replace('"rating": 5', '"rating": 9'))),
      'a product that is not there': changed(
        inRows(reviews, (text) => text.replace(/"product_id": "[^"]+"/, `"product_id": "${shop.storeEnvId}"`)),
      ),
      'the same row twice': changed(inRows(reviews, (text) => `${first}\n${text}`)),
      'an id that is none': changed(inRows(products, (text) => text.replace(/"id": "[^"]+"/, '"id": "1"'))),
      'a script for an address': changed(
        inRows(products, (text) => text.replace(/"url": "https[^"]+"/, '"url": "javascript:alert(1)"')),
      ),
      'a zero byte': changed(
        inRows(reviews, (text) => text.replace(/"author_name": "[^"]+"/, '"author_name": "\\u0000"')),
      ),
      'a colour that is none': changed(
        inRows('data/email-branding.jsonl', (text) =>
          text.replace(/"primary_color": "[^"]+"/, '"primary_color": "red;}"'),
        ),
      ),
    }
    const target = await emptyStore()
    const before = await countRows(target)
    const files = async () =>
      (await service.service.services.storage.list(`photos/${target.storeEnvId}/`, { limit: 10 })).length
    for (const [name, attack] of Object.entries(attacks)) {
      const done = await restore(target, await attack)
      assert.deepEqual(
        [done.status, done.error?.code],
        ['failed', 'archive_invalid'],
        `${name}: ${JSON.stringify(done)}`,
      )
      assert.deepEqual(await countRows(target), before, name)
      assert.equal(await files(), 0, name)
    }
    assert.equal((await restore(target, archive.content)).status, 'completed', 'the store is as good as new')
  })
})

test('a column that has values only in later rows is restored too', async () => {
  const target = await emptyStore()
  const { row } = readArchiveLines(archive).find(({ table }) => table === 'reviews') as Line
  const bare = { ...row, ...Object.fromEntries(optional.map((column) => [column, null])), photo_count: 0 }
  // These rows fill the first batch of writes. The rows of the archive follow in the next batches.
  const empty = Array.from({ length: 1_000 }, (_, at) => ({
    ...bare,
    id: `01900000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`,
  }))
  const lines = empty.map((each) => `${JSON.stringify({ table: 'reviews', row: each })}\n`).join('')
  const done = await restore(target, await changed(inRows('data/reviews.jsonl', (text) => lines + text)))
  assert.equal(done.status, 'completed', JSON.stringify(done.error))
  const filled = async ({ storeEnvId }: Shop) => {
    const counts = optional.map((column) => `count(${column}) as ${column}`).join()
    const { rows } = await service.query(`select ${counts} from reviews where store_env_id = $1`, [storeEnvId])
    return rows[0]
  }
  const before = await filled(shop)
  assert.ok(Number(before.reply_body) > 0 && Number(before.author_email) > 0)
  assert.deepEqual(await filled(target), before)
})

const optional = [
  ...[
    'order_id',
    'title',
    'author_email',
    'imported_from',
    'import_key',
    'import_fingerprint',
    'import_id',
    'incentive',
  ],
  ...['claimed_verified', 'reply_body', 'reply_author_name', 'replied_at', 'locale', 'country', 'report_count'],
  ...['approved_at', 'reply_mailed_at', 'moderation_reason', 'moderation_policy', 'moderated_at'],
]

test('rows added during the restore fail it, and are not deleted', async () => {
  const target = await emptyStore()
  const { body } = await send(target, archive.content)
  await target.api.put('/products', [
    { platformProductId: 'meanwhile', title: 'Meanwhile', url: 'https://a.example/p' },
  ])
  await runQueue(service.service)
  const done = (await target.api.get(`/imports/${body.id}`)).body
  assert.deepEqual([done.status, done.error.code], ['failed', 'store_not_empty'])
  assert.equal((await target.api.get('/products')).body.data.length, 1)
})

test('one of two parallel restores is accepted', async () => {
  const target = await emptyStore()
  const answers = await Promise.all([send(target, archive.content), send(target, archive.content)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409])
  await runQueue(service.service)
  assert.deepEqual(await countRows(target), await countRows(shop))
})

test('only admins of the store can restore', async () => {
  const target = await emptyStore()
  for (const role of ['VIEWER', 'MEMBER'] as const)
    assert.equal((await (await target.as(role)).post('/imports/archive', {})).status, 403)
  const done = await restore(target, archive.content)
  assert.equal((await shop.api.get(`/imports/${done.id}/ids`)).status, 404)
})

test("a restore's file is deleted when it ends, or by the nightly sweep", async () => {
  const { storage } = service.service.services
  const target = await emptyStore()
  const files = () => storage.list(`restores/${target.storeEnvId}/`, { limit: 10 })
  const { body } = await send(target, archive.content)
  assert.equal((await files()).length, 1)
  // Simulates a process that ended the restore and died before it removed the file.
  await service.query(`update imports set status = 'failed' where id = $1`, [body.id])
  await addByClock(service.service, 'backups.clean_restores')
  await runQueue(service.service)
  assert.deepEqual(await files(), [])
  await restore(target, archive.content)
  assert.deepEqual(await files(), [])
})
