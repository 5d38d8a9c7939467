// The code for calls to Evident, which the plugins of Medusa and Vendure share.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const pathOf = (plugin: string, file: string) => join(import.meta.dirname, '../../plugins', plugin, 'src/lib', file)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('Medusa and Vendure use the same code for connection strings, signatures, calls and refusals', () => {
  for (const file of ['connection.ts', 'signing.ts', 'gate.ts', 'evident.ts', 'refusal.ts']) {
    const [one, other] = ['medusa', 'vendure'].map((plugin) =>
      createHash('sha256')
        .update(readFileSync(pathOf(plugin, file)))
        .digest('hex'),
    )
    assert.equal(one, other, file)
  }
})

for (const plugin of ['medusa', 'vendure']) {
  const load = (file: string) => import(pathToFileURL(pathOf(plugin, file)).href)
  const { createEvident } = await load('evident.ts')
  const { createGate } = await load('gate.ts')
  const { readRefusal } = await load('refusal.ts')

  test(`${plugin}: a gate runs as many calls as it has slots, and times out the others`, async () => {
    const pass = createGate(2)
    let running = 0
    let most = 0
    const call = async () => {
      most = Math.max(most, ++running)
      await pause(50)
      running--
      return 'answered'
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => pass(80, call)))
    assert.equal(most, 2)
    assert.ok(answers.filter((each) => each === 'answered').length >= 2)
    assert.ok(answers.includes(undefined))
    assert.equal(await pass(80, call), 'answered')
  })

  async function connected(listener: RequestListener) {
    let open = 0
    let most = 0
    let calls = 0
    const server = createServer((request, response) => {
      calls++
      listener(request, response)
    })
    server.on('connection', (socket) => {
      most = Math.max(most, ++open)
      socket.once('close', () => open--)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const secrets = { toEvident: 'whsec_AAAA', toShop: 'whsec_AAAA', key: 'k' }
    const evident = createEvident(
      { v: 1, origin, storeEnvId: 's', connectionId: 'c', page: 'https://a.example', ...secrets },
      plugin,
    )
    const close = async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    return { evident, close, most: () => most, calls: () => calls }
  }

  test(`${plugin}: a silent service delays a page by at most 300 ms and uses at most four connections`, async () => {
    const { evident, close, most, calls } = await connected(() => {})
    try {
      const startedAt = performance.now()
      // On a busy machine every timer ends late, so the delay is compared with a timer of 300 ms.
      const timer = pause(300).then(() => performance.now() - startedAt)
      const asked = [
        ...Array.from({ length: 40 }, () => evident.storefront('reviews')),
        ...Array.from({ length: 5 }, () => evident.admin('GET', 'reviews')),
      ]
      const pages = await Promise.all(asked.slice(0, 40))
      const tookMs = performance.now() - startedAt
      assert.ok(tookMs < (await timer) + 300, `${tookMs} ms`)
      assert.ok(pages.every(({ status }) => status === 0))
      await Promise.all(asked)
      for (let at = 0; at < 6; at += 1) await evident.storefront('reviews')
      const before = calls()
      await Promise.all(Array.from({ length: 20 }, () => evident.storefront('reviews')))
      assert.equal(calls(), before)
      assert.ok(most() <= 4, `${most()} connections`)
    } finally {
      await close()
    }
  })

  test(`${plugin}: an oversized or invalid response is discarded, and is not read to its end`, async () => {
    let sent = 0
    const { evident, close } = await connected(({ url }, response) => {
      if (url?.includes('invalid')) return void response.end('{"data":')
      const chunk = Buffer.alloc(1_000_000, ' ')
      const more = () => {
        while (sent < 50_000_000 && !response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    try {
      assert.equal((await evident.summaries(['a'])).status, 0)
      assert.ok(sent < 50_000_000, `${sent} bytes`)
      assert.equal((await evident.storefront('invalid')).status, 0)
    } finally {
      await close()
    }
  })

  test(`${plugin}: Retry-After is obeyed up to an hour, also on a proxy's error page`, async () => {
    for (const [page, body] of [
      ['{}', {}],
      ['<h1>Too many requests</h1>', undefined],
    ] as const) {
      const { evident, close } = await connected((_, response) => {
        response.writeHead(429, { 'retry-after': '9000' }).end(page)
      })
      try {
        assert.deepEqual(await evident.tell({}), { status: 429, body, retryAfterMs: 3_600_000 })
      } finally {
        await close()
      }
    }
  })

  test(`${plugin}: after five failures, pages make no calls for 30 seconds`, async (t) => {
    const { evident, close, calls } = await connected((_, response) => void response.writeHead(500).end())
    try {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
      for (let at = 0; at < 5; at += 1) await evident.storefront('reviews')
      assert.equal(calls(), 5)
      const isCalled = async () => {
        const before = calls()
        await Promise.all([evident.storefront('reviews'), evident.admin('GET', 'reviews')])
        return calls() > before
      }
      assert.equal(await isCalled(), false)
      t.mock.timers.tick(29_999)
      assert.equal(await isCalled(), false)
      t.mock.timers.tick(1)
      assert.equal(await isCalled(), true)
      assert.equal((await evident.tell({})).status, 500, 'background calls continue')
    } finally {
      await close()
    }
  })

  test(`${plugin}: the role of the key decides whether replies are allowed, and is requested once`, async () => {
    for (const [role, mayReply] of [
      ['VIEWER', false],
      ['MEMBER', true],
    ] as const) {
      const { evident, close, calls } = await connected(({ url, headers }, response) => {
        assert.deepEqual([url, headers.authorization], ['/api/v1/account/stores', 'Bearer k'])
        response.end(JSON.stringify({ data: [{ id: 's', role }] }))
      })
      try {
        assert.deepEqual([await evident.mayReply(), await evident.mayReply()], [mayReply, mayReply])
        assert.equal(calls(), 1)
      } finally {
        await close()
      }
    }
  })

  test(`${plugin}: an unexpected answer about the key allows replies, and the plugin asks again`, async () => {
    const answers = ['{"data":7}', '{"data":[]}', '[]', '', '{"data":[{"role":"VIEWER"}]}']
    const { evident, close } = await connected((_, response) => void response.end(answers.shift()))
    try {
      for (const expected of [true, true, true, true, false]) assert.equal(await evident.mayReply(), expected)
    } finally {
      await close()
    }
  })

  test(`${plugin}: a refusal has a code that pages translate, and a refused shop address has its own`, () => {
    const refuse = (body: unknown, status = 400, address = 'http://shop.example') =>
      readRefusal({ status, body, retryAfterMs: 0 }, address)
    const message = "The address of your shop's backend must begin with https://."
    const invalid = (path: string) => ({ code: 'validation_failed', message, details: [{ path, message: 'must' }] })
    assert.deepEqual(refuse(invalid('/data/callback')), { code: 'address_refused', message })
    const codeOf = (address: string) => refuse(invalid('/data/callback'), 400, address).code
    for (const host of ['localhost:9000', 'shop.localhost', '127.0.0.1', '127.1', '[::1]:3000'])
      for (const scheme of ['http', 'https']) assert.equal(codeOf(`${scheme}://${host}`), 'address_on_this_machine')
    for (const address of [
      'https://10.0.0.1',
      'https://shop.internal',
      'https://notlocalhost',
      'https://localhost.example',
    ])
      assert.equal(codeOf(address), 'address_not_public')
    for (const address of ['http://10.0.0.1', 'http://128.0.0.1', '']) assert.equal(codeOf(address), 'address_refused')
    assert.deepEqual(refuse(invalid('/data/version')), { code: 'validation_failed', message })
    assert.deepEqual(refuse({ code: 'shop_unreachable', message: 'm' }), { code: 'shop_unreachable', message: 'm' })
    assert.deepEqual(refuse('<h1>', 502), { code: 'unexpected', message: 'Evident answers 502.' })
    for (const none of [undefined, { status: 0, body: undefined, retryAfterMs: 0 }])
      assert.equal(readRefusal(none).code, 'away')
  })
}
