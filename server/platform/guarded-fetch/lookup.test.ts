import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import test, { type TestContext } from 'node:test'
import { GuardedFetchError } from './errors.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { createLookup } from './lookup.ts'

test('both kinds of address of a name are found', async (t) => {
  const { server } = await nameServer(t, { 'hooks.example.com': ['8.8.8.8', '2001:4860:4860::8888'] })
  assert.deepEqual(await createLookup([server])('hooks.example.com'), [
    { address: '8.8.8.8', family: 4 },
    { address: '2001:4860:4860::8888', family: 6 },
  ])
})

test('a name with one kind of address is found and a name with none is not', async (t) => {
  const lookup = createLookup([(await nameServer(t, { 'six.example.com': ['2001:4860:4860::8888'] })).server])
  assert.equal((await lookup('six.example.com')).length, 1)
  await assert.rejects(lookup('none.example.com'))
})

test('no name server is asked for localhost', async (t) => {
  const { server, asked } = await nameServer(t, {})
  const lookup = createLookup([server])
  for (const name of ['localhost', 'a.localhost']) assert.equal((await lookup(name))[0]?.address, '127.0.0.1')
  assert.equal(asked.length, 0)
})

test('a name server that changes its answer between registration and delivery gains nothing', async (t) => {
  const zone = { 'hooks.example.com': ['8.8.8.8'] }
  const { server } = await nameServer(t, zone)
  const guardedFetch = createGuardedFetch({ allowPrivate: false, lookup: createLookup([server]) })
  t.after(() => guardedFetch.close())
  assert.equal(await guardedFetch.refusal('https://hooks.example.com/'), undefined)
  zone['hooks.example.com'] = ['127.0.0.1']
  await assert.rejects(
    guardedFetch('https://hooks.example.com/'),
    (error) => error instanceof GuardedFetchError && error.code === 'address_refused',
  )
  assert.equal(await guardedFetch.refusal('https://hooks.example.com/'), 'lead to a public address')
})

// Answers A and AAAA questions from a table that a test may change under it; an unknown name has no address.
async function nameServer(t: TestContext, zone: Record<string, string[]>) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    const { name, type, end } = question(query)
    asked.push(name)
    const addresses = (zone[name] ?? []).filter((address) => address.includes(':') === (type === 28))
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0])
    const records = addresses.map((address) => record(type, address))
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  return { server: `127.0.0.1:${socket.address().port}`, asked }
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function record(type: number, address: string): Buffer {
  const bytes = type === 28 ? sixteenBytes(address) : Buffer.from(address.split('.').map(Number))
  return Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]), bytes])
}

function sixteenBytes(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const missing = 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
