import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import sharp from 'sharp'
import { createImages } from '#platform/files/images/images.ts'
import { listKeys } from '#platform/files/images/keys.ts'
import { type Job, perform } from '#platform/jobs/jobs.ts'
import { type S3Server, startS3 } from '#test/fakes/s3-server.ts'
import { bombPng, photo } from '#test/pictures.ts'
import { type Answer, type Api, day, provideService, type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../entry/areas.ts'
import { maxPhotosPerReview } from './schema.ts'

let shop: Shop
let picture: Buffer
/** Used by tests that do not depend on the photo's size. */
let tiny: Buffer
// Starts at noon of this day: signed URLs change at midnight, and files get the time of the machine.
const service = provideService({ now: new Date(new Date().setUTCHours(12, 0, 0, 0)) }, async () => {
  picture = await photo(900, 600).blur(4).jpeg().toBuffer()
  tiny = await photo(40, 30).jpeg().toBuffer()
  await service.app.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(async () => {
  shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
})

async function form(parts: Record<string, string | File>): Promise<[Buffer, Record<string, string>]> {
  const data = new FormData()
  for (const [name, value] of Object.entries(parts)) data.append(name, value)
  const response = new Response(data)
  return [Buffer.from(await response.arrayBuffer()), { 'content-type': response.headers.get('content-type') ?? '' }]
}
const file = (content: Buffer, name = 'photo.jpg') => new File([new Uint8Array(content)], name)
const send = (
  api: Api,
  content: Buffer,
  headers: Record<string, string> = { 'content-type': 'image/jpeg' },
): Promise<Answer> => api.call('POST', '/uploads', content, headers)

async function upload(api = shop.api, content = tiny): Promise<string> {
  const { status, body, text } = await send(api, content)
  assert.equal(status, 201, text)
  return body.id
}

let count = 0
const review = (photoIds: unknown, more = {}, api = shop.api) =>
  api.post('/reviews', {
    ...{ platformProductId: 'mug', rating: 5, body: 'Good', authorName: 'Ada', photoIds, ...more },
    authorEmail: `ada${++count}@example.com`,
  })

const look = (url: string, on = service) => on.app.inject({ url: url.slice(new URL(url).origin.length) })

async function rows(on = service): Promise<{ id: string; state: string; storage_key: string }[]> {
  const found = await on.query('select id, state, storage_key from uploads where store_env_id = $1', [shop.storeEnvId])
  return found.rows
}

const listFiles = async (on = service) => {
  const listed = await on.service.services.storage.list(`photos/${shop.storeEnvId}/`, { limit: 100 })
  return listed.map(({ key }) => key)
}

async function nightly(id: string, on = service): Promise<void> {
  const { db, services } = on.service
  await perform(jobs.find((job) => job.id === id) as Job, { db, services, stopping: new AbortController().signal }, {})
  await on.runJobs()
}

describe('accepted photos', () => {
  test('accepted photos can be sent as form field or as body, and are shown to the uploader', async () => {
    const [body, headers] = await form({ note: 'ignored', file: file(picture) })
    const [elsewhere, elsewhereHeaders] = await form({ photo: file(picture) })
    for (const answer of [
      await send(shop.api, body, headers),
      await send(shop.api, elsewhere, elsewhereHeaders),
      await send(shop.api, picture),
      await send(shop.api, picture, { 'content-type': 'application/octet-stream' }),
      await send(shop.api, picture, { 'content-type': 'image/png; charset=binary' }),
    ]) {
      assert.equal(answer.status, 201, answer.text)
      const { id, url, width, height, thumbUrl, cardUrl } = answer.body
      assert.deepEqual([width, height], [900, 600])
      for (const [address, size] of [
        [url, 900],
        [cardUrl, 640],
        [thumbUrl, 160],
      ] as const) {
        const { statusCode, rawPayload, headers } = await look(address)
        assert.deepEqual(
          [statusCode, headers['content-type'], headers['cache-control']],
          [200, 'image/webp', 'private, max-age=86400'],
        )
        assert.equal((await sharp(rawPayload).metadata()).width, size)
      }
      const read = (await shop.api.get(`/uploads/${id}`)).body
      assert.deepEqual([read.url, read.thumbUrl], [url, thumbUrl])
      assert.equal(Date.parse(read.expiresAt) - Date.parse(read.createdAt), day)
      assert.equal((await look(url.split('?')[0])).statusCode, 404, 'nobody else sees it')
    }
  })

  test('accepted photos can have any file name, which is ignored', async () => {
    for (const name of [
      '../../etc/passwd.jpg',
      'C:\\x\\y.png',
      'a.php',
      'é🦊.jpg',
      'a.svg',
      `${'x'.repeat(3000)}.jpg`,
      '.',
      "'; drop table uploads;--",
    ]) {
      const [body, headers] = await form({ file: file(tiny, name) })
      assert.equal((await send(shop.api, body, headers)).status, 201, name)
    }
    const [body, headers] = await form({ file: file(picture, 'nul-here.jpg') })
    const withNul = Buffer.from(body.toString('latin1').replace('nul-here', 'nul\0here'), 'latin1')
    const answer = await send(shop.api, withNul, headers)
    assert.ok([201, 400].includes(answer.status), answer.text)
    assert.ok((await listFiles()).every((key) => /^photos\/[\w-]+\/[\w-]+(\.\w+)?\.webp$/.test(key)))
  })
})

describe('refused photos', () => {
  const nothingKept = async () => assert.deepEqual([await rows(), await listFiles()], [[], []])

  test('photos with unsupported, damaged or empty content get 415 or 400, and are not stored', async () => {
    const gif = await photo().gif().toBuffer()
    const cut = picture.subarray(0, picture.length / 2)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(99)])
    const polyglot = Buffer.from('GIF89a/*\0\0*/=1;alert(1)//')
    for (const [content, status, code, message] of [
      [gif, 415, 'unsupported_media_type', /JPEG, PNG or WebP/],
      [svg, 415, 'unsupported_media_type', /JPEG, PNG or WebP/],
      [heic, 415, 'unsupported_media_type', /JPEG, PNG or WebP/],
      [polyglot, 415, 'unsupported_media_type', /JPEG, PNG or WebP/],
      [cut, 400, 'validation_failed', /damaged/],
      [bombPng(), 400, 'validation_failed', /40 megapixels/],
      [Buffer.alloc(0), 400, 'validation_failed', /empty/],
    ] as const) {
      const [body, headers] = await form({ file: file(content) })
      for (const answer of [await send(shop.api, body, headers), await send(shop.api, content)]) {
        assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
        assert.match(answer.body.message, message)
        if (status === 400) assert.equal(answer.body.details[0].path, '/file')
      }
    }
    await nothingKept()
  })

  test('a form with no photo, two photos or a truncated photo is refused', async () => {
    const [none, noneHeaders] = await form({ note: 'no file' })
    const [two, twoHeaders] = await form({ file: file(picture), second: file(picture) })
    const [unchosen, unchosenHeaders] = await form({ file: file(Buffer.alloc(0), '') })
    const [whole, wholeHeaders] = await form({ file: file(picture) })
    for (const [body, headers, message] of [
      [none, noneHeaders, /\/file: is missing/],
      [unchosen, unchosenHeaders, /\/file: /],
      [two, twoHeaders, /more than 1/],
      [whole.subarray(0, -40), wholeHeaders, /Cannot read/],
      [whole.subarray(0, 90), wholeHeaders, /Cannot read|is missing/],
      [whole, { 'content-type': 'multipart/form-data' }, /Cannot read/],
    ] as const) {
      const answer = await send(shop.api, body, headers)
      assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], answer.text)
      assert.match(answer.body.message, message)
    }
    await nothingKept()
  })

  test('photos with another media type are refused without reading the body', async () => {
    for (const type of ['application/json', 'text/html', 'image/gif', 'image/svg+xml', 'video/mp4', '']) {
      const answer = await send(shop.api, picture, { 'content-type': type })
      assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'], type)
    }
  })

  test('photos with 11 MB are refused, by declared and by actual size', async () => {
    const large = Buffer.concat([picture, Buffer.alloc(11 * 1024 * 1024)])
    const [body, headers] = await form({ file: file(large) })
    for (const answer of [await send(shop.api, large), await send(shop.api, body, headers)]) {
      assert.deepEqual([answer.status, answer.body.code], [413, 'payload_too_large'], answer.text)
    }
    assert.match(await untilAnswered([`content-length: ${500 * 1024 * 1024}`]), / 413 /)
    const { sent, answer } = await sendWithoutEnd()
    assert.match(answer, / 413 /)
    assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes were read`)
    await nothingKept()
  })

  test('photos are refused while the server is overloaded, with a time to retry', async () => {
    const { services } = service.service
    const { images } = services
    services.images = createImages({ atOnce: 1, jobsAtOnce: 1, maxWaiting: 1 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(shop.api, picture)))
    services.images = images
    const busy = answers.filter(({ status }) => status === 429)
    assert.ok(busy.length >= 1 && busy.length <= 4, answers.map(({ status }) => status).join())
    assert.deepEqual([busy[0]?.body.code, busy[0]?.headers['retry-after']], ['rate_limited', '2'])
  })

  test('photos are refused without credentials, from a viewer, and for another store', async () => {
    const store = { 'x-store-env-id': shop.storeEnvId }
    assert.equal((await send(service.with(store), picture)).status, 401)
    assert.equal((await send(await shop.as('VIEWER'), picture)).body.code, 'role_read_only')
    const other = await service.shop()
    const answer = await send(service.with({ authorization: `Bearer ${other.adminKey}`, ...store }), picture)
    assert.equal(answer.body.code, 'store_env_forbidden')
  })
})

/** Returns the response to the request's head, before any byte of the body is sent. */
async function untilAnswered(lines: string[]): Promise<string> {
  const socket = open(lines)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return first.toString()
}

function open(lines: string[]) {
  const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1')
  const head = [
    'POST /api/v1/uploads HTTP/1.1',
    'host: x',
    `authorization: Bearer ${shop.adminKey}`,
    `x-store-env-id: ${shop.storeEnvId}`,
    'content-type: image/jpeg',
    ...lines,
  ]
  socket.on('error', () => {})
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return socket
}

/** Sends an endless photo until the server stops it. */
async function sendWithoutEnd(): Promise<{ sent: number; answer: string }> {
  const socket = open(['transfer-encoding: chunked'])
  let sent = 0
  let answer = ''
  let isOver = false
  socket.on('data', (chunk) => {
    answer += chunk
  })
  let goOn = () => {}
  socket.on('drain', () => goOn())
  socket.on('close', () => {
    isOver = true
    goOn()
  })
  const chunk = Buffer.alloc(64 * 1024, picture)
  while (!isOver && sent < 200 * 1024 * 1024) {
    const isRoom = socket.write(
      Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
    )
    sent += chunk.length
    if (!isRoom) await new Promise<void>((resolve) => (goOn = resolve))
  }
  socket.destroy()
  return { sent, answer }
}

describe('a review with photos', () => {
  test('a review with photos claims its photos in order with variants, and its event lists them', async () => {
    const ids = [await upload(), await upload(), await upload()].reverse()
    const { status, body, text } = await review(ids)
    assert.equal(status, 201, text)
    assert.deepEqual(
      body.photos.map((each: { id: string }) => each.id),
      ids,
    )
    assert.ok(body.photos.every((each: Record<string, unknown>) => each.thumbUrl && each.cardUrl && !each.avifUrl))
    assert.deepEqual(await rows(), [])
    assert.equal((await shop.api.get(`/uploads/${ids[0]}`)).status, 404)
    const { data } = (await shop.api.get('/events?event=review.created')).body
    assert.equal(data[0].data.photoCount, 3)
    await service.runJobs()
    const after = (await shop.api.get(`/reviews/${body.id}`)).body
    assert.ok(after.photos.every((each: Record<string, unknown>) => each.cardAvifUrl && each.avifUrl))
    await shop.api.delete(`/reviews/${body.id}`)
    await service.runJobs()
    assert.deepEqual(await listFiles(), [])
  })

  test('a review with photos is refused if one is unavailable, and then claims none', async () => {
    const mine = await upload()
    const theirs = await upload((await service.shop()).api)
    const taken = await upload()
    assert.equal((await review([taken])).status, 201)
    for (const [photoIds, path] of [
      [[mine, '01a00000-0000-7000-8000-000000000000'], '/photoIds/1'],
      [[theirs], '/photoIds/0'],
      [[taken, mine], '/photoIds/0'],
      [[mine, mine], '/photoIds/1'],
      [[mine, mine.toUpperCase()], '/photoIds/1'],
      [['x'], '/photoIds/0'],
      [Array.from({ length: maxPhotosPerReview + 1 }, () => mine), '/photoIds'],
      ['x', '/photoIds'],
    ] as const) {
      const { status, body, text } = await review(photoIds)
      assert.deepEqual([status, body.code, body.details?.[0].path], [400, 'validation_failed', path], text)
    }
    assert.equal((await review([mine], { platformProductId: 'none' })).status, 404)
    assert.equal((await review([mine])).status, 201, 'what was refused claimed nothing')
    assert.equal((await review([])).status, 201)
  })

  test('a review with photos reports all unavailable photos together', async () => {
    const none = '01a00000-0000-7000-8000-00000000000'
    const { body } = await review([`${none}1`, await upload(), `${none}2`])
    assert.deepEqual(
      body.details.map(({ path }: { path: string }) => path),
      ['/photoIds/0', '/photoIds/2'],
    )
  })

  test('a review with photos never shares a photo with a concurrent review', async () => {
    for (let round = 0; round < 8; round++) {
      const ids = [await upload(), await upload()]
      const answers = await Promise.all([review(ids), review([...ids].reverse())])
      assert.deepEqual(
        answers.map(({ status }) => status).sort(),
        [201, 400],
        answers.map(({ text }) => text).join('\n'),
      )
    }
  })
})

describe('an unclaimed photo', () => {
  test('an unclaimed photo can be deleted by a call', async () => {
    const id = await upload()
    const other = await service.shop()
    assert.equal((await other.api.get(`/uploads/${id}`)).status, 404)
    assert.equal((await other.api.delete(`/uploads/${id}`)).status, 404)
    assert.equal((await (await shop.as('VIEWER')).delete(`/uploads/${id}`)).status, 403)
    assert.equal((await shop.api.delete(`/uploads/${id}`)).status, 204)
    await service.runJobs()
    assert.deepEqual([await rows(), await listFiles()], [[], []])
    assert.equal((await shop.api.delete(`/uploads/${id}`)).status, 404)
    const claimed = await upload()
    await review([claimed])
    assert.equal((await shop.api.delete(`/uploads/${claimed}`)).status, 404, 'it is the review’s')
    assert.equal((await listFiles()).length, 3)
  })

  test('an unclaimed photo is deleted after a day with all its files, and not before', async () => {
    await upload()
    await nightly('uploads.sweep')
    assert.deepEqual([(await rows()).length, (await listFiles()).length], [1, 3])
    service.advance(day + 1000)
    await nightly('uploads.sweep')
    assert.deepEqual([await rows(), await listFiles()], [[], []])
    service.advance(-day - 1000)
  })

  for (const [at, calls] of [
    ['before the first file is stored', 0],
    ['between two files', 2],
    ['before its row is marked as complete', 3],
  ] as const) {
    test(`an unclaimed photo leaves no permanent data if the process dies ${at}`, async () => {
      const { storage } = service.service.services
      const { put } = storage
      let left: number = calls
      storage.put = async (key, content) => {
        if (left-- <= 0) throw new Error('the process dies here')
        await put(key, content)
        if (left === 0 && calls === 3) throw new Error('the process dies here')
      }
      const answer = await send(shop.api, tiny)
      storage.put = put
      assert.equal(answer.status, 500)
      const [row] = await rows()
      assert.equal(row?.state, 'receiving')
      assert.equal((await listFiles()).length, calls)
      assert.ok((await listFiles()).every((key) => listKeys(row?.storage_key ?? '').includes(key)))
      assert.equal((await review([row?.id])).status, 400, 'half a photo cannot be claimed')
      service.advance(day + 1000)
      await nightly('uploads.sweep')
      service.advance(-day - 1000)
      assert.deepEqual([await rows(), await listFiles()], [[], []])
    })
  }
})

describe('a page of the store', () => {
  const origin = 'https://shop.example.com'
  const page = (headers: Record<string, string> = {}) =>
    service.with({ 'x-store-env-id': shop.storeEnvId, origin, ...headers })
  const sendFrom = (api: Api) => api.call('POST', '/storefront/uploads', picture, { 'content-type': 'image/jpeg' })

  test('a page of the store can upload without a key, but only from its own origin', async () => {
    const answer = await sendFrom(page())
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual([answer.body.width, answer.headers['access-control-allow-origin']], [900, origin])
    assert.equal((await look(answer.body.url)).statusCode, 200)
    assert.equal((await review([answer.body.id])).status, 201)
    assert.equal((await sendFrom(page({ origin: 'https://evil.example' }))).body.code, 'origin_forbidden')
    const gif = await photo().gif().toBuffer()
    assert.equal((await page().call('POST', '/storefront/uploads', gif, { 'content-type': 'image/gif' })).status, 415)
  })

  test("a page of the store cannot use up the store's storage, because unclaimed photos are limited", async () => {
    await service.query(
      `insert into uploads (store_env_id, id, state, source, storage_key, width, height, created_at)
       select $1, gen_random_uuid(), 'ready', 'storefront', 'photos/x', 1, 1, $2 from generate_series(1, 199)`,
      [shop.storeEnvId, service.service.clock.now()],
    )
    const answers = await Promise.all([1, 2, 3].map(() => sendFrom(page())))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    assert.deepEqual([refused?.body.code, refused?.headers['retry-after']], ['rate_limited', '600'])
    assert.equal((await send(shop.api, picture)).status, 201, 'the merchant’s own are counted apart')
    service.advance(3_600_001)
    assert.equal((await sendFrom(page())).status, 201)
    service.advance(-3_600_001)
  })
})

test('a page of the store can upload twenty photos per visitor in ten minutes', async () => {
  const limited = await startService({ env: { RATE_LIMITS: '1000/1s', STOREFRONT_RATE_LIMITS: '1000/1s' } })
  const own = await limited.shop()
  const small = await photo(8, 8).png().toBuffer()
  const page = limited.with({ 'x-store-env-id': own.storeEnvId, origin: 'https://shop.example.com' })
  const statuses: number[] = []
  for (let i = 0; i < 21; i++) {
    statuses.push((await page.call('POST', '/storefront/uploads', small, { 'content-type': 'image/png' })).status)
  }
  assert.deepEqual([new Set(statuses.slice(0, 20)), statuses[20]], [new Set([201]), 429])
  await limited.close()
})

describe('storage in a bucket', () => {
  let s3: S3Server
  let bucketed: TestService
  before(async () => {
    s3 = await startS3()
    bucketed = await startService({
      env: { STORAGE_URL: s3.url({ prefix: 'evident', query: 'public=https://cdn.example/evident' }) },
    })
  })
  after(async () => {
    await bucketed.close()
    await s3.close()
  })

  test('storage in a bucket works like local storage, and approved photos have a public address', async () => {
    shop = await bucketed.shop()
    await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
    const { body } = await review([await upload(shop.api, picture)])
    const [pending] = body.photos
    assert.match(pending.url, /\/media\/photos\/.*\?e=\d+&s=[\w-]{22}$/)
    const { statusCode, rawPayload } = await look(pending.url, bucketed)
    assert.deepEqual([statusCode, (await sharp(rawPayload).metadata()).width], [200, 900])
    await shop.api.put(`/reviews/${body.id}`, { status: 'approved' })
    await bucketed.runJobs()
    const [approved] = (await shop.api.get(`/reviews/${body.id}`)).body.photos
    for (const name of ['url', 'thumbUrl', 'cardUrl', 'cardAvifUrl', 'avifUrl']) {
      const key = /^https:\/\/cdn\.example\/evident\/(.*)$/.exec(approved[name])?.[1]
      assert.ok(s3.objects.has(`evident/${key}`), name)
    }
    await shop.api.delete(`/reviews/${body.id}`)
    await bucketed.runJobs()
    assert.equal(s3.objects.size, 0)
  })

  test('a bucket that does not answer gives 503, leaves a row for cleanup, and recovers', async () => {
    shop = await bucketed.shop()
    // Fails four attempts for each of the three files.
    s3.fail({ status: 503, code: 'SlowDown' }, { method: 'PUT', times: 12 })
    const answer = await send(shop.api, picture)
    assert.deepEqual(
      [answer.status, answer.body.code, answer.headers['retry-after']],
      [503, 'temporarily_unavailable', '5'],
    )
    assert.doesNotMatch(answer.text, /AKID|127\.0\.0\.1|bucket|SlowDown/)
    assert.deepEqual(
      (await rows(bucketed)).map((row) => row.state),
      ['receiving'],
    )
    await upload()
    bucketed.advance(day + 1000)
    await nightly('uploads.sweep', bucketed)
    assert.deepEqual([await rows(bucketed), await listFiles(bucketed)], [[], []])
  })
})
