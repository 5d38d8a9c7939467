// Extracts the recipes of the cookbook from their pages and runs them unchanged against a service that a reader could set
// up.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type FakeProviders, startProviders } from '#test/fakes/email-marketing.ts'
import { freePort } from '#test/free-port.ts'
import { findSnippet, readGuide } from '#test/snippets.ts'
import { until } from '#test/until.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'evident-cookbook-'))
const dataDir = join(folder, 'data')
const origin = 'https://shop.acme.example'
const password = 'seven-blue-kettles'
const day = 86_400_000
const has = (...programs: string[]) => programs.every((program) => spawnSync(program, ['--version']).status === 0)

let providers: FakeProviders
let service: ChildProcess
let port: number
let env: Record<string, string> = {}
const children: ChildProcess[] = []

const installation = () => ({
  ...process.env,
  ...providers.env,
  DATA_DIR: dataDir,
  NODE_OPTIONS: '',
  PORT: String(port),
  RATE_LIMITS: 'off',
  STOREFRONT_RATE_LIMITS: 'off',
  WEBHOOK_ALLOW_PRIVATE: 'true',
})

before(async () => {
  providers = await startProviders()
  port = await freePort()
  service = spawn(process.execPath, [join(root, 'bin/start.mjs')], {
    cwd: root,
    env: installation(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  service.stdout?.on('data', (chunk) => (printed += chunk))
  await until(() => printed.includes('is ready'), 'the service is ready', 300_000)
  const words = ['--org', 'Acme', '--store', 'Acme Shop', '--origin', origin, '--owner', 'owner@acme.example']
  const setup = spawnSync(
    process.execPath,
    [join(root, 'bin/evident.mjs'), 'setup', ...words, '--password', password, '--json'],
    { cwd: root, env: installation(), encoding: 'utf8' },
  )
  assert.equal(setup.status, 0, setup.stderr)
  const { apiKey, storeEnvId } = JSON.parse(setup.stdout)
  const url = `http://127.0.0.1:${port}`
  env = {
    BASE: `${url}/api/v1`,
    KEY: apiKey,
    STORE: storeEnvId,
    EVIDENT_URL: url,
    EVIDENT_STORE: storeEnvId,
    SHOP_ORIGIN: origin,
  }
})

after(async () => {
  for (const child of children) child.kill()
  if (service?.exitCode === null) {
    const ended = new Promise((resolve) => service.once('exit', resolve))
    service.kill('SIGTERM')
    await ended
  }
  await providers?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(env.BASE + path, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${env.KEY}`,
      'x-store-env-id': String(env.STORE),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${method} ${path}: ${text}`)
  return text ? JSON.parse(text) : undefined
}

function recipe(guide: string, fence: string, file: string): string {
  const path = join(folder, file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, findSnippet(readGuide(`cookbook-${guide}`), `${fence} recipe`))
  return path
}

type Ended = { status: number | null; output: string; errors: string }
function run(program: string, args: string[], more: Record<string, string> = {}, input = ''): Promise<Ended> {
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', ...env, ...more } })
  // A program that ends without reading its input closes the pipe, sometimes before anything was written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (errors += chunk))
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, output, errors })))
}

const serve = async (path: string, more: Record<string, string>) => serveAt(await freePort(), path, more)

async function serveAt(own: number, path: string, more: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [path], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', ...env, ...more, PORT: String(own) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let printed = ''
  child.stdout?.on('data', (chunk) => (printed += chunk))
  await until(() => printed.includes('listening'), 'the recipe listens')
  return `http://127.0.0.1:${own}`
}

async function listener(): Promise<{
  url: string
  taken: { url: string; headers: IncomingHttpHeaders; body: string }[]
  close(): void
}> {
  const taken: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      taken.push({ url: request.url ?? '', headers: request.headers, body })
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken, close: () => void server.close() }
}

const writeReview = (more: object = {}) =>
  call('POST', '/reviews', {
    platformProductId: 'mug-01',
    rating: 5,
    body: `Keeps tea hot. ${Math.random()}`,
    authorName: 'Jane D.',
    authorEmail: `jane-${Math.random()}@customer.example`,
    ...more,
  })

