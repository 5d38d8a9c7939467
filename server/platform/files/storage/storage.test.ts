import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { type S3Object, type S3Server, startS3 } from '#test/fakes/s3-server.ts'
import { readStorageAddress, type S3Address } from '../../values/storage-address.ts'
import { createStorage } from './create-storage.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'evident-storage-'))
let s3: S3Server
before(async () => {
  s3 = await startS3()
})
after(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const text = async (storage: Storage, key: string) => (await buffer(storage.read(key))).toString()
const many = (bytes: number) =>
  Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536), left % 251)
    })(),
    { objectMode: false },
  )

const kinds: [string, () => string][] = [
  ['a folder', () => `file:${folder}`],
  ['a bucket', () => s3.url()],
  ['a bucket below a prefix', () => s3.url({ prefix: 'evident/prod' })],
]
for (const [kind, addressOf] of kinds) {
  describe(`in ${kind}`, () => {
    let storage: Storage
    before(() => {
      storage = createStorage(readStorageAddress(addressOf()))
    })
    after(() => storage.close())

    test('a stored file reads back with its size and the media type of its extension', async () => {
      await storage.put('photos/a/one.webp', Buffer.from('picture'))
      await storage.put('imports/a/file', Readable.from([Buffer.from('rows '), Buffer.from('rows')]))
      const picture = await storage.open('photos/a/one.webp')
      assert.deepEqual([picture?.size, picture?.type], [7, 'image/webp'])
      assert.equal((await buffer(picture?.content as Readable)).toString(), 'picture')
      assert.equal(await text(storage, 'imports/a/file'), 'rows rows')
      assert.equal((await storage.open('imports/a/file'))?.type, 'application/octet-stream')
    })

    test('a second file under a key replaces the first', async () => {
      await storage.put('photos/a/twice.webp', Buffer.from('first and longer'))
      await storage.put('photos/a/twice.webp', Buffer.from('second'))
      assert.equal(await text(storage, 'photos/a/twice.webp'), 'second')
    })

    test('a stream of 21 MB arrives whole', async () => {
      await storage.put('imports/a/large', many(21 * 1024 * 1024))
      const found = await storage.open('imports/a/large')
      assert.equal(found?.size, 21 * 1024 * 1024)
      assert.deepEqual(await buffer(found?.content as Readable), await buffer(many(21 * 1024 * 1024)))
    })

    test('an empty file can be stored and read', async () => {
      await storage.put('imports/a/empty', Buffer.alloc(0))
      assert.equal((await storage.open('imports/a/empty'))?.size, 0)
      assert.equal(await text(storage, 'imports/a/empty'), '')
    })

    test('a missing file is reported as missing, and deleting it is no error', async () => {
      assert.equal(await storage.exists('photos/a/none.webp'), false)
      assert.equal(await storage.open('photos/a/none.webp'), undefined)
      await assert.rejects(text(storage, 'photos/a/none.webp'))
      await storage.put('photos/a/gone.webp', Buffer.from('x'))
      assert.equal(await storage.exists('photos/a/gone.webp'), true)
      await storage.remove('photos/a/gone.webp')
      await storage.remove('photos/a/gone.webp')
      assert.equal(await storage.exists('photos/a/gone.webp'), false)
    })

    test('a broken stream leaves no file and throws its own failure', async () => {
      const broken = Readable.from(
        (async function* () {
          yield Buffer.alloc(9 * 1024 * 1024)
          throw new Error('the sender hung up')
        })(),
        { objectMode: false },
      )
      await assert.rejects(storage.put('imports/a/broken', broken), /hung up/)
      assert.equal(await storage.exists('imports/a/broken'), false)
    })

    test('the files below a prefix are listed in pages, sorted by key', async () => {
      const keys = ['list/b/2', 'list/b/1.webp', 'list/b/1/x', 'list/bb/1', 'list/b/3']
      for (const key of keys) await storage.put(key, Buffer.from(key))
      const first = await storage.list('list/b/', { limit: 3 })
      const rest = await storage.list('list/b/', { after: first.at(-1)?.key ?? '', limit: 3 })
      assert.deepEqual(
        [...first, ...rest].map(({ key, size }) => [key, size]),
        ['list/b/1.webp', 'list/b/1/x', 'list/b/2', 'list/b/3'].map((key) => [key, key.length]),
      )
      assert.ok(first.every(({ modifiedAt }) => Math.abs(modifiedAt.getTime() - Date.now()) < 60_000))
      assert.deepEqual(await storage.list('nothing/', { limit: 3 }), [])
    })

    test('a key outside the root is refused', async () => {
      for (const key of [
        '../x',
        'a/../../x',
        '/etc/passwd',
        'a//b',
        'a/./b',
        '.incoming/x',
        'a/.b',
        'a b',
        'a\0b',
        'a?b',
        '',
        'é',
        'a\\b',
      ]) {
        await assert.rejects(async () => storage.put(key, Buffer.from('x')), /Invalid storage key/, key)
        await assert.rejects(async () => storage.exists(key), /Invalid storage key/, key)
      }
    })
  })
}

