import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { countRows, csv, listImportRows, pickCounts, queryAs } from '../imports.testing.ts'

const now = '2026-11-20T12:00:00Z'
const service = provideService({ now: new Date(now) })

async function shopWith(program: object = {}): Promise<Shop> {
  const shop = await service.shop()
  const { status, text } = await shop.api.put('/loyalty/program', { enabled: true, pointsPerUnit: 1, ...program })
  assert.equal(status, 200, text)
  await service.runJobs()
  return shop
}

const send = (api: Api, content: string | Buffer, query = '') =>
  api.post(`/imports/loyalty-balances${query}`, content, csv)

async function bring(shop: Shop, content: string | Buffer, query = '') {
  const { status, body, text } = await send(shop.api, content, query)
  assert.equal(status, 202, text)
  await service.runJobs()
  return (await shop.api.get(`/imports/${body.id}`)).body
}

const member = async (shop: Shop, email: string) =>
  (await shop.api.get(`/loyalty/members/by-email/${encodeURIComponent(email)}`)).body
const listJournal = async (shop: Shop, email: string) => {
  const { id } = await member(shop, email)
  const { body } = await shop.api.get(`/loyalty/members/${id}/journal?limit=100`)
  return body.data.toReversed().map(({ kind, delta, balance, reason, at }: Record<string, unknown>) => ({
    ...{ kind, delta, balance, reason, at },
  }))
}
const listRowCodes = async (shop: Shop, id: string) =>
  (await listImportRows(shop.api, id)).map(({ line, outcome, code }: Record<string, unknown>) => [line, outcome, code])

const smile = `First name,Last name,Email,Points balance,Member status,VIP tier,Date of birth
Ida,Lund,Ida@customer.example,640,member,Gold,1004-03-05
Bo,Berg,bo@customer.example,"1,250",member,,
Kim,Zero,kim@customer.example,0,candidate,,
`
const loyaltyLion = `Merchant ID,Email,Points approved,Points pending,Points spent
1,ida@customer.example,300,45,120
2,jo@customer.example,80.00,0,0
`
const loyaltyLionEarned = `Merchant ID,Email,Points earned,Points pending,Points spent
2,jo@customer.example,500,0,420
`
const yotpo = `Full Name,Email,Points Balance,Points Earned,VIP Tier Name
Ida Lund,ida@customer.example,75,900,Silver
`

