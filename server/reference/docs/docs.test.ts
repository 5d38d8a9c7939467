import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { newKey } from '#platform/auth/keys.ts'
import { docsRoutes } from './docs.ts'
import { parseGuide, readGuides } from './guides.ts'
import { highlight } from './highlight.ts'
import { renderMarkdown } from './markdown.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const guideFiles = (await readdir(`${root}docs/guides`)).filter((name) => name.endsWith('.md'))
const slugs = guideFiles.map((name) => name.slice(0, -'.md'.length))
const readGuide = (slug: string) => readFile(`${root}docs/guides/${slug}.md`, 'utf8')

const document = JSON.parse(await readFile(`${root}contracts/openapi.json`, 'utf8'))
const areas: string[] = document.tags.map(({ name }: { name: string }) => name)

type Described = { operationId: string; tags: string[]; summary: string }
const calls = Object.entries(document.paths as Record<string, Record<string, Described>>).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([
      method,
      {
        operationId,
        tags: [area = ''],
        summary,
      },
    ]) => {
      return { id: operationId, method: method.toUpperCase(), path, area, doc: { summary } }
    },
  ),
)

let app: FastifyInstance
before(async () => {
  app = fastify()
  await app.register(docsRoutes, {
    guides: await readGuides(join(root, 'docs', 'guides'), 'https://reviews.acme.example'),
    root,
    productName: 'Evident',
    version: '1.2.3',
    origin: 'https://reviews.acme.example',
    document: () => document,
    calls,
  })
})
after(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const outside = new Set(['/api/v1/openapi.json', '/api/v1/openapi.yaml', '/api/v1/postman.json', '/llms.txt'])
const allPages = [
  '/docs',
  '/docs/guides',
  '/docs/changelog',
  '/docs/search',
  '/docs/operating',
  '/docs/nothing-here',
  ...slugs.map((slug) => `/docs/${slug}`),
  '/docs/reference',
  ...areas.map((area) => `/docs/reference/${area}`),
]

describe('pages', () => {
  test('every guide is served under its name, with its title and summary', async () => {
    assert.ok(slugs.length >= 11)
    for (const slug of slugs) {
      const { title, summary } = parseGuide(slug, await readGuide(slug))
      const answer = await get(`/docs/${slug}`)
      assert.equal(answer.statusCode, 200, slug)
      assert.match(answer.headers['content-type'] as string, /^text\/html/)
      assert.ok(answer.body.includes(`<h1>${title}</h1>`), slug)
      assert.ok(answer.body.includes(`<title>${title} · Evident</title>`), slug)
      assert.ok(answer.body.includes(summary), slug)
    }
  })

  test("the documentation's start page lists the guides", async () => {
    assert.equal((await get('/docs')).body, (await get('/docs/guides')).body)
  })

  test('guides mention plans only where plans are sold', async () => {
    const webhooks = async (hasPlans: boolean) =>
      (await readGuides(`${root}docs/guides`, 'http://127.0.0.1:8080', hasPlans)).find(
        ({ slug }) => slug === 'webhooks',
      )
    assert.match((await webhooks(true))?.html ?? '', /Growth and Scale plans/)
    assert.doesNotMatch((await webhooks(false))?.html ?? '', /Growth|plans --/)
  })

  test('the changelog page contains every entry of CHANGELOG.md', async () => {
    const entries = (await readFile(`${root}CHANGELOG.md`, 'utf8')).matchAll(/^## (.+)$/gm)
    const { body, statusCode } = await get('/docs/changelog')
    assert.equal(statusCode, 200)
    for (const [, entry = ''] of entries) assert.ok(body.includes(`>${entry} <a class="anchor"`), entry)
    assert.equal(body.match(/<h1/g)?.length, 1)
  })

  test('the address of the former console redirects to the reference', async () => {
    const { statusCode, headers } = await get('/docs/try')
    assert.deepEqual([statusCode, headers.location], [308, '/docs/reference'])
  })

  test('a reference page with its forms and scripts transfers less than 60 kB', async () => {
    for (const area of areas) {
      const { body } = await get(`/docs/reference/${area}`)
      const loaded = [...body.matchAll(/(?:src|href|data-try)="(\/docs\/assets\/[^"]+)"/g)].map(([, url = '']) => url)
      const urls = new Set([`/docs/reference/${area}`, `/docs/reference/${area}.forms.json`, ...loaded])
      let bytes = 0
      for (const url of urls) bytes += (await get(url, { 'accept-encoding': 'gzip' })).rawPayload.length
      assert.ok(bytes < 60_000, `${area}: ${bytes} bytes`)
    }
  })

  test('an unknown page gets 404 with links to existing pages', async () => {
    for (const url of ['/docs/nothing-here', '/docs/errors/more', '/docs/assets/nothing.js', '/docs/toString']) {
      const answer = await get(url)
      assert.equal(answer.statusCode, 404, url)
      assert.ok(answer.body.includes('There is no such page'), url)
      assert.ok(answer.body.includes('href="/docs/guides"'), url)
    }
  })

  test('no path of the documentation leads to a file on disk', async () => {
    const attempts = [
      '/docs/../package.json',
      '/docs/..%2f..%2fpackage.json',
      '/docs/%2e%2e/%2e%2e/package.json',
      '/docs/assets/..%2fdocs.ts',
      '/docs/assets/../docs.ts',
      '/docs/assets/docs.css',
      '/docs/changelog.md',
      '/docs/errors%00',
      '/docs/..%5c..%5cpackage.json',
    ]
    for (const url of attempts) assert.equal((await get(url)).statusCode, 404, url)
  })
})

describe('links', () => {
  test('no page loads anything from elsewhere', async () => {
    for (const url of allPages) {
      const { body } = await get(url)
      const loaded = body.matchAll(
        /<(?:script|link|img|iframe|source|video|audio|form)\b[^>]*?(?:src|href|action)="([^"]*)"/g,
      )
      for (const [, address] of loaded)
        assert.match(address as string, /^\/docs\/(?:assets|pictures)\//, `${url}: ${address}`)
      const frame = body.replace(/<article>[\s\S]*<\/article>/, '')
      assert.doesNotMatch(frame, /(?:src|href)="(?:https?:)?\/\//, url)
    }
  })

  test('every picture of a guide is served in a light and a dark version, and its folder has no other file', async () => {
    const names = new Set<string>()
    for (const url of allPages)
      for (const [address] of (await get(url)).body.matchAll(/\/docs\/pictures\/[\w-]+\.webp/g)) names.add(address)
    for (const address of names) {
      const { statusCode, headers } = await get(address)
      assert.deepEqual([statusCode, headers['content-type']], [200, 'image/webp'], address)
      assert.ok(names.has(address.replace('-light.', '-dark.')), address)
    }
    const files = (await readdir(`${root}docs/guides/pictures`)).map((file) => `/docs/pictures/${file}`)
    assert.deepEqual(files.sort(), [...names].sort())
    assert.equal((await get('/docs/pictures/home-light.webp')).statusCode, 404)
  })

  test('a page of the reference starts with listing and creating', async () => {
    const { body } = await get('/docs/reference/reviews.md')
    const paths = [...body.matchAll(/^`[A-Z]+ (\/\S+)`/gm)].map(([, path]) => path)
    assert.deepEqual(paths.slice(0, 2), ['/reviews', '/reviews'])
  })

  test("reference navigation has each operation's method, and its title up to the first comma", async () => {
    const { body } = await get('/docs/reference/galleries')
    const side = body.slice(body.indexOf('class="within"'), body.indexOf('<main'))
    assert.match(side, /href="#galleries\.list"><b class="get">GET<\/b> <span>List galleries<\/span>/)
    assert.match(side, /<b class="delete">DELETE<\/b> <span>Delete a gallery<\/span>/)
    assert.match(body, /<h2 id="galleries\.list">List galleries, newest first/)
  })

  test('every link within the documentation leads to a page and an existing heading', async () => {
    const bodies = new Map<string, string>()
    for (const url of allPages) bodies.set(url, (await get(url)).body)
    let checked = 0
    for (const [from, body] of bodies) {
      for (const [, href = ''] of body.matchAll(/<a\b[^>]*?href="([^"]+)"/g)) {
        // The test of pictures checks that these are served.
        if (/^https?:|^\/docs\/pictures\//.test(href) || outside.has(href)) continue
        const [path, fragment] = href.split('#')
        const target = bodies.get(path === '' ? from : (path as string))
        assert.ok(target, `${from} links to ${href}`)
        if (fragment) assert.ok(target.includes(`id="${fragment}"`), `${from} links to ${href}`)
        checked += 1
      }
    }
    assert.ok(checked > 200)
  })

  test('the overview links to machine-readable files', async () => {
    const { body } = await get('/docs/guides')
    for (const href of outside) assert.ok(body.includes(`href="${href}"`), href)
  })

  test('the links to the next page lead through all guides', async () => {
    const walked: string[] = []
    let next: string | undefined = '/docs/quick-start'
    while (next) {
      walked.push(next)
      next = /<a rel="next" href="([^"]+)"/.exec((await get(next)).body)?.[1]
    }
    assert.deepEqual(walked.toSorted(), slugs.map((slug) => `/docs/${slug}`).toSorted())
  })
})

