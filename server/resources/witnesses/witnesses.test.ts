import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { readVerifierKey, splitNote, writeVerifierKey } from '#resources/evidence/cosignature-rules.ts'
import { signBeforeArchiving } from '#resources/evidence/heads/commands.ts'
import { verifyFile } from '#resources/evidence/verify/verify.mjs'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../entry/areas.ts'
import { runWitnesses } from '../../entry/commands/witnesses.ts'
import { createWitness, type Witness } from './serving/witness-server.ts'

let service: TestService
let folder: string
let shop: Shop
let witness: Witness
let witnessAddress: AddressInfo
let failing: Server
let failure: { status: number; type?: string; body?: string } | undefined

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'witnesses-'))
  service = await startService({ now: new Date('2026-11-20T12:00:00Z'), env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  shop = await service.shop('Witnessed')
  await post(shop.api, await addProduct(shop), {})
  const [key] = JSON.parse((await service.app.inject('/evidence/keys')).payload).data
  const now = () => service.service.clock.now().getTime()
  const known = { logs: [], services: [Buffer.from(key.publicKey, 'base64')] }
  witness = createWitness({ name: 'witness.example/w1', folder: join(folder, 'w1'), known, now })
  witness.server.listen(0, '127.0.0.1')
  failing = createServer((request, response) => {
    request.resume()
    const { status = 500, type = 'text/plain', body = '' } = failure ?? {}
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  failing.listen(0, '127.0.0.1')
  await Promise.all([once(witness.server, 'listening'), once(failing, 'listening')])
  witnessAddress = witness.server.address() as AddressInfo
})
after(async () => {
  for (const server of [witness.server, failing]) {
    server.closeAllConnections()
    server.close()
  }
  await service.close()
  rmSync(folder, { recursive: true })
})

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const operate = (args: string[], flags: Record<string, string> = {}) => runWitnesses(service.service, args, flags)
const fetchText = async (path: string, of = shop) => {
  const { payload, statusCode, headers, rawPayload } = await service.app.inject(`/evidence/${of.storeEnvId}${path}`)
  return { status: statusCode, text: payload, headers, bytes: rawPayload }
}
const listed = async () => (await shop.api.get('/evidence/witnesses')).body.data

async function run(operatorName: string) {
  const job = jobs.find((each) => each.operatorName === operatorName)
  assert.ok(job)
  const { db, services } = service.service
  await perform(job, { db, services, now: services.clock.now(), stopping: new AbortController().signal } as never, {})
  await service.runJobs()
}
async function nextDay() {
  service.advance(86_400_000)
  await run('evidence-heads')
}
async function makePack(): Promise<string> {
  const { id } = (await shop.api.post('/evidence/packs', {})).body
  await service.runJobs()
  const { downloadUrl } = (await shop.api.get(`/evidence/packs/${id}`)).body
  const path = join(folder, `${id}.zip`)
  writeFileSync(path, (await service.app.inject(new URL(downloadUrl).pathname)).rawPayload)
  return path
}

test('a witness is added by the operator, and wrong keys and addresses are refused', async () => {
  const vkey = writeVerifierKey(witness.key)
  const url = addressOf(witness.server)
  const own = readVerifierKey((await fetchText('/vkey')).text.trim()) ?? assert.fail()
  const asWitness = writeVerifierKey({ ...own, name: 'ours', type: 4 })
  for (const [flags, reason] of [
    [{ vkey: 'x', url }, /VKEY must be/],
    [{ vkey: writeVerifierKey(own), url }, /VKEY must be/],
    [{ vkey: asWitness, url }, /signs our own heads/],
    [{ vkey, url: 'http://witness.example' }, /https/],
    [{ vkey, url: 'https://a:b@witness.example' }, /must be an address/],
    [{ vkey, url, stores: 'x' }, /--stores/],
  ] as const)
    await assert.rejects(operate(['add'], flags), reason)
  await operate(['add'], { vkey, url })
  await assert.rejects(operate(['add'], { vkey, url }), /exists already/)
  assert.match(await operate(['list']), /witness\.example\/w1/)
  assert.deepEqual(await listed(), [
    { name: 'witness.example/w1', vkey, url, state: 'waiting', size: 0, at: null, message: null },
  ])
})

test('the witness cosigns each signed head, and everybody can read the cosignature', async () => {
  await nextDay()
  const { data: heads } = (await shop.api.get('/evidence/heads')).body
  assert.equal(heads[0].cosignatures.length, 1)
  const { text } = await fetchText('/checkpoint')
  assert.equal(splitNote(text)?.signatures.length, 2)
  assert.equal(text, heads[0].checkpoint + heads[0].cosignatures[0].line)
  const [state] = await listed()
  assert.deepEqual([state.state, state.size, state.message], ['ok', heads[0].size, null])
  await post(shop.api, (await shop.api.get('/products')).body.data[0].id, {})
  await nextDay()
  assert.equal((await listed())[0].size, (await shop.api.get('/evidence/heads')).body.data[0].size)
})

test('each of several heads is offered, smallest first, also after an outage of the witness', async () => {
  const several = await service.shop('Several')
  const product = await addProduct(several)
  let people = 0
  const write = () => post(several.api, product, { authorEmail: `s${++people}@example.com` })
  const heads = async () => (await several.api.get('/evidence/heads')).body.data
  const cosigned = async () =>
    (await heads()).map(({ cosignatures }: { cosignatures: unknown[] }) => cosignatures.length)
  const sign = async () => {
    await write()
    const { db, services } = service.service
    const { storeEnvId, organizationId } = several
    await signBeforeArchiving({ db, secrets: services.secrets }, { storeEnvId, organizationId })
  }
  await sign()
  await sign()
  await service.runJobs()
  assert.deepEqual(await cosigned(), [1, 1], 'two heads before the first job')
  await new Promise<unknown>((done) => witness.server.close(done).closeAllConnections())
  await sign()
  await service.runJobs()
  assert.equal((await several.api.get('/evidence/witnesses')).body.data[0].state, 'unreachable')
  await sign()
  await sign()
  const { port } = witnessAddress
  await once(witness.server.listen(port, '127.0.0.1'), 'listening')
  await service.runJobs()
  assert.deepEqual(await cosigned(), [1, 1, 1, 1, 1])
  const [state] = (await several.api.get('/evidence/witnesses')).body.data
  assert.deepEqual([state.state, state.size, state.message], ['ok', (await heads())[0].size, null])
})

test('packs and proofs carry cosignatures, and a policy decides whether they are enough', async () => {
  await makePack()
  const path = await makePack()
  const witnessLine = `witness W1 ${writeVerifierKey(witness.key)}\n`
  const other = `witness W2 ${writeVerifierKey({ name: 'other', type: 4, publicKey: Buffer.alloc(32, 9) })}\n`
  const log = `log ${(await fetchText('/vkey')).text}`
  const met = await verifyFile(path, { policy: `${log}${witnessLine}quorum W1\n` })
  assert.deepEqual([met.ok, met.problems], [true, []])
  assert.deepEqual(
    met.witnesses?.map(({ name }) => name),
    ['W1'],
  )
  const both = await verifyFile(path, { policy: `${witnessLine}${other}group both all W1 W2\nquorum both\n` })
  assert.deepEqual(both.problems, ['quorum not met: 1 of 2'])
  const any = await verifyFile(path, { policy: `# comment\n${witnessLine}\t${other}group one any W1 W2\nquorum one` })
  assert.equal(any.ok, true)
  for (const policy of [
    '',
    'quorum W1',
    `${witnessLine}quorum W1\nquorum W1`,
    `${witnessLine}group g 2 W1\nquorum g`,
    'quorum\tnone\r\n',
  ])
    await assert.rejects(verifyFile(path, { policy }), /policy/, JSON.stringify(policy))
  const { data } = (await shop.api.get('/evidence/entries?type=submitted')).body
  const { review, seq } = data.at(-1)
  await shop.api.put(`/reviews/${review}`, { status: 'approved' })
  const proof = await fetchText(`/reviews/${review}/${seq}.tlog-proof`)
  assert.equal(proof.status, 200, proof.text)
  assert.match(proof.text, /^c2sp\.org\/tlog-proof@v1\nextra /)
  const file = join(folder, 'one.tlog-proof')
  writeFileSync(file, proof.text)
  const policy = `${log}${witnessLine}quorum W1\n`
  assert.deepEqual((await verifyFile(file, { policy })).problems, [])
  assert.match((await verifyFile(file)).problems.join(), /key is missing/)
  writeFileSync(file, proof.text.replace(`index ${seq}`, `index ${seq + 1}`))
  assert.equal((await verifyFile(file, { policy })).ok, false)
  assert.equal((await fetchText(`/reviews/${review}/999.tlog-proof`)).status, 404)
})

test('hash tiles exist only for signed sizes, and entry tiles only while entries are public', async () => {
  const { size } = (await shop.api.get('/evidence/heads')).body.data[0]
  const tile = await fetchText(`/tile/0/000.p/${size}`)
  assert.deepEqual([tile.status, tile.bytes.length], [200, 32 * size])
  assert.match(String(tile.headers['cache-control']), /max-age=31536000/)
  for (const path of [`0/000.p/${size + 1}`, '0/000', '1/000', 'entries/000', `entries/000.p/${size}`, '0/x'])
    assert.equal((await fetchText(`/tile/${path}`)).status, 404, path)
  const open = await shop.api.put('/evidence/settings', { publicEntries: true })
  assert.equal(open.body.publicEntries, true)
  assert.equal((await fetchText(`/tile/entries/000.p/${size}`)).status, 200)
})

test('each failure of a witness sets its state, and refusals are mailed to owners', async () => {
  const vkey = writeVerifierKey({ name: 'failing', type: 4, publicKey: Buffer.alloc(32, 9) })
  await operate(['add'], { vkey, url: addressOf(failing), stores: shop.storeEnvId })
  const stateAfter = async (reply: typeof failure) => {
    failure = reply
    await post(shop.api, (await shop.api.get('/products')).body.data[0].id, { authorEmail: `a${++people}@example.com` })
    await nextDay()
    const found = (await listed()).find(({ name }: { name: string }) => name === 'failing')
    return [found.state, found.message]
  }
  let people = 0
  assert.deepEqual((await stateAfter({ status: 404 }))[0], 'unknown_log')
  assert.deepEqual((await stateAfter({ status: 503 }))[0], 'unreachable')
  assert.deepEqual((await stateAfter({ status: 403 }))[0], 'refused')
  assert.match(
    (await stateAfter({ status: 409, type: 'text/x.tlog.size', body: '99999\n' }))[1],
    /our key also signed another/,
  )
  assert.deepEqual((await stateAfter({ status: 409, type: 'text/x.tlog.size', body: '1\n' }))[0], 'waiting')
  assert.deepEqual((await stateAfter({ status: 200, body: '— failing AAAAAAAAAAAA\n' }))[0], 'refused')
  const { rows } = await service.query(`select subject from mailbox where subject like 'A witness refused%'`)
  assert.equal(rows.length, 3)
  await operate(['remove', 'failing'])
  assert.equal((await listed()).length, 1)
})

test('no head is offered after somebody changed a row in the database', async () => {
  const { size } = (await shop.api.get('/evidence/heads')).body.data[0]
  await post(shop.api, (await shop.api.get('/products')).body.data[0].id, { authorEmail: 'later@example.com' })
  await service.query(`update evidence_entries set leaf = sha256('forged') where store_env_id = $1 and seq = $2`, [
    shop.storeEnvId,
    size - 1,
  ])
  await nextDay()
  const [state] = await listed()
  assert.deepEqual([state.state, state.size], ['refused', size], JSON.stringify(state))
})

test('no head is offered until a changed older row is restored in the database', async () => {
  const changed = await service.shop('Changed')
  const product = await addProduct(changed)
  let people = 0
  const write = () => post(changed.api, product, { authorEmail: `b${++people}@example.com` })
  while (people < 20) await write()
  await nextDay()
  const state = async () => (await changed.api.get('/evidence/witnesses')).body.data[0]
  assert.equal((await state()).state, 'ok')
  const query = (text: string) => service.query(`${text} where store_env_id = '${changed.storeEnvId}' and seq = 2`)
  const [row] = (await query('select * from evidence_entries')).rows
  assert.ok(row)
  const forged = String(row.entry).replace('"rating":', '"rating" :')
  const leafOf = (entry: string) => `sha256('\\x00'::bytea || convert_to('${entry}', 'UTF8'))`
  const restore = async () => {
    await query('delete from evidence_entries')
    await service.query(
      'insert into evidence_entries select (jsonb_populate_record(null::evidence_entries, $1::jsonb)).*',
      [JSON.stringify({ ...row, leaf: `\\x${row.leaf.toString('hex')}` })],
    )
  }
  for (const change of [
    `update evidence_entries set entry = '${forged}'`,
    `update evidence_entries set leaf = ${leafOf(forged)}`,
    `update evidence_entries set entry = '${forged}', leaf = ${leafOf(forged)}`,
    'delete from evidence_entries',
  ]) {
    await query(change)
    await write()
    await nextDay()
    const refused = await state()
    assert.equal(refused.state, 'refused', change)
    assert.match(refused.message, /^Entry [02] or a later one was changed in the database/)
    await restore()
    await write()
    await nextDay()
    assert.deepEqual([(await state()).state, (await state()).message], ['ok', null], change)
  }
})
