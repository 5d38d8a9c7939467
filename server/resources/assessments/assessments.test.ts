import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { readArchive } from '#resources/backups/archives.testing.ts'
import { writeVerifierKey } from '#resources/evidence/cosignature-rules.ts'
import { openNote } from '#resources/evidence/note-rules.ts'
import { verifyFile } from '#resources/evidence/verify/verify.mjs'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { addWitness } from '#resources/witnesses/commands.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { questions } from './questions.ts'
import { deleteExpiredFiles } from './run-assessment.ts'
import { texts } from './texts.ts'

let service: TestService
let shop: Shop
let folder: string
let year: number
let key: string
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assessment-'))
  service = await startService({ now: new Date('2027-05-20T10:00:00Z') })
  year = service.service.services.clock.now().getUTCFullYear()
  shop = await service.shop('Acme <b>&')
  const mug = await addProduct(shop)
  for (const [i, [rating, status, reason]] of (
    [
      [1, 'rejected', 'privacy'],
      [2, 'approved', undefined],
      [5, 'approved', undefined],
      [5, 'spam', undefined],
    ] as const
  ).entries()) {
    const { id } = await post(shop.api, mug, { rating, authorEmail: `r${i}@customer.example` })
    assert.equal((await shop.api.put(`/reviews/${id}`, { status, ...(reason && { reason }) })).status, 200)
  }
  assert.equal((await shop.api.put('/evidence/settings', { publicMeter: true })).status, 200)
  assert.equal((await shop.api.put('/reviews/settings', { buyersOnly: true, translate: ['de'] })).status, 200)
  assert.equal((await shop.api.put('/evidence/policies', { text: '# Ours\n\nAll of them.\n' })).status, 200)
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

async function make(of = shop, asked = year) {
  const answer = await of.api.post('/evidence/assessments', { year: asked })
  assert.equal(answer.status, 202, answer.text)
  assert.deepEqual([answer.body.status, answer.body.downloadUrl, answer.body.year], ['queued', null, asked])
  await service.runJobs()
  const made = (await of.api.get(`/evidence/assessments/${answer.body.id}`)).body
  assert.equal(made.status, 'completed', JSON.stringify(made))
  return made
}

async function download({ downloadUrl }: { downloadUrl: string }): Promise<Buffer> {
  const answer = await service.app.inject(new URL(downloadUrl).pathname)
  assert.equal(answer.statusCode, 200)
  return answer.rawPayload
}

async function open(content: Buffer) {
  const { files } = await readArchive(content)
  const text = (name: string) => files.get(name)?.toString() ?? assert.fail(`${name} is missing`)
  return { files, text, facts: JSON.parse(text('facts.json')), manifest: JSON.parse(text('manifest.json')) }
}

test('the file is signed, and verify.mjs finds every change', async () => {
  const content = await download(await make())
  key = JSON.parse((await service.app.inject('/evidence/keys')).payload).data[0].publicKey
  const { files, text, manifest } = await open(content)
  assert.deepEqual(
    [...files.keys()],
    [...['assessment.html', 'assessment.de.html', 'facts.json', 'manifest.json', 'manifest.note']],
  )
  assert.deepEqual([manifest.format, manifest.store, manifest.year], ['evident-assessment', shop.storeEnvId, year])
  for (const { path, bytes, sha256 } of manifest.files)
    assert.deepEqual([files.get(path)?.length, hash('sha256', text(path))], [bytes, sha256])
  assert.equal(
    openNote(text('manifest.note'), `evident/${shop.storeEnvId}`, [Buffer.from(key, 'base64')]),
    `evident-assessment\n${hash('sha256', text('manifest.json'))}\n`,
  )
  const check = async (bytes: Buffer, keys = [key]) => {
    const file = join(folder, 'assessment.zip')
    writeFileSync(file, bytes)
    return verifyFile(file, { keys })
  }
  const { ok, problems, kind, store } = await check(content)
  assert.deepEqual([ok, problems, kind, store], [true, [], 'assessment', shop.storeEnvId])
  assert.equal((await check(content, [])).ok, true)
  assert.equal((await check(content, [Buffer.alloc(32, 1).toString('base64')])).ok, false)
  for (let at = 0; at < content.length; at += at > content.length - 800 ? 7 : 997) {
    const changed = Buffer.from(content)
    changed[at] = (changed[at] ?? 0) ^ 1
    const isGood = await check(changed).then(
      (report) => report.ok,
      () => false,
    )
    assert.equal(isGood, false, `byte ${at}`)
  }
})