describe('headers', () => {
  test('no page may use inline styles or scripts', async () => {
    for (const url of allPages) {
      const { body, headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'/, url)
      assert.match(policy, /script-src 'self'(;|$)/, url)
      assert.doesNotMatch(policy, /https?:|\*|unsafe-/, url)
      assert.doesNotMatch(body, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/, url)
    }
  })

  test('browsers revalidate a page and cache an asset for ever', async () => {
    const page = await get('/docs/errors')
    assert.equal(page.headers['cache-control'], 'no-cache')
    const again = await get('/docs/errors', { 'if-none-match': String(page.headers.etag) })
    assert.equal(again.statusCode, 304)
    assert.equal(again.body, '')
    const changed = await get('/docs/errors', { 'if-none-match': '"another"' })
    assert.equal(changed.statusCode, 200)

    const css = /href="(\/docs\/assets\/docs-[^"]+\.css)"/.exec(page.body)?.[1] ?? ''
    assert.match(String((await get(css)).headers['cache-control']), /immutable/)
  })

  test('every encoding has the same text and its own entity tag', async () => {
    const [plain, gzip, brotli] = await Promise.all(
      ['identity', 'gzip, br;q=0', 'gzip, deflate, br'].map((accepted) =>
        get('/docs/errors', { 'accept-encoding': accepted }),
      ),
    )
    assert.ok(plain && gzip && brotli)
    assert.equal(gzip.headers['content-encoding'], 'gzip')
    assert.equal(brotli.headers['content-encoding'], 'br')
    assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body)
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body)
    assert.equal(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size, 3)
    for (const { headers } of [plain, gzip, brotli]) assert.equal(headers.vary, 'accept-encoding')
  })
})

