import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import sharp from 'sharp'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { importFile, listImportedReviews, sellMug } from './imports.testing.ts'

let service: TestService
let server: Server
let origin: string
let shop: Shop
let answers: Record<string, RequestListener>
let asked: string[]

before(async () => {
  service = await startService()
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const known = answers[path]
    if (known) known(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await service.close()
})
beforeEach(async () => {
  shop = await service.shop()
  await sellMug(shop)
  answers = {}
  asked = []
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a06030' } })

const send =
  (bytes: Buffer, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(bytes)

const withPhotos = (...urls: string[]) =>
  `product_handle,product_Id,rating,author,email,body,created_at,photo_url,reply,replied_at,verified_purchase,incentivized
mug,,5,Ada,ada@example.com,Look,2024-07-20,"${urls.map((url) => origin + url).join(',')}",,,,
`

describe('photos of imported reviews', () => {
  test('photos of imported reviews are stored as copies: upright, scaled down and without metadata', async () => {
    const taken = await picture(2400, 1200)
      .withExif({ IFD0: { Artist: 'Jane Doe', Copyright: 'secret-note' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    answers = {
      '/a.jpg': send(taken),
      '/b': send(await picture(30, 20).png().toBuffer(), 200, { 'content-type': 'text/html' }),
    }
    await importFile(service, shop.api, withPhotos('/a.jpg', '/b'))
    const [review] = await listImportedReviews(shop.api)
    assert.deepEqual(
      review.photos.map(({ width, height }: { width: number; height: number }) => [width, height]),
      [
        [800, 1600],
        [30, 20],
      ],
    )
    for (const { url } of review.photos) {
      const { pathname, search } = new URL(url)
      const { statusCode, rawPayload, headers } = await service.app.inject({ url: pathname + search })
      assert.deepEqual([statusCode, headers['content-type']], [200, 'image/webp'])
      const { format, exif } = await sharp(rawPayload).metadata()
      assert.deepEqual([format, exif], ['webp', undefined])
      assert.doesNotMatch(rawPayload.toString('latin1'), /Jane|secret-note/)
    }
  })

  test('photos of imported reviews are downloaded through a few redirects', async () => {
    const moved = (to: string) => send(Buffer.alloc(0), 302, { location: to })
    answers = {
      '/old': moved('/new'),
      '/new': send(await picture(9, 9).webp().toBuffer()),
      '/circle': moved('/circle'),
      '/inside': moved('http://169.254.169.254/latest/meta-data'),
      '/nowhere': send(Buffer.alloc(0), 302),
    }
    await importFile(service, shop.api, withPhotos('/old', '/circle', '/inside', '/nowhere'))
    assert.deepEqual(await states(), ['ready', 'failed', 'failed', 'failed'])
    assert.equal(asked.filter((path) => path === '/circle').length, 4)
  })

  test('photos that are not images, are too large or are forbidden fail permanently after one request', async () => {
    answers = {
      '/text.jpg': send(Buffer.from('<script>alert(1)</script>')),
      '/vector.png': send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
      '/film.webp': send(await picture(9, 9).gif().toBuffer()),
      '/heavy.jpg': send(Buffer.alloc(11 * 1024 * 1024)),
    }
    await importFile(service, shop.api, withPhotos('/text.jpg', '/vector.png', '/film.webp', '/heavy.jpg', '/gone.jpg'))
    assert.deepEqual(await states(), ['failed', 'failed', 'failed', 'failed', 'failed'])
    assert.equal(asked.length, 5)
    const [review] = await listImportedReviews(shop.api)
    assert.deepEqual(review.photos, [])
  })

  test('photos on a failing server are retried later and given up after some hours', async () => {
    let isWell = false
    const well = await picture(9, 9).png().toBuffer()
    answers = {
      '/ill.png': (request, response) => send(isWell ? well : Buffer.alloc(0), isWell ? 200 : 503)(request, response),
      '/dead.png': (request) => request.socket.destroy(),
    }
    await importFile(service, shop.api, withPhotos('/ill.png', '/dead.png'))
    assert.deepEqual(await states(), ['waiting', 'waiting'])
    await nextRound()
    isWell = true
    await nextRound()
    assert.deepEqual(await states(), ['ready', 'waiting'])
    await nextRound()
    await nextRound()
    assert.deepEqual(await states(), ['ready', 'failed'])
    assert.equal(asked.filter((path) => path === '/dead.png').length, 5)
    assert.equal(await nextRound(), 0, 'nothing is left to do')
  })

  test('photos of many reviews are all downloaded, and a second run requests none again', async () => {
    answers = { '/p.png': send(await picture(9, 9).png().toBuffer()) }
    const [header, row = ''] = withPhotos('/p.png').trimEnd().split('\n')
    const file = [header, ...Array.from({ length: 45 }, (_, i) => row.replace('Look', `Look ${i}`))].join('\n')
    await importFile(service, shop.api, file)
    assert.equal((await states()).filter((state) => state === 'ready').length, 45)
    assert.equal(asked.length, 45)
    const again = await importFile(service, shop.api, file)
    assert.equal(again.skipped, 45)
    assert.equal(asked.length, 45)
    assert.equal((await listImportedReviews(shop.api, '&hasPhotos=true')).length, 45)
  })

  test('photos of a review that is deleted during the download leave no file behind', async () => {
    const well = await picture(9, 9).png().toBuffer()
    answers = {
      '/slow.png': async (request, response) => {
        const [review] = await listImportedReviews(shop.api)
        await shop.api.delete(`/reviews/${review.id}`)
        send(well)(request, response)
      },
    }
    await importFile(service, shop.api, withPhotos('/slow.png'))
    assert.deepEqual(await listImportedReviews(shop.api), [])
    assert.deepEqual(await states(), [])
    const folder = join(new URL(service.service.services.config.storageUrl).pathname, 'photos', shop.storeEnvId)
    assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], [])
  })

  test('photos that were deleted are not restored by a changed row', async () => {
    answers = { '/p.png': send(await picture(9, 9).png().toBuffer()) }
    await importFile(service, shop.api, withPhotos('/p.png'))
    const [review] = await listImportedReviews(shop.api)
    await shop.api.delete(`/reviews/${review.id}/photos/${review.photos[0].id}`)
    const changed = await importFile(service, shop.api, withPhotos('/p.png').replace(',5,Ada', ',4,Ada'))
    assert.equal(changed.updated, 1)
    const [after] = await listImportedReviews(shop.api)
    assert.deepEqual([after.rating, after.photos], [4, []])
  })
})

async function states(): Promise<string[]> {
  const { rows } = await service.query(
    'select state from review_photos where store_env_id = $1 order by position, id',
    [shop.storeEnvId],
  )
  return rows.map((row) => row.state)
}

async function nextRound(): Promise<number> {
  await service.query('update graphile_worker._private_jobs set run_at = now()')
  const ran = await service.runJobs()
  return ran
}