describe('files of other platforms', () => {
  test('a row becomes a dated grant with a journal line that names the platform', async () => {
    const shop = await shopWith({ tiers: [{ name: 'Gold', threshold: 1000 }] })
    const done = await bring(shop, smile)
    assert.deepEqual([done.kind, done.format, done.status], ['loyalty_balances', 'smile_balances', 'completed'])
    assert.deepEqual(pickCounts(done), { total: 3, imported: 3, updated: 0, skipped: 0, failed: 0 })
    assert.match(JSON.stringify(done.warnings), /Date of birth/)
    assert.equal((await member(shop, 'ida@customer.example')).balance, 640)
    assert.equal((await member(shop, 'bo@customer.example')).tier, 'Gold')
    assert.equal((await member(shop, 'kim@customer.example')).balance, 0)
    const [{ at: _, ...line }, ...more] = await listJournal(shop, 'ida@customer.example')
    assert.deepEqual(line, { kind: 'import', delta: 640, balance: 640, reason: 'Imported from Smile' })
    assert.deepEqual(more, [])
    assert.deepEqual(await listJournal(shop, 'kim@customer.example'), [])
  })

  test('each platform has its own grant, and its pending points are not imported', async () => {
    const shop = await shopWith()
    const lion = await bring(shop, loyaltyLion)
    assert.equal(lion.format, 'loyaltylion_balances')
    assert.deepEqual(await listRowCodes(shop, lion.id), [
      [2, 'imported', 'pending_left_out'],
      [3, 'imported', null],
    ])
    assert.equal((await bring(shop, yotpo)).format, 'yotpo_balances')
    assert.equal((await member(shop, 'ida@customer.example')).balance, 375)
    // The same platform with other columns: 500 points earned minus 420 spent results in the same balance of 80.
    const earned = await bring(shop, loyaltyLionEarned)
    assert.deepEqual([earned.format, earned.skipped], ['loyaltylion_balances_earned', 1])
    assert.equal((await bring(shop, 'email;points\nnew@customer.example;12\n')).format, 'generic_balances')
  })

  test('importing the same file again adds nothing, and a later export updates the balance', async () => {
    const shop = await shopWith()
    await bring(shop, smile)
    const before = await listJournal(shop, 'ida@customer.example')
    const again = await bring(shop, smile)
    assert.deepEqual(pickCounts(again), { total: 3, imported: 0, updated: 0, skipped: 3, failed: 0 })
    assert.deepEqual(await listJournal(shop, 'ida@customer.example'), before)
    const later = await bring(shop, smile.replace(',640,', ',600,'))
    assert.deepEqual(pickCounts(later), { total: 3, imported: 0, updated: 1, skipped: 2, failed: 0 })
    const lines = await listJournal(shop, 'ida@customer.example')
    assert.deepEqual(
      lines.map(({ delta, balance }: Record<string, unknown>) => [delta, balance]),
      [
        [640, 640],
        [-40, 600],
      ],
    )
    assert.equal(await countRows(service, shop, 'loyalty_grants'), 3)
  })

  test('only the first of two rows for a person counts, even when the file is imported again', async () => {
    const shop = await shopWith()
    const filler = Array.from({ length: 700 }, (_, i) => `p${i}@customer.example,5`).join('\n')
    const file = `email,points\nIda@customer.example,10\nida@customer.example ,20\n${filler}\nIDA@CUSTOMER.EXAMPLE,30\n`
    for (const [imported, skipped] of [
      [701, 0],
      [0, 701],
    ]) {
      const done = await bring(shop, file)
      assert.deepEqual(pickCounts(done), { total: 703, imported, updated: 0, skipped, failed: 2 })
      assert.equal((await listJournal(shop, 'ida@customer.example')).length, 1)
      const { body } = await shop.api.get(`/imports/${done.id}/rows?outcome=failed`)
      assert.deepEqual(
        body.data.map(({ line, code }: Record<string, unknown>) => [line, code]),
        [
          [3, 'repeated_address'],
          [704, 'repeated_address'],
        ],
      )
    }
    assert.equal((await member(shop, 'ida@customer.example')).balance, 10)
  })

  test('the lifetime of points counts from the date in the row, or else from `grantedAt` of the request', async () => {
    const shop = await shopWith({
      expiry: { enabled: true, days: 30, startsAt: '2026-01-01T00:00:00Z' },
      timezone: 'UTC',
    })
    const rows =
      'email,points,date\na@customer.example,10,\nb@customer.example,20,2026-11-15\nc@customer.example,30,2026-05-01\n'
    const done = await bring(shop, rows, '?grantedAt=2026-11-10T00:00:00Z')
    assert.equal(done.imported, 3)
    assert.deepEqual((await member(shop, 'a@customer.example')).nextExpiry, {
      at: '2026-12-10T23:59:59.999Z',
      points: 10,
    })
    assert.deepEqual((await member(shop, 'b@customer.example')).nextExpiry, {
      at: '2026-12-15T23:59:59.999Z',
      points: 20,
    })
    // The points were earned and expired before the import, so there are no points and no journal line.
    const c = await member(shop, 'c@customer.example')
    assert.deepEqual([c.balance, c.tierPoints], [0, 30])
    assert.deepEqual(await listJournal(shop, 'c@customer.example'), [])
  })

  test('a dry run reports the outcome and grants no points', async () => {
    const shop = await shopWith()
    const dry = await bring(shop, smile, '?dryRun=true')
    assert.deepEqual([dry.dryRun, dry.imported], [true, 3])
    assert.equal(await countRows(service, shop, 'loyalty_members'), 0)
    await bring(shop, smile)
    const second = await bring(shop, smile.replace(',640,', ',1,'), '?dryRun=true')
    assert.deepEqual([second.updated, second.skipped], [1, 2])
    assert.equal((await member(shop, 'ida@customer.example')).balance, 640)
  })
})

