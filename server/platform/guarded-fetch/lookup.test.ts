import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { startNameServer, type Zone } from '#test/fakes/name-server.ts'
import { GuardedFetchError } from './errors.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { createLookup } from './lookup.ts'

test('a lookup finds both address families of a name', async (t) => {
  const { address } = await nameServer(t, {
    'hooks.example.com': { A: ['8.8.8.8'], AAAA: ['2001:4860:4860::8888'] },
  })
  assert.deepEqual(await createLookup([address])('hooks.example.com'), [
    { address: '8.8.8.8', family: 4 },
    { address: '2001:4860:4860::8888', family: 6 },
  ])
})

test('a lookup finds a name with one address family and fails for a name without addresses', async (t) => {
  const lookup = createLookup([
    (await nameServer(t, { 'six.example.com': { AAAA: ['2001:4860:4860::8888'] } })).address,
  ])
  assert.equal((await lookup('six.example.com')).length, 1)
  await assert.rejects(lookup('none.example.com'))
})

test('localhost is never sent to a name server', async (t) => {
  const { address, asked } = await nameServer(t, {})
  const lookup = createLookup([address])
  for (const name of ['localhost', 'a.localhost']) assert.equal((await lookup(name))[0]?.address, '127.0.0.1')
  assert.equal(asked.length, 0)
})

test('delivery refuses a name whose address became private after its registration', async (t) => {
  const { address, zone } = await nameServer(t, { 'hooks.example.com': { A: ['8.8.8.8'] } })
  const guardedFetch = createGuardedFetch({ allowPrivate: false, lookup: createLookup([address]) })
  t.after(() => guardedFetch.close())
  assert.equal(await guardedFetch.refusal('https://hooks.example.com/'), undefined)
  zone['hooks.example.com'] = { A: ['127.0.0.1'] }
  await assert.rejects(
    guardedFetch('https://hooks.example.com/'),
    (error) => error instanceof GuardedFetchError && error.code === 'address_refused',
  )
  assert.equal(await guardedFetch.refusal('https://hooks.example.com/'), 'lead to a public address')
})

async function nameServer(t: TestContext, zone: Zone) {
  const server = await startNameServer(zone)
  t.after(() => server.close())
  return server
}