describe('texts', () => {
  test('the README repeats the quick start literally', async () => {
    const walk = [...(await readGuide('quick-start')).matchAll(/^```bash\n([\s\S]*?)^```/gm)].map(([, block]) => block)
    assert.equal(walk.length, 9, 'with `npm start`, ten lines')
    assert.ok((await readFile(`${root}README.md`, 'utf8')).includes(`\`\`\`bash\n${walk.join('\n')}\`\`\``))
  })

  test('the first command of the quick start runs as it is copied', async () => {
    const [, first] = /^```\w+\n([\s\S]*?)^```/m.exec(await readGuide('quick-start')) ?? []
    assert.equal(first, 'npm start\n')
    assert.ok(JSON.parse(await readFile(`${root}package.json`, 'utf8')).scripts.start)
    for (const slug of slugs) assert.doesNotMatch(await readGuide(slug), /YOUR_REPOSITORY/, slug)
  })

  test("the guide's key check distinguishes a real key from a mistyped one", async () => {
    const { isKey } = await evaluate<{ isKey: (text: string) => boolean }>('authentication', 'export function isKey')
    const key = newKey()
    assert.ok(isKey(key))
    assert.ok(!isKey(key.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))))
    assert.ok(!isKey(`${key}0`))
  })

  test("the guide's back-off code waits as long as requested, then returns the response", async (t) => {
    const { call } = await evaluate<{ call: (url: string) => Promise<Response> }>('rate-limits', 'async function call')
    const answers = [new Response('', { status: 429, headers: { 'retry-after': '7' } }), new Response('done')]
    const waits: number[] = []
    t.mock.method(globalThis, 'fetch', async () => answers.shift())
    t.mock.method(globalThis, 'setTimeout', (wake: () => void, ms: number) => {
      waits.push(ms)
      queueMicrotask(wake)
    })
    assert.equal(await (await call('http://service.test')).text(), 'done')
    assert.deepEqual(waits, [7000])
  })

  test('a guide missing from the navigation prevents the start', () => {
    const matter = 'title: T\norder: 1\nsection: S\nsummary: U'
    assert.equal(parseGuide('g', `---\n${matter}\n---\nText`).html, '<p>Text</p>\n')
    for (const name of ['title', 'order', 'section', 'summary']) {
      const without = matter.replace(new RegExp(`^${name}:.*$`, 'm'), '')
      assert.throws(() => parseGuide('g', `---\n${without}\n---\nText`), new RegExp(`g\\.md.*${name}`))
    }
    assert.throws(() => parseGuide('g', 'Text'), /front matter/)
  })

  test('code blocks keep every character, in every language', () => {
    const code = `curl "a<b" | grep -v '&' # <i>\nX=1 && y > z\n{"a": -1.5e3, "b": [true, "\\""]}`
    for (const language of ['bash', 'sh', 'json', 'http', 'js', 'xml', 'unknown', '']) {
      const text = highlight(code, language).replace(/<\/?span[^>]*>/g, '')
      const plain = text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
      assert.equal(plain.replaceAll('&amp;', '&'), code, language)
    }
  })

  test('equal headings get different anchors', () => {
    const { headings } = renderMarkdown('## The `same`\n\n## The same\n\n## The same')
    assert.deepEqual(
      headings.map(({ id }) => id),
      ['the-same', 'the-same-1', 'the-same-2'],
    )
  })
})