describe('a folder', () => {
  test('a folder never shows half a file, and deletes unfinished files after a while', async () => {
    const storage = createStorage(readStorageAddress(`file:${folder}`))
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
    const half = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        await held
        yield Buffer.from(' and half')
      })(),
      { objectMode: false },
    )
    const writing = storage.put('photos/a/slow.webp', half)
    while (readdirSync(join(folder, '.incoming')).length === 0) await new Promise(setImmediate)
    assert.equal(await storage.exists('photos/a/slow.webp'), false)
    goOn()
    await writing
    assert.equal(await text(storage, 'photos/a/slow.webp'), 'half and half')
    assert.equal(statSync(join(folder, 'photos/a/slow.webp')).mode & 0o777, 0o600)
    writeFileSync(join(folder, '.incoming', 'left-by-a-crash'), 'x')
    await storage.removeUnfinished(new Date(Date.now() - 60_000))
    assert.deepEqual(readdirSync(join(folder, '.incoming')), ['left-by-a-crash'])
    await storage.removeUnfinished(new Date(Date.now() + 60_000))
    assert.deepEqual(readdirSync(join(folder, '.incoming')), [])
  })
})

describe('a bucket', () => {
  // The storage retries immediately, and its timeouts exceed the response time of a busy machine.
  const timing = { connectMs: 60_000, answerMs: 60_000, silenceMs: 60_000, attempts: 3, pauseMs: 1 }
  const open = (url = s3.url(), more = {}) => s3Storage(readStorageAddress(url) as S3Address, { ...timing, ...more })

  test('a bucket stores pictures with their media type, for public servers', async () => {
    await open().put('photos/a/typed.avif', Buffer.from('x'))
    const { type, cacheControl } = s3.objects.get('photos/a/typed.avif') ?? {}
    assert.deepEqual([type, cacheControl], ['image/avif', 'public, max-age=31536000, immutable'])
  })

  test('a bucket gets large files in parts, so that no file is whole in memory', async () => {
    s3.largestBody = 0
    await open().put('imports/a/parts', many(30 * 1024 * 1024))
    assert.ok(s3.largestBody <= 8 * 1024 * 1024, `${s3.largestBody}`)
    assert.equal(s3.unfinished.size, 0)
  })

  test('a bucket that fails briefly is retried; permanent failure returns 503', async () => {
    const storage = open()
    s3.fail({ status: 503, code: 'SlowDown' }, { times: 2 })
    await storage.put('photos/a/stumble.webp', Buffer.from('there'))
    assert.equal(await text(storage, 'photos/a/stumble.webp'), 'there')
    s3.fail({ status: 500, code: 'InternalError' }, { times: 3 })
    const down = { status: 503, code: 'temporarily_unavailable' }
    await assert.rejects(storage.put('photos/a/down.webp', Buffer.from('x')), down)
    await assert.rejects(
      s3Storage({ ...(readStorageAddress(s3.url()) as S3Address), endpoint: 'http://127.0.0.1:1' }, timing).exists('a'),
      down,
    )
  })

  test('a bucket that never responds causes a timeout', async () => {
    // This test needs its own server. If a call is aborted before it reaches the server, the configured fault would affect
    // the next test.
    const silent = await startS3()
    silent.fail('hang', { times: 10 })
    const impatient = { answerMs: 300, silenceMs: 300 }
    await assert.rejects(open(silent.url(), impatient).exists('photos/a/any.webp'), { status: 503 })
    await silent.close()
  })

  test('a bucket resumes a read where a broken response ended', async () => {
    const storage = open()
    const content = await buffer(many(300_000))
    await storage.put('imports/a/cut', content)
    s3.fail({ cutAfter: 100_000 }, { method: 'GET', times: 2 })
    s3.calls.length = 0
    assert.deepEqual(await buffer(storage.read('imports/a/cut')), content)
    assert.equal(s3.calls.length, 3)
  })

  test('a bucket releases its connection when a file is opened and not read', { timeout: 50_000 }, async () => {
    const storage = open()
    await storage.put('photos/a/unread.webp', await buffer(many(5_000_000)))
    const before = s3.openConnections()
    for (let i = 0; i < 5; i++) (await storage.open('photos/a/unread.webp'))?.content.destroy()
    while (s3.openConnections() > before) await new Promise(setImmediate)
    assert.equal(await storage.exists('photos/a/unread.webp'), true)
  })

  test('a bucket never mixes two versions when a file is replaced during a read', async () => {
    const storage = open()
    await storage.put('imports/a/mixed', await buffer(many(300_000)))
    const other = {
      ...(s3.objects.get('imports/a/mixed') as S3Object),
      body: Buffer.alloc(300_000, 7),
      etag: '"other"',
    }
    // The fake server replaces the file, because a `put` by this test could arrive after the reader's next request.
    s3.fail({ cutAfter: 100_000, meanwhile: () => s3.objects.set('imports/a/mixed', other) }, { method: 'GET' })
    await assert.rejects(text(storage, 'imports/a/mixed'), { status: 503 })
    assert.equal(await text(storage, 'imports/a/mixed'), String(other.body))
  })

  test('a bucket refuses a wrong secret, and reports a missing bucket as a failure', async () => {
    await assert.rejects(open(s3.url({ secret: 'wrong' })).put('a', Buffer.from('x')), { status: 503 })
    await assert.rejects(open(s3.url().replace(s3.bucket, 'other-bucket')).open('a'), { status: 503 })
  })

  test('a bucket deletes uploads that began long ago', async () => {
    const begun = { key: 'imports/a/x', parts: new Map() }
    s3.unfinished.set('old', { ...begun, begunAt: new Date(0) }).set('new', { ...begun, begunAt: new Date() })
    await open().removeUnfinished(new Date(Date.now() - 60_000))
    assert.deepEqual([...s3.unfinished.keys()], ['new'])
  })
})

