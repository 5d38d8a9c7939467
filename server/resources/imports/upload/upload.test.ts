import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import type { Storage } from '#platform/files/storage/storage.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import type { AppError } from '#platform/values/errors.ts'
import { provideService, type Shop, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { looxFile, sample, sellMug, upload } from '../imports.testing.ts'
import { maxFileBytes, mediaTypes, receiveFile } from './receive.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
  await sellMug(shop)
  await service.app.listen({ host: '127.0.0.1', port: 0 })
})

async function form(parts: Record<string, string | File>): Promise<[Buffer, { 'content-type': string }]> {
  const data = new FormData()
  for (const [name, value] of Object.entries(parts)) data.append(name, value)
  const response = new Response(data)
  return [Buffer.from(await response.arrayBuffer()), { 'content-type': response.headers.get('content-type') ?? '' }]
}

const file = (name: string, content = looxFile(2)) => new File([content], name, { type: 'application/vnd.ms-excel' })

describe('upload formats', () => {
  for (const type of mediaTypes.filter((each) => each !== 'multipart/form-data')) {
    test(`a file as ${type} is accepted, detected by its content`, async () => {
      for (const name of ['loox-import.csv', 'generic.jsonl']) {
        const { status, body } = await upload(shop.api, sample(name), '', { 'content-type': `${type}; charset=utf-8` })
        assert.equal(status, 202, JSON.stringify(body))
        assert.deepEqual([body.status, body.fileName], ['queued', null])
      }
    })
  }

  test('a form with one file is accepted, and folders are removed from the file name', async () => {
    const [body, headers] = await form({ note: 'ignored', file: file('C:\\exports\\réviews.csv') })
    const answer = await upload(shop.api, body, '', headers)
    assert.equal(answer.status, 202, answer.text)
    assert.equal(answer.body.fileName, 'réviews.csv')
    await service.runJobs()
    const done = (await shop.api.get(`/imports/${answer.body.id}`)).body
    assert.deepEqual([done.status, done.total], ['completed', 2])
  })

  test('a name in the query takes precedence over the name in the form', async () => {
    const [body, headers] = await form({ file: file('a.csv') })
    assert.equal((await upload(shop.api, body, '?fileName=b.csv', headers)).body.fileName, 'b.csv')
  })
})