test('each question has facts with a working address, or a field for an answer', async () => {
  const { facts, text } = await open(await download(await make()))
  assert.deepEqual(
    facts.questions.map(({ id }: { id: string }) => id),
    questions.map(({ id }) => id),
  )
  const used = new Set<string>()
  for (const question of facts.questions) {
    assert.ok(question.facts.length > 0 || question.answer === '', question.id)
    for (const name of question.facts) used.add(name)
  }
  assert.deepEqual([...used].sort(), Object.keys(facts.facts).sort())
  const session = await shop.signedIn()
  for (const [name, { api, value }] of Object.entries<{ api: string; value: unknown }>(facts.facts)) {
    const addresses = Array.isArray(value) ? value.flatMap((row) => row.api ?? []) : []
    for (const address of [api, ...addresses]) {
      const { pathname, search } = new URL(address)
      const answer = await session.get(pathname + search)
      assert.equal(answer.status, 200, `${name}: ${address} ${answer.text}`)
    }
  }
  const { withheld, reasons, policies, meter, changes, reviews, decisionTimes, appeals, reviewSettings } = facts.facts
  const { pathname, search } = new URL(withheld.api)
  const report = (await shop.api.get(pathname + search)).body
  assert.deepEqual([withheld.value.byRating, reasons.value], [report.byRating, report.byReason])
  assert.deepEqual([withheld.value.low.withheld, withheld.value.high.withheld], [1, 1])
  assert.equal(reasons.value.privacy, 1)
  assert.deepEqual(
    policies.value.map((row: { version: number; inForce: boolean }) => [row.version, row.inForce]),
    [
      [1, false],
      [2, true],
    ],
  )
  assert.equal(meter.value.publicMeter, true)
  const actions = changes.value.map(({ action }: { action: string }) => action)
  assert.deepEqual(actions, ['evidence_settings.changed', 'reviews.settings_updated', 'moderation_policy.changed'])
  assert.deepEqual(changes.value[1].details, { buyersOnly: true, translate: ['de'] })
  assert.deepEqual(reviewSettings.value, (await shop.api.get('/reviews/settings')).body)
  const sum = (rows: Record<string, number>[], name: string) => rows.reduce((all, row) => all + (row[name] ?? 0), 0)
  assert.deepEqual([sum(reviews.value, 'received'), sum(decisionTimes.value, 'decided')], [4, 4])
  assert.equal(appeals.value.filed, 0)
  for (const [language, file] of [
    ['en', 'assessment.html'],
    ['de', 'assessment.de.html'],
  ] as const) {
    const page = text(file)
    assert.match(page, new RegExp(`^<!doctype html>\n<html lang="${language}">`))
    assert.match(page, language === 'en' ? /not legal advice/ : /keine Rechtsberatung/)
    assert.ok(page.includes('Acme &lt;b&gt;&amp;') && !page.includes('<b>'), file)
    for (const { id } of questions) {
      const start = page.indexOf(`<article id="${id}">`)
      const article = page.slice(start, page.indexOf('</article>', start))
      assert.ok(/<code>GET https?:\/\/|<textarea /.test(article), `${file} ${id}`)
    }
    assert.doesNotMatch(page, /<script|src=|@customer\.example/)
  }
  assert.doesNotMatch(text('facts.json'), /@customer\.example|@owner|ownerEmail/)
  assert.ok(!text('facts.json').includes(shop.ownerEmail))
})

test('the file names the witnesses, and reports a witness policy whose quorum is unmet', async () => {
  const { db, services } = service.service
  const seen = await service.shop('Witnessed')
  assert.deepEqual((await open(await download(await make(seen)))).facts.facts.witnesses.value, [])
  const witness = { name: 'witness.example/w1', type: 4, publicKey: Buffer.alloc(32, 9) }
  const [vkey, url, stores] = [writeVerifierKey(witness), 'https://witness.example', [seen.storeEnvId]]
  assert.equal(await addWitness(db, services.secrets, { vkey, url, stores }), undefined)
  const content = await download(await make(seen))
  const { facts, text } = await open(content)
  const { api, value } = facts.facts.witnesses
  assert.equal(new URL(api).pathname, '/evidence/witnesses')
  assert.deepEqual(value, [{ name: witness.name, vkey, url, state: 'waiting', size: 0, at: null }])
  assert.match(text('assessment.html'), /witness\.example\/w1[\s\S]*Waiting/)
  assert.match(text('assessment.de.html'), /witness\.example\/w1[\s\S]*Wartet/)
  const file = join(folder, 'witnessed.zip')
  writeFileSync(file, content)
  const log = (publicKey: Buffer) =>
    `log ${writeVerifierKey({ name: `evident/${seen.storeEnvId}`, type: 1, publicKey })}\n`
  const own = log(Buffer.from(key, 'base64'))
  const report = await verifyFile(file, { policy: `${own}witness W1 ${vkey}\nquorum W1\n` })
  assert.deepEqual([report.ok, report.problems], [false, ['quorum not met: 0 of 1']])
  assert.deepEqual(report.witnesses, [{ name: 'W1', heads: 0, newest: null }])
  const none = await verifyFile(file, { policy: `${own}quorum none\n` })
  assert.deepEqual([none.ok, none.problems, none.witnesses], [true, [], []])
  const foreign = await verifyFile(file, { policy: `${log(Buffer.alloc(32, 1))}quorum none\n` })
  assert.equal(foreign.ok, false)
  await assert.rejects(verifyFile(file, { policy: 'quorum W1' }))
})