async function deliver(url: string, body: string, secret: string): Promise<number> {
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  const headers = { 'x-service-signature-v2': `t=${t},v1=${v1}` }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

const catalogue = `id,title,url,image,brand,sku,gtin,mpn,status
mug-01,Stoneware mug,https://shop.acme.example/products/mug,,Acme,MUG-01,4006381333931,,active
bowl-02,Bowl,https://shop.acme.example/products/bowl,,Acme,BOWL-02,,,active
`

describe('the cookbook', {
  skip: !has('bash', 'curl', 'python3', 'jq') && 'SKIPPED: needs bash, curl, jq and python3',
}, () => {
  test('CSV products are pushed once, and missing ones are archived unless too many are missing', async () => {
    const path = recipe('products-from-csv', 'python', 'push_products.py')
    const more = Array.from({ length: 8 }, (_, at) => `cup-${at},Cup ${at},,,Acme,,,,active\n`).join('')
    const file = join(folder, 'catalogue.csv')
    writeFileSync(file, catalogue + more)
    const first = await run('python3', [path, file])
    assert.deepEqual([first.status, first.output], [0, '10 created, 0 updated, 0 unchanged\n'], first.errors)
    writeFileSync(file, catalogue + more.split('\n').slice(1).join('\n'))
    const second = await run('python3', [path, file, '--archive-missing'])
    assert.equal(second.output, '0 created, 0 updated, 9 unchanged\n1 archived\n', second.errors)
    assert.equal((await call('GET', '/products/by-platform-id/cup-0')).status, 'archived')
    writeFileSync(file, catalogue)
    const cut = await run('python3', [path, file, '--archive-missing'])
    assert.equal(cut.status, 1)
    assert.match(cut.errors, /7 of 9 products are not in the file/)
    assert.match((await call('GET', '/products/by-platform-id/mug-01')).variants[0].gtin, /4006381333931$/)
  })

  test('a self-built shop pushes the newest state of each order and empties its outbox', async () => {
    const path = recipe('orders-from-your-shop', 'ts', 'push-orders.ts')
    const outbox = join(folder, 'outbox')
    mkdirSync(outbox)
    const order = {
      id: 1001,
      number: '#1001',
      createdAt: new Date(Date.now() - 5 * day).toISOString(),
      customer: { email: 'jane.doe@customer.example', name: 'Jane Doe', language: 'en' },
      currency: 'EUR',
      totalCents: 2405,
      items: [{ productId: 'mug-01', title: 'Stoneware mug', quantity: 1, priceCents: 2405 }],
    }
    writeFileSync(join(outbox, '1-1001.json'), JSON.stringify(order))
    writeFileSync(join(outbox, '2-1001.json'), JSON.stringify({ ...order, refundedCents: 405 }))
    writeFileSync(join(outbox, '3-1002.json'), JSON.stringify({ ...order, id: 1002, number: '#1002' }))
    const { status, output, errors } = await run(process.execPath, [path, outbox, '--once'])
    assert.deepEqual([status, output], [0, '2 pushed, 0 refused\n'], errors)
    const stored = await call('GET', '/orders/by-platform-id/1001')
    assert.deepEqual([stored.total, stored.refundedTotal], ['24.05', '4.05'])
    assert.deepEqual((await run('ls', [outbox])).output, '')
  })

  test('a React storefront shows stars, reviews and JSON-LD, even while the service is down', async () => {
    const review = await writeReview({ title: 'Daily companion', body: 'Keeps tea </script> hot.' })
    await call('PUT', `/reviews/${review.id}`, { status: 'approved' })
    // The folder is inside the repository, so that Node finds React.
    mkdirSync(join(root, '.cache'), { recursive: true })
    const site = mkdtempSync(join(root, '.cache', 'cookbook-'))
    try {
      const guide = readGuide('cookbook-headless-storefront')
      const { transformWithOxc } = await import('vite')
      const save = async (file: string, code: string) => {
        const path = join(site, file.replace(/tsx?$/, 'mjs'))
        mkdirSync(join(path, '..'), { recursive: true })
        const { code: script } = await transformWithOxc(code, join(site, file), {
          jsx: { runtime: 'automatic' },
        } as object)
        writeFileSync(path, script.replace(/from (["'])(\.[^"']*)\1/g, 'from "$2.mjs"'))
        return path
      }
      await save('lib/evident.ts', findSnippet(guide, 'ts recipe'))
      await save('components/reviews.tsx', findSnippet(guide, 'tsx recipe'))
      const page = await save('app/products/[id]/page.tsx', findSnippet(guide, 'tsx page'))
      const show = join(site, 'show.mjs')
      writeFileSync(
        show,
        `import { renderToStaticMarkup } from 'react-dom/server'
const { default: Page } = await import(${JSON.stringify(pathToFileURL(page).href)})
console.log(renderToStaticMarkup(await Page({ params: Promise.resolve({ id: 'mug-01' }) })))`,
      )
      // The page waits two seconds for each response and renders without late responses. The test then requests the page
      // again.
      const parts = ['of 5 stars,', 'application/ld+json', 'Daily companion']
      let shown = await run(process.execPath, [show])
      const showWhole = async () => {
        if (shown.status !== 0 || parts.every((part) => shown.output.includes(part))) return true
        shown = await run(process.execPath, [show])
        return false
      }
      await until(showWhole, 'the page is shown whole', 120_000)
      assert.match(shown.output, /5\.0 of 5 stars, 1 reviews/, shown.errors)
      assert.match(shown.output, /Daily companion/)
      const [, jsonLd = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(shown.output) ?? []
      const data = JSON.parse(jsonLd)
      assert.deepEqual([data['@type'], data.review[0].reviewBody], ['Product', 'Keeps tea </script> hot.'])
      const away = await run(process.execPath, [show], { EVIDENT_URL: 'http://127.0.0.1:9' })
      assert.match(away.output, /Nobody has written a review yet/, away.errors)
    } finally {
      rmSync(site, { recursive: true, force: true })
    }
  })

  test("another platform's export is dry-run, imported after confirmation, and adds nothing the second time", async () => {
    const path = recipe('import-from-a-platform', 'sh', 'bring-reviews.sh')
    const file = join(folder, 'judge-me.csv')
    writeFileSync(
      file,
      `title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location
Top,Very good.,5,2025-03-02 10:12:00 UTC,web,ok,Camille,camille@example.com,bowl-02,,Thank you!,2025-03-03 08:00:00 UTC,,,FR
Fine,Not ours.,4,2025-03-02 10:12:00 UTC,web,ok,Luc,luc@example.com,nothing-03,,,,,,
`,
    )
    const no = await run('bash', [path, file, 'approved'], {}, 'n\n')
    assert.match(
      no.output,
      /completed: 2 rows, 1 new, 0 updated, 0 skipped, 1 failed\n(?:note: .*\n)*line 3: /,
      no.errors,
    )
    assert.equal((await call('GET', '/reviews?imported=true')).data.length, 0)
    const yes = await run('bash', [path, file, 'approved'], {}, 'y\n')
    assert.equal(yes.status, 0, yes.errors)
    const [review, ...others] = (await call('GET', '/reviews?imported=true')).data
    assert.deepEqual([others.length, review.status, review.reply.body], [0, 'approved', 'Thank you!'])
    assert.match((await run('bash', [path, file, 'approved'], {}, 'y\n')).output, /0 new, 0 updated, 1 skipped/)
  })

  test("a bad review opens a helpdesk ticket, and the ticket's public reply appears below the review", async () => {
    const path = recipe('helpdesk-replies', 'js', 'helpdesk.mjs')
    const helpdesk = await listener()
    const at = await freePort()
    const { secret } = await call('POST', '/outbound-webhooks', {
      url: `http://127.0.0.1:${at}/evident`,
      events: ['review.created'],
    })
    const url = await serveAt(at, path, {
      WEBHOOK_SECRET: secret,
      HELPDESK_URL: helpdesk.url,
      HELPDESK_AUTHORIZATION: 'Basic eA==',
      HELPDESK_SECRET: 'shared',
    })
    await writeReview({ rating: 5 })
    const bad = await writeReview({ rating: 2, title: 'Broken' })
    await until(() => helpdesk.taken.length > 0, 'the ticket is there', 120_000)
    const [{ url: asked, body } = { url: '', body: '{}' }] = helpdesk.taken
    const { ticket } = JSON.parse(body)
    assert.deepEqual([asked, ticket.external_id, ticket.tags], ['/api/v2/tickets.json', bad.id, ['review']])
    const answer = (headers: Record<string, string>) =>
      fetch(`${url}/helpdesk`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ reviewId: bad.id, comment: 'We send a new one.' }),
      })
    assert.equal((await answer({ 'x-helpdesk-secret': 'guessed' })).status, 401)
    assert.equal((await answer({ 'x-helpdesk-secret': 'shared' })).status, 200)
    assert.equal((await call('GET', `/reviews/${bad.id}`)).reply.body, 'We send a new one.')
    assert.equal((await fetch(`${url}/evident`, { method: 'POST', body: '{}' })).status, 400)
    assert.equal(helpdesk.taken.length, 1)
    helpdesk.close()
  })

  test('Slack and Teams get each new review, and its text cannot mention everybody', async () => {
    const path = recipe('chat-notices', 'js', 'notices.mjs')
    const channel = await listener()
    const [slack, teams] = [await freePort(), await freePort()]
    let slackSecret = ''
    for (const [at, name] of [
      [slack, 'SLACK_URL'],
      [teams, 'TEAMS_URL'],
    ] as const) {
      const { secret } = await call('POST', '/outbound-webhooks', {
        url: `http://127.0.0.1:${at}/`,
        events: ['review.created'],
      })
      if (name === 'SLACK_URL') slackSecret = secret
      await serveAt(at, path, { WEBHOOK_SECRET: secret, [name]: `${channel.url}/${name}` })
    }
    const review = await writeReview({ rating: 3, body: 'Hello <!channel> & all.' })
    await until(() => channel.taken.length === 2, 'both are told', 120_000)
    const parseBody = (name: string) => JSON.parse(channel.taken.find(({ url }) => url === `/${name}`)?.body ?? '{}')
    assert.match(parseBody('SLACK_URL').text, /★★★☆☆ Jane D\.: mug-01\*\nHello &lt;!channel&gt; &amp; all\./)
    assert.ok(parseBody('SLACK_URL').text.includes(`/admin/stores/${env.STORE}/reviews/${review.id}|Decide>`))
    assert.equal(parseBody('TEAMS_URL').attachments[0].content.body[1].text, 'Hello <!channel> & all.')
    // The event as it is delivered if its review was deleted before the delivery.
    const bare = JSON.stringify({ event_id: 'x', event: 'review.created', data: { id: review.id, sequence: 1 } })
    assert.equal(await deliver(`http://127.0.0.1:${slack}/`, bare, slackSecret), 200)
    assert.equal(channel.taken.length, 2)
    channel.close()
  })

  test('a warehouse gets all reviews, then the changes, and drops deleted reviews', async () => {
    const path = recipe('warehouse-export', 'python', 'reviews_to_warehouse.py')
    const database = join(folder, 'reviews.db')
    const [kept, gone] = [await writeReview(), await writeReview()]
    const count = (await call('GET', '/reviews?limit=1&includeTotal=true')).pagination.total
    const first = await run('python3', [path, database])
    assert.equal(first.output, `${count} written, 0 deleted\n`, first.errors)
    await call('PUT', `/reviews/${kept.id}`, { status: 'approved', reply: { body: 'Thank you!' } })
    await call('DELETE', `/reviews/${gone.id}`)
    const second = await run('python3', [path, database])
    assert.match(second.output, /, 1 deleted\n/, second.errors)
    const asked = `import json, sqlite3, sys
print(json.dumps(sqlite3.connect(sys.argv[1]).execute("select id, status, reply, photos from reviews where id in (?, ?)", sys.argv[2:]).fetchall()))`
    const rows = JSON.parse((await run('python3', ['-c', asked, database, kept.id, gone.id])).output)
    assert.deepEqual(rows, [[kept.id, 'approved', 'Thank you!', 0]])
  })

  test('Klaviyo gets sample events before mail sending moves there, and sending can be moved back', async () => {
    const path = recipe('klaviyo-flow', 'js', 'klaviyo.mjs')
    const key = 'pk_0123456789abcdef0123456789abcdef01'
    providers.goodKeys.add(key)
    const tried = await run(process.execPath, [path, 'try', 'you@acme.example'], { KLAVIYO_KEY: key })
    assert.equal(tried.status, 0, tried.errors)
    assert.match(tried.output, /Review Request Ready is in Klaviyo[\s\S]*Review Request Reminder is in Klaviyo/)
    assert.equal((await run(process.execPath, [path, 'hand-over'])).status, 0)
    assert.notEqual((await call('GET', '/email/settings')).provider, 'evident')
    assert.equal((await run(process.execPath, [path, 'take-back'])).status, 0)
    assert.equal((await call('GET', '/email/settings')).provider, 'evident')
  })

  test("an account page shows only the customer's own points", async () => {
    const path = recipe('loyalty-account-page', 'js', 'account.mjs')
    await call('PUT', '/loyalty/program', {
      enabled: true,
      pointsPerUnit: 1,
      holdDays: 0,
      startsAt: new Date(Date.now() - 10 * day).toISOString(),
    })
    await call('POST', '/loyalty/rewards', {
      name: '5 € off',
      kind: 'fixed_amount',
      value: '5.00',
      currency: 'EUR',
      cost: 60,
    })
    const signIn = await fetch(`${env.BASE}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: String(env.EVIDENT_URL) },
      body: JSON.stringify({ email: 'owner@acme.example', password }),
    })
    const cookie = signIn.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const { secret } = await (
      await fetch(`${env.BASE}/account/stores/${env.STORE}/storefront-secret`, { headers: { cookie } })
    ).json()
    const url = await serve(path, { STOREFRONT_SECRET: secret })
    const fetchPage = async (email: string) =>
      (await fetch(url, { headers: { cookie: `customer=${encodeURIComponent(email)}` } })).text()
    // The page renders without points if the service takes longer than two seconds. The test then requests the page again.
    let page = ''
    const untilShown = (email: string, words: string) =>
      until(
        async () => {
          page = await fetchPage(email)
          return page.includes(words)
        },
        `${email} reads: ${words}`,
        120_000,
      )
    await untilShown('jane.doe@customer.example', '44 points')
    assert.match(page, /60 points, 16 to go/)
    await untilShown('somebody@customer.example', 'from your first order on')
    assert.equal((await fetch(url, { redirect: 'manual' })).status, 302)
  })

  test('an assistant proposes decisions with reasons, withholds reviews as instructed and publishes nothing', async () => {
    const path = recipe('moderation-assistant', 'js', 'moderate.mjs')
    const spam = await writeReview({ body: 'Buy followers at www.example.org today.' })
    const plain = await writeReview({ rating: 1, body: 'It broke on the first day.' })
    const proposed = await run(process.execPath, [path])
    assert.match(proposed.output, /spam \(spam\): 5 stars, Jane D\.: Buy followers/, proposed.errors)
    assert.match(proposed.output, /for you to decide: 1 stars, Jane D\.: It broke/)
    assert.equal((await call('GET', `/reviews/${spam.id}`)).status, 'pending')
    const done = await run(process.execPath, [path, '--reject'])
    assert.equal(done.status, 0, done.errors)
    const review = await call('GET', `/reviews/${spam.id}`)
    assert.deepEqual([review.status, review.moderation.reason], ['spam', 'spam'])
    assert.equal((await call('GET', `/reviews/${plain.id}`)).status, 'pending')
  })
})

// The n8n recipe, `n8n-replies`, runs in a real n8n: test/e2e/shops/n8n.test.ts.
test('the cookbook has eleven recipes, and each is run above or in n8n', () => {
  const source = readFileSync(import.meta.filename, 'utf8')
  const guides = spawnSync('ls', [join(root, 'docs/guides')], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((name) => name.startsWith('cookbook-'))
    .map((name) => name.slice('cookbook-'.length, -'.md'.length))
  assert.equal(guides.length, 11)
  for (const guide of guides) assert.ok(source.includes(guide), guide)
})