describe('refused uploads', () => {
  const noFiles = async () => assert.equal(storedFiles(), await importCount())

  test('another media type returns 415, and an empty file returns 400', async () => {
    for (const type of ['text/html', 'application/pdf', 'image/png', 'x']) {
      const { status, body } = await upload(shop.api, '{}', '', { 'content-type': type })
      assert.deepEqual([status, body.code], [415, 'unsupported_media_type'])
    }
    const [emptyForm, headers] = await form({ file: file('empty.csv', '') })
    for (const answer of [await upload(shop.api, '\n \n'), await upload(shop.api, emptyForm, '', headers)]) {
      assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], answer.text)
    }
    const bare = await shop.api.call('POST', '/imports/reviews', undefined, { 'content-type': 'text/csv' })
    assert.equal(bare.status, 400, bare.text)
    await noFiles()
  })

  test('forms with no file, two files or a truncated file return 400 and store nothing', async () => {
    const [none, noneHeaders] = await form({ note: 'no file' })
    const [two, twoHeaders] = await form({ a: file('a.csv'), b: file('b.csv') })
    const [one, oneHeaders] = await form({ a: file('a.csv') })
    for (const [body, headers, message] of [
      [none, noneHeaders, /no file/],
      [two, twoHeaders, /more than one file/],
      [one.subarray(0, -30), oneHeaders, /Cannot read/],
      [one.subarray(0, 60), oneHeaders, /Cannot read|no file/],
      [Buffer.from(one.toString().replace('a.csv', 'a\u0007.csv')), oneHeaders, /Cannot read/],
      [one, { 'content-type': 'multipart/form-data' }, /Cannot read/],
      [one, { 'content-type': 'multipart/form-data; boundary=other' }, /Cannot read|no file/],
    ] as const) {
      const answer = await upload(shop.api, body, '', headers)
      assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], answer.text)
      assert.match(answer.body.message, message)
    }
    await noFiles()
  })

  test('an invalid query is refused before the file is read', async () => {
    for (const query of ['?status=spam', '?dryRun=maybe', '?dateOrder=ymd', '?fileName=']) {
      assert.equal((await upload(shop.api, looxFile(1), query)).status, 400)
    }
    await noFiles()
  })

  test('a declared size above the limit is refused immediately', async () => {
    const { answer } = await send({ 'content-length': String(maxFileBytes + 1) }, (outgoing) => outgoing.write('x'))
    assert.equal(answer.statusCode, 413)
  })

  test('a file with an unknown header is refused during the upload', async () => {
    const { answer, outgoing } = await send({}, (to) => to.write(`colour,weight\n${'red,5\n'.repeat(100_000)}`))
    assert.equal(answer.statusCode, 400)
    outgoing.destroy()
    await noFiles()
  })

  test('a disconnected caller leaves no file and no import behind', async () => {
    const imports = await importCount()
    const head = (type: string) =>
      `POST /api/v1/imports/reviews HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${shop.adminKey}\r\nx-store-env-id: ${shop.storeEnvId}\r\ncontent-type: ${type}\r\ncontent-length: 900000\r\n\r\n`
    const part = '--b\r\ncontent-disposition: form-data; name="f"; filename="f.csv"\r\n\r\n'
    for (const start of [head('text/csv'), head('multipart/form-data; boundary=b') + part]) {
      const socket = connect(portOf(service), '127.0.0.1')
      socket.write(start + looxFile(3000))
      await until(() => storedFiles() > imports)
      socket.destroy()
      await until(() => storedFiles() === imports)
    }
    assert.equal(await importCount(), imports)
  })

  async function send(headers: Record<string, string>, write: (outgoing: ClientRequest) => void) {
    const outgoing = request({
      port: portOf(service),
      method: 'POST',
      path: '/api/v1/imports/reviews',
      headers: {
        authorization: `Bearer ${shop.adminKey}`,
        'x-store-env-id': shop.storeEnvId,
        'content-type': 'text/csv',
        ...headers,
      },
    })
    outgoing.on('error', () => {})
    write(outgoing)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    outgoing.destroy()
    return { answer, outgoing }
  }
})

test('a file that exceeds its declared size, or declares none, is refused at the limit', async () => {
  const stored = new Map<string, Buffer>()
  const storage = {
    put: async (key: string, content: Readable) => {
      stored.set(key, Buffer.concat(await Array.fromAsync(content)))
    },
    remove: async (key: string) => void stored.delete(key),
  } as unknown as Storage
  const incoming = (content: string): Incoming => ({
    id: '',
    address: '',
    page: {},
    upload: {
      content: Readable.from([Buffer.from(content.slice(0, 100)), Buffer.from(content.slice(100))]),
      type: 'text/csv',
      bytes: 0,
    },
  })
  const content = looxFile(50)
  const exactly = await receiveFile(incoming(content), storage, 'fits', { maxBytes: Buffer.byteLength(content) })
  assert.equal(exactly.format.name, 'loox')
  assert.equal(stored.get('fits')?.toString(), content)
  await assert.rejects(
    receiveFile(incoming(content), storage, 'large', { maxBytes: Buffer.byteLength(content) - 1 }),
    (error: AppError) => error.status === 413,
  )
  assert.deepEqual([...stored.keys()], ['fits'])
})

const portOf = ({ app }: TestService) => (app.server.address() as AddressInfo).port

const importCount = async (): Promise<number> =>
  (await shop.api.get('/imports?includeTotal=true')).body.pagination.total

function storedFiles(): number {
  const folder = new URL(service.service.services.config.storageUrl).pathname
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).length
}