test('equal facts give equal bytes on another day, and different facts give different bytes', async () => {
  const lonely = await service.shop('Lonely')
  const first = await make(lonely)
  service.advance(10 * day)
  const second = await make(lonely)
  assert.deepEqual([second.sha256, second.bytes], [first.sha256, first.bytes])
  const again = (await lonely.api.get(`/evidence/assessments/${first.id}`)).body
  assert.ok((await download(second)).equals(await download(again)))
  await post(lonely.api, await addProduct(lonely), {})
  assert.notEqual((await make(lonely)).sha256, first.sha256)
  service.advance(-10 * day)
})

test('the assessment of a year that has ended has equal bytes at any later time', async () => {
  const ended = await service.shop('Ended')
  await post(ended.api, await addProduct(ended), {})
  const running = await make(ended)
  const toNextYear = Date.parse(`${year + 1}-01-02T10:00:00Z`) - service.service.clock.nowMs()
  service.advance(toNextYear)
  const first = await make(ended)
  service.advance(300 * day)
  assert.equal((await make(ended)).sha256, first.sha256)
  // The file of a running year has only the quarters that have begun, and the URL of the running quarter has no `to`.
  assert.notEqual(running.sha256, first.sha256)
  service.advance(-300 * day - toNextYear)
})

test('texts of both languages name every question, fact and column', () => {
  const shape = (value: unknown): unknown =>
    value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shape(each)]))
      : typeof value
  assert.deepEqual(shape(texts.de), shape(texts.en))
  assert.deepEqual(Object.keys(texts.en.questions).sort(), questions.map(({ id }) => id).sort())
})

test('years before the store existed, future years and invalid bodies are refused', async () => {
  const refused = async (body: object) => {
    const answer = await shop.api.post('/evidence/assessments', body)
    return [answer.status, answer.body.details?.[0]?.path]
  }
  assert.deepEqual(await refused({ year: year - 1 }), [400, '/year'])
  assert.deepEqual(await refused({ year: year + 1 }), [400, '/year'])
  for (const wrong of [{}, { year: '2026' }, { year: 2026.5 }, { year: 0 }, { year: 99_999 }])
    assert.equal((await refused(wrong))[0], 400, JSON.stringify(wrong))
})

test('a Viewer reads, an Admin creates, and no other store sees an assessment', async () => {
  const { id, downloadUrl } = await make()
  const [viewer, member, elsewhere] = [await shop.as('VIEWER'), await shop.as('MEMBER'), await service.shop()]
  assert.equal((await viewer.get(`/evidence/assessments/${id}`)).status, 200)
  assert.equal((await viewer.get('/evidence/assessments')).body.data[0].id, id)
  assert.equal((await viewer.post('/evidence/assessments', { year })).status, 403)
  assert.equal((await member.post('/evidence/assessments', { year })).status, 403)
  assert.equal((await elsewhere.api.get(`/evidence/assessments/${id}`)).status, 404)
  assert.deepEqual((await elsewhere.api.get('/evidence/assessments')).body.data, [])
  const { pathname } = new URL(downloadUrl)
  assert.equal((await service.app.inject(pathname.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).statusCode, 404)
  const part = await service.app.inject({ url: pathname, headers: { range: 'bytes=0-3' } })
  assert.deepEqual([part.statusCode, part.payload], [206, 'PK\x03\x04'])
})

test('the sixth unfinished assessment is refused', async () => {
  const busy = await service.shop()
  for (let i = 0; i < 5; i++) assert.equal((await busy.api.post('/evidence/assessments', { year })).status, 202)
  const answer = await busy.api.post('/evidence/assessments', { year })
  assert.deepEqual([answer.status, answer.body.code], [409, 'limit_reached'])
  await service.runJobs()
})

test('an expired file and files of killed runs are deleted, and the assessment stays', async () => {
  const { db, services } = service.service
  const { id, downloadUrl } = await make()
  const prefix = `assessments/${shop.storeEnvId}/`
  const half = `${prefix}${id}-7.zip`
  await services.storage.put(half, Readable.from([Buffer.from('half')]))
  const clean = () =>
    deleteExpiredFiles({ db, services, now: services.clock.now(), stopping: new AbortController().signal }, shop, true)
  const keys = async () => (await services.storage.list(prefix, { after: '', limit: 100 })).map(({ key: at }) => at)
  service.advance(3 * day)
  await clean()
  const left = await keys()
  assert.ok(!left.includes(half) && left.includes(`${prefix}${id}-1.zip`))
  service.advance(28 * day)
  await clean()
  assert.deepEqual(await keys(), [])
  const { status, downloadUrl: link, fileName } = (await shop.api.get(`/evidence/assessments/${id}`)).body
  assert.deepEqual([status, link, fileName], ['completed', null, null])
  assert.equal((await service.app.inject(new URL(downloadUrl).pathname)).statusCode, 404)
  service.advance(-31 * day)
})