/** Runs a guide's code block as a reader would paste it. `text` selects the block. */
async function evaluate<T>(slug: string, text: string): Promise<T> {
  const blocks = [...(await readGuide(slug)).matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, block]) => block as string)
  const block = blocks.find((candidate) => candidate.includes(text))
  assert.ok(block, `${slug} has no code with "${text}"`)
  const source = block.includes('export ') ? block : `${block}\nexport { call }`
  return import(`data:text/javascript,${encodeURIComponent(source)}`)
}

test('one search covers guides, error codes and calls; it queries only this service', async () => {
  const page = await get('/docs/search')
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*connect-src 'self'/)
  const index = await get(/data-index="([^"]+)"/.exec(page.body)?.[1] ?? '')
  const entries = index.json() as { kind: string; title: string; href: string; text: string }[]
  assert.ok(entries.some(({ kind, title }) => kind === 'Error code' && title === 'plan_required'))
  assert.ok(entries.some(({ kind, href }) => kind === 'Guide' && href === '/docs/webhooks#verify-the-signature'))
  assert.equal(entries.filter(({ kind }) => kind === 'Call').length, calls.length)
  for (const { href } of entries) {
    const [path = '', id] = href.split('#')
    const { statusCode, body } = await get(path)
    assert.equal(statusCode, 200, href)
    if (id) assert.ok(body.includes(`id="${id}"`), href)
  }
})

test('the runbook is served, and repository paths redirect to its pages', async () => {
  const runbook = await get('/docs/operating')
  assert.equal(runbook.statusCode, 200)
  assert.match(runbook.body, /Check its health/)
  assert.doesNotMatch(runbook.body, /127\.0\.0\.1:8080/)
  for (const [from, to] of [
    ['/docs/guides/webhooks', '/docs/webhooks'],
    ['/docs/guides/webhooks.md', '/docs/webhooks'],
    ['/docs/guides/', '/docs/guides'],
    ['/docs/runbooks/operating.md', '/docs/operating'],
  ] as const) {
    const answer = await get(from)
    assert.deepEqual([answer.statusCode, answer.headers.location], [308, to], from)
  }
  assert.equal((await get('/docs/guides/nothing')).statusCode, 404)
})

