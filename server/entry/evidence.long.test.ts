import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
let folder: string
let pack: string
let archive: string
const service = provideService({}, async () => {
  shop = await service.shop()
  folder = mkdtempSync(join(tmpdir(), 'evidence-'))
})
after(() => rmSync(folder, { recursive: true }))

type Ended = { code: number; stdout: string; stderr: string }

const run = (program: string, words: string[], env: NodeJS.ProcessEnv, cwd = folder): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { env, cwd }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

const cli = join(import.meta.dirname, 'cli.ts')
const evident = (...words: string[]) => {
  const { secretKey, dataDir } = service.service.services.config
  return run(cli, words, {
    ...process.env,
    ...{ DATABASE_URL: service.databaseUrl, SECRET_KEY: secretKey, DATA_DIR: dataDir },
  })
}
/** Runs without a database or settings. Node's compile cache only saves time. */
const verify = (...words: string[]) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return run(cli, ['verify', ...words], { PATH, NODE_COMPILE_CACHE })
}

type Keys = { publicKey: string; from: string; until: string | null }[]
const fetchKeys = async (): Promise<Keys> => JSON.parse((await service.app.inject('/evidence/keys')).payload).data

async function download(): Promise<Buffer> {
  const { id } = (await shop.api.post('/evidence/packs', {})).body
  await service.runJobs()
  const { downloadUrl } = (await shop.api.get(`/evidence/packs/${id}`)).body
  return (await service.app.inject(new URL(downloadUrl).pathname)).rawPayload
}

test('before the first signature the key list already contains the signing key', async () => {
  const asked = await Promise.all([fetchKeys(), fetchKeys(), fetchKeys()])
  const [[key] = []] = asked
  assert.equal(Buffer.from(key?.publicKey ?? '', 'base64').length, 32)
  for (const keys of asked) assert.deepEqual(keys, [key])
  const mug = await addProduct(shop)
  const { id } = await post(shop.api, mug)
  await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  pack = join(folder, 'pack.zip')
  writeFileSync(pack, await download())
  assert.deepEqual(await fetchKeys(), [key])
  archive = join(folder, 'archive.zip')
  const { app } = service
  const { rawPayload, statusCode } = await app.inject({
    url: '/api/v1/backups/archive',
    headers: { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId },
  })
  assert.equal(statusCode, 200)
  writeFileSync(archive, rawPayload)
})

test('evident verify reports the state of a pack or archive, also by its exit code', async () => {
  const [key] = await fetchKeys()
  const own = ['--key', key?.publicKey ?? '']
  for (const file of [pack, archive]) {
    const found = await verify(file, ...own, '--json')
    assert.equal(found.code, 0, found.stdout + found.stderr)
    const { ok, problems } = JSON.parse(found.stdout)
    assert.deepEqual([ok, problems], [true, []])
  }
  assert.equal((await verify(pack)).code, 0)
  const other = Buffer.alloc(32, 7).toString('base64')
  const wrong = await verify(pack, '--key', other, '--json')
  assert.equal(wrong.code, 1)
  assert.equal(JSON.parse(wrong.stdout).ok, false)
  assert.ok(JSON.parse(wrong.stdout).problems.length > 0)
  assert.equal((await verify(pack, '--key', other, ...own)).code, 0, 'either of two keys will do')
  for (const words of [[join(folder, 'nothing.zip')], [cli], [pack, '--key', 'x'], []])
    assert.equal((await verify(...words)).code, 2, words.join(' '))
})

test('the downloaded verify.mjs checks a pack and an archive in an otherwise empty folder', async () => {
  const alone = mkdtempSync(join(tmpdir(), 'alone-'))
  try {
    writeFileSync(join(alone, 'verify.mjs'), (await service.app.inject('/evidence/verify.mjs')).rawPayload)
    for (const file of [pack, archive]) {
      const { code, stdout, stderr } = await run('verify.mjs', [file, '--json'], {}, alone)
      assert.equal(code, 0, stdout + stderr)
      assert.deepEqual(JSON.parse(stdout).problems, [])
    }
  } finally {
    rmSync(alone, { recursive: true })
  }
})