describe('STORAGE_URL', () => {
  test('STORAGE_URL names a folder, or a bucket with all access details', () => {
    assert.deepEqual(readStorageAddress('file:/data/a%20b'), { kind: 'file', folder: '/data/a b' })
    assert.deepEqual(readStorageAddress('file:///data?public=https://cdn.example/media/'), {
      kind: 'file',
      folder: '/data',
      publicBase: 'https://cdn.example/media',
    })
    assert.deepEqual(readStorageAddress('s3://key:se%2Fcret@minio:9000/bucket/a/b?tls=false'), {
      kind: 's3',
      bucket: 'bucket',
      prefix: 'a/b/',
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
      pathStyle: true,
    })
    assert.deepEqual(readStorageAddress('s3:///my-bucket?region=eu-central-1&public=https://cdn.example'), {
      kind: 's3',
      bucket: 'my-bucket',
      prefix: '',
      region: 'eu-central-1',
      pathStyle: false,
      publicBase: 'https://cdn.example',
    })
    const regional = readStorageAddress('s3://s3.eu-west-3.amazonaws.com/my-bucket?style=host') as S3Address
    assert.deepEqual([regional.region, regional.pathStyle], ['eu-west-3', false])
  })

  test('STORAGE_URL with a mistake is refused with the reason', () => {
    for (const [text, why] of [
      ['ftp://x', /must be file:/],
      ['file:', /no folder/],
      ['s3://key:secret@host', /no bucket/],
      ['s3://key@host/bucket', /both a key and a secret/],
      ['s3://host/bucket?regoin=x', /unknown part "regoin"/],
      ['s3://host/bucket?tls=maybe', /tls=maybe/],
      ['s3://host/bucket?style=up', /style=up/],
      ['s3://host/bucket/..%2f..', /prefix/],
      ['s3://host/bucket?public=cdn', /public=cdn/],
      ['file:/x?region=y', /unknown part/],
    ] as const) {
      assert.throws(() => readStorageAddress(text), why, text)
    }
  })
})
