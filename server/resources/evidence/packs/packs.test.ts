import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import yazl from 'yazl'
import { readArchive } from '#resources/backups/archives.testing.ts'
import { importFile } from '#resources/imports/imports.testing.ts'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { signNote } from '../note-rules.ts'
import { verifyFile } from '../verify/verify.mjs'
import { deleteExpiredPacks } from './run-pack.ts'

let service: TestService
let shop: Shop
let folder: string
let content: Buffer
let key: string
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pack-'))
  service = await startService()
  shop = await service.shop()
  const mug = await addProduct(shop)
  for (const [i, status] of ['approved', 'rejected', 'spam', 'approved'].entries()) {
    const review = {
      authorEmail: `r${i}@customer.example`,
      body: `Text ${i} "✓"\n=1+1`,
      rating: 1 + i,
      authorName: 'Zoë',
    }
    const { id } = await post(shop.api, mug, review)
    assert.equal((await shop.api.put(`/reviews/${id}`, { status })).status, 200)
    if (i === 3) assert.equal((await shop.api.delete(`/reviews/${id}`)).status, 204)
  }
  await post(shop.api, mug, { authorEmail: 'gone@customer.example' })
  await shop.api.put('/customers/erasure-settings', { mode: 'anonymize' })
  assert.equal((await shop.api.post('/customers/erase', { email: 'gone@customer.example' })).status, 200)
  const file = 'product_id,rating,review,reviewer_name,email,date\nmug,4,Fine,Ann,ann@customer.example,2025-01-01\n'
  await importFile(service, shop.api, file, '?status=approved')
  const [imported] = (await shop.api.get('/reviews?imported=true')).body.data
  await shop.api.put(`/reviews/${imported.id}`, { rating: 2, verified: true })
  content = await download(await make())
  key = JSON.parse((await service.app.inject('/evidence/keys')).payload).data[0].publicKey
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

async function make(body: object = {}, of = shop) {
  const asked = await of.api.post('/evidence/packs', body)
  assert.equal(asked.status, 202, asked.text)
  assert.equal(asked.body.status, 'queued')
  await service.runJobs()
  const made = (await of.api.get(`/evidence/packs/${asked.body.id}`)).body
  assert.equal(made.status, 'completed', JSON.stringify(made))
  return made
}

async function download({ downloadUrl }: { downloadUrl: string }): Promise<Buffer> {
  const answer = await service.app.inject(new URL(downloadUrl).pathname)
  assert.equal(answer.statusCode, 200, answer.payload)
  return answer.rawPayload
}

function writeFile(bytes: Buffer, name = 'pack.zip'): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const check = (bytes: Buffer, keys: string[] = [key]) => verifyFile(writeFile(bytes), { keys })