test('evident evidence rotate-key prints the new signing key beside a running service', async () => {
  const [before] = await fetchKeys()
  const rotated = await evident('evidence', 'rotate-key', '--json')
  assert.equal(rotated.code, 0, rotated.stderr)
  const { publicKey } = JSON.parse(rotated.stdout)
  const keys = await fetchKeys()
  assert.deepEqual(
    keys.map((each) => [each.publicKey, each.until === null]),
    [
      [before?.publicKey, false],
      [publicKey, true],
    ],
  )
  const later = join(folder, 'later.zip')
  await post(shop.api, await addProduct(shop), { authorEmail: 'later@customer.example' })
  writeFileSync(later, await download())
  const both = keys.flatMap((each) => ['--key', each.publicKey])
  const found = await verify(later, ...both, '--json')
  assert.deepEqual([found.code, JSON.parse(found.stdout).problems], [0, []])
  assert.equal((await verify(pack, '--key', before?.publicKey ?? '')).code, 0)
  const said = await evident('evidence', 'rotate-key')
  assert.match(said.stdout, /^Heads are now signed with [\w+/]{43}=\.\n$/)
  for (const words of [['evidence'], ['evidence', 'forget'], ['evidence', 'rotate-key', 'now']]) {
    const { code, stderr } = await evident(...words)
    assert.deepEqual([code, /evidence rotate-key \[--json\]/.test(stderr)], [1, true], words.join(' '))
  }
})

test("reviews in another service's archive are proven only after evident trust-key adds that service's key", async () => {
  const made = new URL('../resources/evidence/verify/made-before/', import.meta.url)
  const key = readFileSync(new URL('key.txt', made), 'utf8').trim()
  const fetchStatuses = async () => {
    const to = await service.shop()
    const headers = { authorization: `Bearer ${to.adminKey}`, 'x-store-env-id': to.storeEnvId }
    const payload = readFileSync(new URL('archive.zip', made))
    const sent = await service.app.inject({
      ...{ method: 'POST', url: '/api/v1/imports/archive', payload },
      headers: { ...headers, 'content-type': 'application/zip' },
    })
    await service.runJobs()
    const done = (await to.api.get(`/imports/${sent.json().id}`)).body
    assert.equal(done.status, 'completed', JSON.stringify(done))
    const { data } = (await to.api.get('/reviews')).body
    return data.map(({ body, source, status }: Record<string, string>) => [body, source, status]).sort()
  }
  const waiting = [
    ['After', 'import', 'pending'],
    ['Before', 'import', 'pending'],
    ['Unsigned', 'import', 'pending'],
  ]
  assert.deepEqual(await fetchStatuses(), waiting)
  const added = await evident('trust-key', 'add', key, '--name', 'The old server', '--json')
  assert.deepEqual(
    [added.code, JSON.parse(added.stdout)],
    [0, { publicKey: key, name: 'The old server' }],
    added.stderr,
  )
  // The old service signed no head between its last review and the export, so no signed head covers that review.
  assert.deepEqual(await fetchStatuses(), [
    ['After', 'api', 'approved'],
    ['Before', 'api', 'approved'],
    ['Unsigned', 'import', 'pending'],
  ])
  const { data } = JSON.parse((await evident('trust-key', 'list', '--json')).stdout)
  assert.deepEqual(
    data.map(({ publicKey, name }: Record<string, string>) => [publicKey, name]),
    [[key, 'The old server']],
  )
  assert.match((await evident('trust-key', 'remove', 'The old server')).stdout, /is no longer trusted/)
  assert.match((await evident('trust-key', 'list')).stdout, /No trusted keys/)
  assert.deepEqual(await fetchStatuses(), waiting)
  for (const words of [[], ['add'], ['add', 'x', '--name', 'X'], ['add', key], ['remove', key], ['forget', key]]) {
    const { code, stderr } = await evident('trust-key', ...words)
    assert.deepEqual([code, stderr.startsWith('evident: ')], [1, true], words.join(' '))
  }
})