describe('bad files and rows', () => {
  test('each invalid row is reported with its line and reason, and the others are imported', async () => {
    const shop = await shopWith()
    const file = [
      'email,points,date',
      'ok@customer.example,7,',
      ',7,',
      'no-address,7,',
      '"=HYPERLINK(""http://x"")@evil.example",7,',
      '=cmd@evil.example,7,',
      'a1@customer.example,,',
      'a2@customer.example,-5,',
      'a3@customer.example,100000001,',
      'a4@customer.example,99999999999999999999999999,',
      'a5@customer.example,1.5,',
      'a6@customer.example,1E+05,',
      'a7@customer.example,=1+1,',
      'a8@customer.example,"12,50",',
      'a9@customer.example,7,2031-01-01',
      'a10@customer.example,7,03/04/2024',
      'a11@customer.example,100000000,',
      'a12@customer.example,NaN,',
    ].join('\n')
    const done = await bring(shop, file)
    assert.deepEqual(await listRowCodes(shop, done.id), [
      [2, 'imported', null],
      [3, 'failed', 'email_missing'],
      [4, 'failed', 'email_not_valid'],
      [5, 'failed', 'email_not_valid'],
      [6, 'failed', 'email_not_valid'],
      [7, 'failed', 'balance_missing'],
      [8, 'failed', 'balance_negative'],
      [9, 'failed', 'balance_too_large'],
      [10, 'failed', 'balance_too_large'],
      [11, 'failed', 'balance_not_a_number'],
      [12, 'failed', 'balance_not_a_number'],
      [13, 'failed', 'balance_not_a_number'],
      [14, 'failed', 'balance_not_a_number'],
      [15, 'failed', 'future_date'],
      [16, 'failed', 'ambiguous_date'],
      [17, 'imported', null],
      [18, 'failed', 'balance_not_a_number'],
    ])
    assert.equal(await countRows(service, shop, 'loyalty_members'), 2)
    assert.doesNotMatch(JSON.stringify(await listImportRows(shop.api, done.id)), /evil\.example/)
  })

  test('encodings are detected, and invalid bytes are refused row by row', async () => {
    const shop = await shopWith()
    const utf16 = Buffer.from(`\ufeffemail,points\nmüller@customer.example,5\n`, 'utf16le')
    assert.equal((await bring(shop, utf16)).imported, 1)
    assert.equal((await member(shop, 'müller@customer.example')).balance, 5)
    const latin = Buffer.from('email,points,name\nlatin@customer.example,6,J\xfcrgen\n', 'latin1')
    assert.equal((await bring(shop, latin)).imported, 1)
    const nul = Buffer.from('email,points\nnul\0@customer.example,6\ngood@customer.example,6\n')
    const done = await bring(shop, nul)
    assert.deepEqual([done.imported, done.failed], [1, 1])
  })

  test('an upload is refused for missing columns, no programme, a future date or an insufficient role', async () => {
    const shop = await shopWith()
    const none = await send(shop.api, 'name,rating\nIda,5\n')
    assert.deepEqual([none.status, none.body.code], [400, 'unknown_format'])
    assert.match(none.body.message, /e-mail address, balance/)
    assert.equal((await send(shop.api, '')).status, 400)
    assert.equal((await send(shop.api, smile, '?grantedAt=2026-11-21T00:00:00Z')).status, 400)
    const off = await service.shop()
    const refused = await send(off.api, smile)
    assert.deepEqual([refused.status, refused.body.code], [409, 'program_disabled'])
  })

  test('switching the programme off ends the import, and a later upload imports the remaining rows', async () => {
    const shop = await shopWith()
    const { body } = await send(shop.api, smile)
    await shop.api.put('/loyalty/program', { enabled: false })
    await service.runJobs()
    const ended = (await shop.api.get(`/imports/${body.id}`)).body
    assert.deepEqual([ended.status, ended.error.code], ['failed', 'program_disabled'])
    await shop.api.put('/loyalty/program', { enabled: true })
    assert.equal((await bring(shop, smile)).imported, 3)
  })

  test('another store sees neither the import nor the points', async () => {
    const [shop, other] = [await shopWith(), await shopWith()]
    const done = await bring(shop, smile)
    assert.equal((await other.api.get(`/imports/${done.id}`)).status, 404)
    assert.equal((await other.api.get(`/imports/${done.id}/rows`)).status, 404)
    assert.equal((await other.api.get('/loyalty/members')).body.data.length, 0)
    await bring(other, 'email,points\nida@customer.example,3\n')
    assert.equal((await member(other, 'ida@customer.example')).balance, 3)
    assert.equal((await member(shop, 'ida@customer.example')).balance, 640)
  })
})

describe('imported points beside other points', () => {
  test('imported, earned and spent points add up to the journal', async () => {
    const shop = await shopWith()
    await bring(shop, 'email,points\nida@customer.example,100\n')
    const { body: reward } = await shop.api.post('/loyalty/rewards', { name: 'A mug', kind: 'custom', cost: 90 })
    const { id: memberId } = await member(shop, 'ida@customer.example')
    const spent = await shop.api.post('/loyalty/redemptions', { memberId, rewardId: reward.id, idempotencyKey: 'k' })
    assert.equal(spent.status, 201)
    // The corrected balance is lower than the points already spent, so the member owes the difference.
    await bring(shop, 'email,points\nida@customer.example,40\n')
    assert.equal((await member(shop, 'ida@customer.example')).balance, -50)
    const order = { platformOrderId: '1', email: 'ida@customer.example', currency: 'EUR', total: '70' }
    await shop.api.put('/orders', [{ ...order, placedAt: service.service.services.clock.now().toISOString() }])
    assert.equal((await member(shop, 'ida@customer.example')).balance, 20)
    const [{ sum, balance }] = await queryAs(
      service,
      shop,
      `select (select sum(delta) from loyalty_journal)::int as sum, (select balance from loyalty_members)::int as balance`,
    )
    assert.deepEqual([sum, balance], [20, 20])
  })

  test('two concurrent imports of one file grant each balance once', async () => {
    const shop = await shopWith()
    const file = `email,points\n${Array.from({ length: 1200 }, (_, i) => `p${i}@customer.example,${i + 1}`).join('\n')}\n`
    const sent = await Promise.all([send(shop.api, file), send(shop.api, file)])
    await service.runJobs()
    const imported: number[] = []
    for (const { body } of sent) imported.push((await shop.api.get(`/imports/${body.id}`)).body.imported)
    assert.deepEqual(
      imported.sort((a, b) => a - b),
      [0, 1200],
    )
    const [{ points }] = await queryAs(service, shop, 'select sum(balance)::int as points from loyalty_members')
    assert.equal(points, (1200 * 1201) / 2)
  })
})