test('a pack contains everything that the contract lists, is signed, and verifies', async () => {
  const { files, manifest } = await readArchive(content)
  assert.deepEqual([...files.keys()].sort(), [
    ...['appeals.csv', 'heads.jsonl', 'keys.json', 'leaves.txt', 'ledger.jsonl', 'manifest.json', 'manifest.note'],
    ...['meter.json', 'policies/1.md', 'reviews.csv', 'reviews.jsonl', 'verify.mjs'],
  ])
  const said = manifest as unknown as Record<string, unknown>
  assert.deepEqual([said.format, said.version, said.store], ['evident-pack', 1, shop.storeEnvId])
  const report = await check(content)
  assert.deepEqual([report.ok, report.problems, report.kind], [true, [], 'pack'])
  assert.equal(report.reviews, 6)
  const made = (await shop.api.get('/evidence/packs')).body.data[0]
  assert.equal(made.sha256, hash('sha256', content))
  assert.equal(made.bytes, content.length)
  const head = (await shop.api.get('/evidence/heads')).body.data[0]
  assert.deepEqual([head.size, made.size], [said.size, said.size])
  for (const [name, file] of files)
    if (name !== 'verify.mjs') assert.doesNotMatch(file.toString(), /@customer\.example/, name)
  assert.match(files.get('reviews.csv')?.toString() ?? '', /^review,rating,status,reason,verified,method,/)
  const rows = (files.get('reviews.jsonl')?.toString() ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(rows.map(({ status }) => status).sort(), [
    'approved',
    'approved',
    'deleted',
    'pending',
    'rejected',
    'spam',
  ])
  const gone = rows.filter(({ words }) => words === null)
  assert.equal(gone.length, 2)
  const meter = JSON.parse(files.get('meter.json')?.toString() ?? '')
  assert.deepEqual([meter.low.withheld, meter.high.withheld], [1, 1])
})

test("the pack's own program verifies it from an otherwise empty folder", async () => {
  const alone = mkdtempSync(join(tmpdir(), 'alone-'))
  try {
    const { files } = await readArchive(content)
    writeFileSync(join(alone, 'verify.mjs'), files.get('verify.mjs') ?? '')
    copyFileSync(writeFile(content), join(alone, 'pack.zip'))
    const options = { cwd: alone, env: {}, encoding: 'utf8' } as const
    const said = execFileSync(process.execPath, ['verify.mjs', 'pack.zip', '--key', key, '--json'], options)
    assert.deepEqual(JSON.parse(said).problems, [])
    const run = (...args: string[]) => spawnSync(process.execPath, ['verify.mjs', ...args], options).status
    assert.equal(run('pack.zip'), 0)
    assert.equal(run('pack.zip', '--key', Buffer.alloc(32, 1).toString('base64')), 1)
    assert.equal(run('nothing.zip'), 2)
    assert.equal(run('verify.mjs'), 2)
    assert.equal(run('pack.zip', '--key', 'x'), 2)
    assert.equal(run(), 2)
  } finally {
    rmSync(alone, { recursive: true })
  }
})

const holds = (bytes: Buffer) =>
  check(bytes).then(
    ({ ok }) => ok,
    () => false,
  )

test('any changed byte is detected', async () => {
  const offsets = new Set<number>()
  // Changes every byte of the ZIP structure around the files, and a sample of bytes of their content.
  const directory = content.length - 2_000
  for (let at = directory; at < content.length; at++) offsets.add(at)
  for (let at = 0; at < 200; at++) offsets.add(at)
  for (let at = 200; at < directory; at += 211) offsets.add(at)
  for (const at of offsets) {
    const changed = Buffer.from(content)
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
    assert.equal(await holds(changed), false, `byte ${at}`)
  }
  for (const bytes of [content.subarray(0, -1), Buffer.concat([content, Buffer.of(0)]), content.subarray(1)])
    assert.equal(await holds(bytes), false)
})

type Files = Map<string, Buffer>

async function forged(change: (files: Files) => void, seed?: Buffer): Promise<Buffer> {
  const files = new Map((await readArchive(content)).files)
  change(files)
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
  manifest.files = [...files]
    .filter(([path]) => !path.startsWith('manifest.'))
    .map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: hash('sha256', bytes) }))
  const text = JSON.stringify(manifest)
  files.set('manifest.json', Buffer.from(text))
  if (seed)
    files.set(
      'manifest.note',
      Buffer.from(signNote(`evident-pack\n${hash('sha256', text)}\n`, `evident/${shop.storeEnvId}`, seed)),
    )
  const zip = new yazl.ZipFile()
  const { Readable } = await import('node:stream')
  for (const [path, bytes] of files)
    zip.addReadStream(Readable.from([bytes]), path, { compress: false, mtime: new Date(0), forceDosTimestamp: true })
  zip.end()
  const { buffer } = await import('node:stream/consumers')
  return buffer(zip.outputStream as never)
}

const edit = (name: string, change: (text: string) => string) => (files: Files) =>
  void files.set(name, Buffer.from(change(files.get(name)?.toString() ?? '')))