test('each area of the reference is available as a page and as Markdown', async () => {
  const page = await get('/docs/reference/reviews')
  assert.match(String(page.headers['content-type']), /^text\/html/)
  for (const label of ['curl', 'TypeScript', 'Python', 'PHP', 'Ruby', 'Go'])
    assert.ok(page.body.includes(`<p class="language">${label}</p>`), label)
  const markdown = await get('/docs/reference/reviews.md')
  assert.match(String(markdown.headers['content-type']), /^text\/markdown/)
  assert.match(markdown.body, /^# Reviews\n\n> [\s\S]*\n## .* \{#reviews\.create\}\n/)
  assert.match(markdown.body, /\| `rating` \| whole number, 1 to 5 \| Required\. Stars of the review, 1 to 5\. \|/)
  assert.match((await get('/llms.txt')).body, /\/docs\/reference\/reviews\.md\)/)
  for (const url of ['/docs/reference/nothing', '/docs/reference/nothing.md', '/docs/reference/toString'])
    assert.equal((await get(url)).statusCode, 404, url)
})

test('every operation has a form with its parameters and its example', async () => {
  for (const area of areas) {
    const own = calls.filter((call) => call.area === area)
    const page = await get(`/docs/reference/${area}`)
    assert.equal(page.body.match(/<details class="try"><summary>Try it<\/summary>/g)?.length ?? 0, own.length, area)
    const answer = await get(`/docs/reference/${area}.forms.json`)
    assert.match(String(answer.headers['content-type']), /^application\/json/)
    const forms = answer.json()
    assert.deepEqual(Object.keys(forms).sort(), own.map(({ id }) => id).sort())
    for (const { id, method, path } of own) assert.deepEqual([forms[id].method, forms[id].path], [method, path])
  }
  const forms = (await get('/docs/reference/reviews.forms.json')).json()
  assert.equal(JSON.parse(forms['reviews.create'].body.example).rating, 5)
  assert.deepEqual(forms['reviews.create'].takes, ['apiKey', 'store', 'session'])
  const field = (name: string) => forms['reviews.list'].fields.find((each: { name: string }) => each.name === name)
  assert.equal(field('limit').hint, 'Whole number, 1 to 100, default 20. Maximum number of items on a page.')
  assert.deepEqual(field('subject').choices[0], ['', 'Default: product'])
  assert.deepEqual(field('status').several, ['pending', 'approved', 'rejected', 'spam'])
  assert.deepEqual(field('verified').choices, [
    ['', 'Not set'],
    ['true', 'true'],
    ['false', 'false'],
  ])
  const [id] = forms['reviews.get'].fields
  assert.deepEqual([id.name, id.in, id.required], ['id', 'path', true])
  const imports = Object.values((await get('/docs/reference/imports.forms.json')).json()) as {
    body?: { type: string }
  }[]
  assert.ok(imports.some(({ body }) => body?.type === 'text/csv'))
})

test('beside each operation, the page shows a request and a recorded response without a script', async () => {
  for (const area of areas) {
    const { body } = await get(`/docs/reference/${area}`)
    const own = body.split('<section class="call">').slice(1)
    assert.equal(own.length, calls.filter((call) => call.area === area).length, area)
    for (const section of own) {
      const [, id = ''] = /<h2 id="([^"]+)"/.exec(section) ?? []
      const [, examples = ''] = /<div class="examples">([\s\S]*)<details class="try">/.exec(section) ?? []
      const [, request = '', response = ''] = examples.split('<p class="label">')
      assert.match(request, /^Request<[\s\S]*<span class="hl-keyword">curl<\/span>/, id)
      const { path, method } = calls.find((call) => call.id === id) ?? { path: '', method: '' }
      const responses = document.paths[path][method.toLowerCase()].responses
      const successful = Object.keys(responses).filter((each) => each.startsWith('2'))
      const status = successful.includes('201') ? '201' : successful[0]
      const hasBody = Object.keys(responses[status ?? '']?.content ?? {}).length > 0
      if (hasBody) assert.match(response, new RegExp(`^Response <b>${status}</b>[\\s\\S]*<pre tabindex="0"><code>`), id)
      else assert.equal(response, '', id)
    }
  }
})

