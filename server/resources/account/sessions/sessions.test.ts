import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

type Row = { id: string; current: boolean; address: string; userAgent: string; lastUsedAt: string }

const enter = async (userAgent: string) => {
  const { ownerEmail: email, password } = shop
  const { headers } = await service.anonymous.post(
    '/auth/sign-in/email',
    { email, password },
    { 'user-agent': userAgent },
  )
  const cookie = [headers['set-cookie']].flat().map((each) => String(each).split(';')[0])
  return service.with({ cookie: cookie.join('; ') })
}

test('people see their own sessions with IP address, and can end each of them', async () => {
  const [laptop, phone] = [await enter('Laptop'), await enter('Phone')]
  const { status, body } = await laptop.get('/account/sessions')
  assert.equal(status, 200)
  const rows: Row[] = body.data
  assert.deepEqual(
    rows.map(({ userAgent, current }) => [userAgent, current]),
    [
      ['Phone', false],
      ['Laptop', true],
    ],
  )
  assert.ok(rows.every(({ address }) => address === '127.0.0.1'))
  const page = await laptop.get('/account/sessions?limit=1')
  assert.equal(page.body.data[0].userAgent, 'Phone')
  const second = await laptop.get(`/account/sessions?limit=1&cursor=${page.body.pagination.nextCursor}`)
  assert.equal(second.body.data[0].userAgent, 'Laptop')
  assert.equal((await laptop.delete(`/account/sessions/${rows[0]?.id}`)).status, 204)
  assert.equal((await phone.get('/account/sessions')).status, 401)
  assert.equal((await laptop.get('/account/sessions')).status, 200)
  assert.equal((await laptop.delete(`/account/sessions/${rows[0]?.id}`)).status, 404)
})

test('signing out everywhere ends all sessions, or all but the current one', async () => {
  const [laptop, phone] = [await enter('Laptop'), await enter('Phone')]
  await laptop.delete('/account/sessions?keepCurrent=true')
  assert.equal((await phone.get('/account/sessions')).status, 401)
  assert.equal((await laptop.get('/account/sessions')).body.data.length, 1)
  const again = await enter('Phone')
  assert.deepEqual((await laptop.delete('/account/sessions')).body, { ended: 2 })
  for (const api of [laptop, again]) assert.equal((await api.get('/account/sessions')).status, 401)
})

test("another person's session can be neither seen nor ended", async () => {
  const other = await service.shop()
  const mine = await enter('Mine')
  const [row] = (await mine.get('/account/sessions')).body.data as Row[]
  const stranger = await other.signedIn()
  assert.equal((await stranger.delete(`/account/sessions/${row?.id}`)).status, 404)
  assert.ok((await stranger.get('/account/sessions')).body.data.every(({ id }: Row) => id !== row?.id))
  await stranger.delete('/account/sessions')
  assert.equal((await mine.get('/account/sessions')).status, 200)
})

test('a viewer sees and ends their own sessions too', async () => {
  const owner = await shop.signedIn()
  const invited = await owner.post('/account/users/invite', { email: 'v@example.com', role: 'VIEWER' })
  const token = String(invited.body.acceptUrl).split('/').at(-1)
  const password = 'a long enough password'
  await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'V', password })
  const viewer = await shop.signedIn('v@example.com', password)
  assert.equal((await viewer.delete('/account/sessions')).status, 200)
})

test('a session ends 30 days after its start, or a week after its last use', async () => {
  const { authPool } = service.service.db
  const aged = async (column: 'createdAt' | 'expiresAt', days: number) => {
    const api = await enter(`Aged ${column} ${days}`)
    await authPool.query(
      `update auth.session set "${column}" = "${column}" - make_interval(days => $1) where "userAgent" = $2`,
      [days, `Aged ${column} ${days}`],
    )
    return (await api.get('/account/stores')).status
  }
  assert.equal(await aged('createdAt', 29), 200)
  assert.equal(await aged('createdAt', 31), 401)
  assert.equal(await aged('expiresAt', 6), 200)
  assert.equal(await aged('expiresAt', 8), 401)
})

test('expired sessions are deleted, and no others', async () => {
  const { authPool } = service.service.db
  await enter('Idle')
  await enter('Old')
  await enter('Current')
  await authPool.query(`
    update auth.session set "expiresAt" = case "userAgent" when 'Idle' then now() - interval '1 s' else "expiresAt" end,
           "createdAt" = "createdAt" - make_interval(days => case "userAgent" when 'Old' then 30 else 29 end)
     where "userAgent" in ('Idle', 'Old', 'Current')`)
  await service.service.services.users.deleteExpiredSessions()
  const { rows } = await authPool.query(
    `select "userAgent" from auth.session where "userAgent" in ('Idle', 'Old', 'Current')`,
  )
  assert.deepEqual(rows, [{ userAgent: 'Current' }])
})