test('any change in a pack that was rebuilt without the key is detected', async () => {
  assert.equal((await check(await forged(() => {}))).ok, true, 'a pack that was only written anew holds')
  const lines = (change: (all: string[]) => string[]) => (text: string) =>
    change(text.trim().split('\n'))
      .map((line) => `${line}\n`)
      .join('')
  const forgeries: Record<string, (files: Files) => void> = {
    'an entry is left out': edit(
      'ledger.jsonl',
      lines((all) => all.toSpliced(1, 1)),
    ),
    'the end is left out': edit(
      'ledger.jsonl',
      lines((all) => all.slice(0, -1)),
    ),
    'entries change places': edit(
      'ledger.jsonl',
      lines(([a, b, ...rest]) => [b ?? '', a ?? '', ...rest]),
    ),
    'an entry says something else': edit('ledger.jsonl', (text) => text.replace('"to":"rejected"', '"to":"approved"')),
    'an entry is spelled otherwise': edit('ledger.jsonl', (text) => text.replace('{"at"', '{ "at"')),
    'a leaf is another': edit(
      'leaves.txt',
      lines(([first = '', ...rest]) => [first.replace(/^./, (digit) => (digit === 'e' ? 'f' : 'e')), ...rest]),
    ),
    'the tree is shorter': edit(
      'leaves.txt',
      lines((all) => all.slice(0, -1)),
    ),
    'a head is over another root': edit('heads.jsonl', (text) =>
      text.replace(/"rootHash":"(.)/, (_, digit) => `"rootHash":"${digit === '0' ? '1' : '0'}`),
    ),
    'no head is there': edit('heads.jsonl', () => ''),
    'a review is said to be approved': edit('reviews.jsonl', (text) =>
      text.replace('"status":"rejected"', '"status":"approved"'),
    ),
    'a review says something else': edit('reviews.jsonl', (text) => text.replace('Text 0', 'Test 0')),
    'a review is left out': edit(
      'reviews.jsonl',
      lines((all) => all.slice(1)),
    ),
    'the table says something else': edit('reviews.csv', (text) => text.replace('rejected', 'approved')),
    'another key is named': edit('keys.json', (text) => text.replace(/"publicKey":"./, '"publicKey":"_')),
    'a file is missing': (files) => void files.delete('appeals.csv'),
  }
  for (const [name, change] of Object.entries(forgeries)) assert.equal(await holds(await forged(change)), false, name)
})

test("a pack signed with a foreign key does not verify against the service's key", async () => {
  const seed = Buffer.alloc(32, 5)
  const bytes = await forged((files) => files.set('reviews.csv', files.get('reviews.csv') as Buffer), seed)
  assert.equal((await check(bytes)).ok, false)
})

test('invalid days, members and other stores are refused, and a pack without entries verifies', async () => {
  const refused = async (body: object) => (await shop.api.post('/evidence/packs', body)).status
  assert.equal(await refused({ from: '2026-13-01' }), 400)
  assert.equal(await refused({ from: '2020-01-01' }), 400)
  assert.equal(await refused({ to: '2999-01-01' }), 400)
  assert.equal(await refused({ from: '2026-02-02', to: '2026-02-01' }), 400)
  const [member, viewer] = [await shop.as('MEMBER'), await shop.as('VIEWER')]
  assert.equal((await member.post('/evidence/packs', {})).status, 403)
  const { id } = (await viewer.get('/evidence/packs')).body.data[0]
  const elsewhere = await service.shop()
  assert.equal((await elsewhere.api.get(`/evidence/packs/${id}`)).status, 404)
  // Days without an event, and a ledger without any entry.
  const before = await make({ from: '2020-01-01', to: '2020-01-02' })
  assert.equal((await check(await download(before))).ok, true)
  assert.equal((await check(await download(await make({}, elsewhere)))).ok, true)
})

test('a link supports ranges and expires after 15 minutes; a new link works', async () => {
  const { id, downloadUrl } = (await shop.api.get('/evidence/packs')).body.data[0]
  const { pathname } = new URL(downloadUrl)
  const part = await service.app.inject({ url: pathname, headers: { range: 'bytes=0-3' } })
  assert.deepEqual([part.statusCode, part.payload], [206, 'PK\x03\x04'])
  service.advance(16 * 60_000)
  assert.equal((await service.app.inject(pathname)).statusCode, 404)
  const again = (await shop.api.get(`/evidence/packs/${id}`)).body.downloadUrl
  assert.equal((await service.app.inject(new URL(again).pathname)).statusCode, 200)
})

test('files of killed runs are deleted after two days, but finished packs are not', async () => {
  const { db, services } = service.service
  const { id } = await make()
  const packKey = (name: string) => `packs/${shop.storeEnvId}/${name}.zip`
  const put = (name: string) => services.storage.put(packKey(name), Readable.from([Buffer.from('half of a pack')]))
  const here = async () => {
    const files = await services.storage.list(`packs/${shop.storeEnvId}/`, { after: '', limit: 100 })
    return files.map(({ key }) => key)
  }
  await put(`${id}-7`)
  const sweep = () =>
    deleteExpiredPacks({ db, services, now: services.clock.now(), stopping: new AbortController().signal }, shop, true)
  await sweep()
  assert.ok((await here()).includes(packKey(`${id}-7`)), 'of one that is still being made nobody knows yet')
  service.advance(3 * day)
  await sweep()
  const left = await here()
  assert.ok(!left.includes(packKey(`${id}-7`)) && left.includes(packKey(`${id}-1`)), left.join())
  assert.equal((await shop.api.get(`/evidence/packs/${id}`)).body.status, 'completed')
  service.advance(-3 * day)
})
