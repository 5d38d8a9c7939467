import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { describe, mock, test } from 'node:test'
import type { Incoming } from '../../identity/incoming.ts'
import { type FormLimits, withBytes, withForm } from './form.ts'

const incoming = (raw: Readable, headers: Record<string, string> = {}): Incoming => ({
  id: 'r',
  address: '::1',
  page: {},
  upload: { content: raw, type: headers['content-type'] ?? '', bytes: Number(headers['content-length'] ?? 0) },
})
const mb = 1024 * 1024

async function post(parts: [string, string | File][], limits: FormLimits) {
  const data = new FormData()
  for (const [name, value] of parts) data.append(name, value)
  const response = new Response(data)
  const raw = Readable.from([Buffer.from(await response.arrayBuffer())], { objectMode: false })
  return withForm(
    incoming(raw, { 'content-type': response.headers.get('content-type') ?? '' }),
    limits,
    async (form) => form,
  )
}

describe('a form', () => {
  const limits = { maxFiles: 2, maxFileBytes: 1000, maxFields: 3, maxFieldBytes: 100 }
  const file = (bytes: number, name = 'a.bin') => new File([new Uint8Array(bytes).fill(7)], name)

  test('a form returns its fields and files, without fields for unchosen files', async () => {
    const { fields, files } = await post(
      [
        ['title', 'Größe 🦊'],
        ['photo', file(1000)],
        ['second', file(0, '')],
      ],
      limits,
    )
    assert.deepEqual([...fields], [['title', 'Größe 🦊']])
    assert.deepEqual(
      files.map(({ field, name, bytes }) => [field, name, bytes.length]),
      [['photo', 'a.bin', 1000]],
    )
  })

  test('a form is refused with an error that names the exceeded limit', async () => {
    for (const [parts, status, message] of [
      [[['photo', file(1001)]], 413, /larger/],
      [
        [
          ['a', file(1)],
          ['b', file(1)],
          ['c', file(1)],
        ],
        400,
        /more than 2/,
      ],
      [[['title', 'x'.repeat(101)]], 400, /\/title: is too long/],
      [
        [
          ['a', ''],
          ['b', ''],
          ['c', ''],
          ['d', ''],
        ],
        400,
        /too many/,
      ],
    ] as [[string, string | File][], number, RegExp][]) {
      await assert.rejects(post(parts, limits), { status, message })
    }
  })

  test('a form with `keepsFields` returns an oversized file without its bytes', async () => {
    const { fields, files } = await post(
      [
        ['photo', file(5000)],
        ['title', 'kept'],
      ],
      { ...limits, keepsFields: true },
    )
    assert.deepEqual([fields.get('title'), files[0]?.isTooLarge, files[0]?.bytes.length], ['kept', true, 0])
  })

  test('a form with `keepsFields` returns no more files than allowed', async () => {
    const many = Array.from({ length: 60 }, (): [string, File] => ['photo', file(10)])
    const { fields, files } = await post([...many, ['title', 'kept']], { ...limits, keepsFields: true })
    assert.deepEqual([fields.get('title'), files.length], ['kept', 2])
  })

  test('a form with `keepsFields` returns files up to the total limit and marks dropped files', async () => {
    const { fields, files } = await post(
      [
        ['photo', file(900)],
        ['photo', file(900)],
        ['title', 'kept'],
      ],
      { ...limits, keepsFields: true, maxFilesBytes: 1000 },
    )
    assert.equal(fields.get('title'), 'kept')
    assert.deepEqual(
      files.map(({ bytes, isLeftOut }) => [bytes.length, isLeftOut]),
      [
        [900, undefined],
        [0, true],
      ],
    )
  })

  test('a form never stores more text than allowed, over any number of fields', async () => {
    const parts: [string, string][] = [
      ['a', 'x'.repeat(60)],
      ['b', 'x'.repeat(60)],
    ]
    await assert.rejects(post(parts, { ...limits, maxTextBytes: 100 }), { status: 400, message: /too much text/ })
  })
})

describe('a body', () => {
  test('a body is refused for its declared length before it is read', async () => {
    const raw = new PassThrough()
    await assert.rejects(
      withBytes(incoming(raw, { 'content-length': '1001' }), 1000, async () => {}),
      { status: 413 },
    )
    raw.destroy()
  })

  test('a body counts against the memory limit until its use ends, and no longer', async () => {
    const hold = async (use: () => Promise<void>, address = '::1') => {
      const request = incoming(Readable.from([Buffer.alloc(10 * mb)], { objectMode: false }))
      return withBytes({ ...request, address }, 10 * mb, use)
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = Array.from({ length: 6 }, () => hold(() => promise))
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    await assert.rejects(
      hold(async () => {}),
      { status: 503, code: 'temporarily_unavailable' },
    )
    await hold(async () => {}, '192.0.2.1')
    resolve()
    await Promise.all(held)
    await hold(async () => {})
    await assert.rejects(
      hold(async () => {
        throw new Error('failed')
      }),
    )
    for (let i = 0; i < 14; i++) await hold(async () => {})
  })

  test('a body from a silent sender is aborted in time', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const silent = new PassThrough()
      const one = assert.rejects(
        withBytes(incoming(silent), 1000, async () => {}),
        { status: 400, message: /nothing came/ },
      )
      silent.write('x')
      await new Promise(setImmediate)
      mock.timers.tick(20_001)
      await one
      assert.equal(silent.destroyed, true)
    } finally {
      mock.timers.reset()
    }
  })

  test('a body that ends early is reported as incomplete', async () => {
    const raw = new PassThrough()
    const reading = withBytes(incoming(raw), 1000, async () => {})
    raw.write('x')
    raw.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    await assert.rejects(reading, { status: 400, message: /ended early/ })
  })
})