test('an operation starts with its purpose, and names role and scope last', async () => {
  for (const methods of Object.values(document.paths as Record<string, Record<string, { description: string }>>))
    for (const { description } of Object.values(methods))
      assert.doesNotMatch(description, /^(?:Needs|Called by the store)/)
  const { body } = await get('/docs/reference/products')
  const [, head = ''] = /<h2 id="products.list">([\s\S]*?)<details/.exec(body) ?? []
  assert.match(head, /<p>Returns the store&#39;s products, [\s\S]*<p class="needs">Needs at least the role VIEWER/)
})

test('an example runs against this installation, and leaves open only the key and the store', async () => {
  const { body } = await get('/docs/reference/products')
  const { url } = document.servers[0]
  assert.ok(body.includes(`&quot;${url}/products&quot;`), url)
  assert.ok(body.includes('x-store-env-id: YOUR_STORE_ID'))
  assert.match(body, /<p class="note"><code>\$KEY<\/code> is an API key: [^<]*<a href="\/docs\/authentication#keys">/)
  assert.doesNotMatch(body, /\$(?:BASE|STORE|ORIGIN)\b/)
})

test('the side navigation of a page links to its operations and back to the overview', async () => {
  const side = async (url: string) => /<nav class="side"[\s\S]*?<\/nav>/.exec((await get(url)).body)?.[0] ?? ''
  const reference = await side('/docs/reference/products')
  assert.match(reference, /^<nav[^>]*>\s*<ul><li><a href="\/docs\/reference">All operations<\/a>/)
  for (const { id } of calls.filter(({ area }) => area === 'products'))
    assert.ok(reference.includes(`<a href="#${id}">`), id)
  assert.match(await side('/docs/errors'), /^<nav[^>]*>\s*<ul><li><a href="\/docs\/guides">All guides<\/a>/)
})

test('the script of the forms loads with the first opened form, not with the page', async () => {
  const { body } = await get('/docs/reference/reviews')
  const loaded = [...body.matchAll(/<script src="([^"]+)"/g)].map(([, src = '']) => src)
  assert.equal(loaded.length, 1)
  assert.ok((await get(loaded[0] ?? '')).rawPayload.length < 6_500)
  const source = /data-try="([^"]+)"/.exec(body)?.[1] ?? ''
  const script = await get(source)
  assert.match(String(script.headers['content-type']), /javascript/)
  assert.ok(script.rawPayload.length < 12_500, `${script.rawPayload.length} bytes`)
})

test('one line of code has no bar, and a paragraph of links offers them as buttons', () => {
  const { html } = renderMarkdown(
    '[A](a.md) [B](b.md)\n\nText with [a link](a.md).\n\n```sh\nnpm start\n```\n\n```sh\na\nb\n```',
  )
  assert.equal(html.match(/class="title"/g)?.length, 1)
  assert.equal(html.match(/class="code line"/g)?.length, 1)
  assert.match(
    html,
    /<p class="doors"><a class="button" href="\/docs\/a">A<\/a> <a class="button quiet" href="\/docs\/b">B<\/a><\/p>\s*<p>Text/,
  )
})

test('adjacent blocks of several languages form one example, and curl examples get all languages', () => {
  const labels = (markdown: string) =>
    [...renderMarkdown(markdown).html.matchAll(/class="language">(\w+)</g)].map(([, label]) => label)
  assert.deepEqual(labels('```ts\na\n```\n\n```python verify\nb\n```'), ['TypeScript', 'Python'])
  assert.deepEqual(labels('```ts\na\n```\n\nText\n\n```python\nb\n```'), [])
  assert.deepEqual(labels('```bash\ncurl "$BASE/reviews" -H "x: $Y"\n```').length, 6)
  for (const more of [
    'curl a; rm -rf b',
    'curl a > file',
    'curl a && curl b',
    'curl $(cat a)',
    'npm start',
    'curl a\ncurl b',
    'curl --upload-file x y',
  ])
    assert.deepEqual(labels(`\`\`\`bash\n${more}\n\`\`\``), [], more)
})
