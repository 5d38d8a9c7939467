import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asKey, asOwner, fetchArchive, withLines } from '../../backups/archives.testing.ts'
import { definitions } from '../template-definitions/definitions.ts'
import { assertWrong, at, render, requestSample, startTemplates } from './templates.testing.ts'

const setup = startTemplates()

test('a mistake is reported with field, line, column and a suggestion', async () => {
  const { shop } = setup
  const put = (body: unknown) => shop.api.put(at('review_request', 'es'), body)
  assertWrong(
    await put({ subject: 'Hi {{ custmer.firstName }}' }),
    '/subject',
    /^line 1, column 7: there is no custmer\.firstName\. Did you mean customer\.firstName/,
  )
  assertWrong(
    await put({ body: 'Hi\n\n  {{ customer.frstName }}' }),
    '/body',
    /^line 3, column 6: .*Did you mean customer\.firstName/,
  )
  assertWrong(await put({ body: 'x {% if false %}{{ hidden }}{% endif %}' }), '/body', /there is no hidden/)
  assertWrong(
    await put({ body: '{% for p in products %}{{ p.titel }}{% endfor %}' }),
    '/body',
    /column 27: there is no p\.titel/,
  )
  assertWrong(await put({ heading: '{{ customer.name | shout }}' }), '/heading', /there is no filter shout/)
  assertWrong(await put({ button: '{{ customer.name' }), '/button', /line 1, column 1: .*not closed/)
  assertWrong(await put({ preheader: '\n{% endif %}' }), '/preheader', /^line 2, column 1: /)
  assertWrong(await put({ body: '{% include "x" %}' }), '/body', /there is no tag include/)
  assertWrong(await put({ body: '{{ store }}' }), '/body', /group of values.*name, url/)
  assertWrong(await put({ body: 'a\n<script>x</script>' }), '/body', /^line 2, column 1: <script> is not allowed here/)
  assertWrong(await put({ subject: '{% if false %}x{% endif %}' }), '/subject', /is empty/)
  assertWrong(await put({ subject: 'x'.repeat(501) }), '/subject', /./)
  const many = await put({ subject: '{{ a }}', heading: '{{ b }}', body: '{{ c }}' })
  assert.deepEqual(
    many.body.details.map((each: { path: string }) => each.path),
    ['/subject', '/heading', '/body'],
  )
  assert.equal((await shop.api.get(at('review_request', 'es'))).body.customized, false)
})

const bombs: Record<string, string> = {
  'a loop without end': '{% for i in (1..1000000000) %}x{% endfor %}',
  'loops in loops':
    '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}',
  'a text that doubles': `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(60)}{{ a }}`,
  'a text that grows by capture': `{% assign b = "" %}{% for i in (1..900) %}{% for j in (1..900) %}{% capture b %}{{ b }}${'x'.repeat(9000)}{% endcapture %}{% endfor %}{% endfor %}`,
  'gigabytes of output': `{% for i in (1..900) %}{% for j in (1..900) %}${'x'.repeat(15_000)}{% endfor %}{% endfor %}`,
  'sorting for ever':
    '{% assign x = (1..100000) %}{% for i in (1..1000) %}{% assign y = x | reverse | sort | join: "" %}{% endfor %}',
  'replacing for ever': `{% for i in (1..3000) %}{{ "${'ab'.repeat(4000)}" | replace: "a", "bbbbbbbbbbbbbb" }}{% endfor %}`,
  'blocks in blocks': '{% if true %}'.repeat(700) + '{% endif %}'.repeat(700),
  'blocks that never end': '{% if true %}'.repeat(1400),
  brackets: `{{ ${'('.repeat(9000)} }}`,
  'a path without end': `{{ a${'.b'.repeat(9000)} }}`,
  braces: '{'.repeat(20_000),
}

test('a slow or huge template is refused quickly', async () => {
  const { shop } = setup
  for (const [name, body] of Object.entries(bombs)) {
    const start = performance.now()
    const answer = await shop.api.put(at('review_request', 'pl'), { body })
    assert.equal(answer.status, 400, name)
    assert.equal(answer.body.code, 'validation_failed', name)
    // A valid template takes a few milliseconds. Without limits, the templates in this test would never end.
    assert.ok(performance.now() - start < 15_000, `${name} took ${performance.now() - start} ms`)
  }
})

test('no template can access anything outside its data', async () => {
  const { shop } = setup
  const spies = [
    '{{ customer.constructor }}',
    '{{ customer.__proto__ }}',
    '{{ products.constructor }}',
    '{{ customer["constructor"]["name"] }}',
    '{{ $trial }}',
    '{{ globals }}',
  ]
  for (const body of spies) assert.equal((await shop.api.put(at('review_request', 'pl'), { body })).status, 400, body)
  for (const filter of ['raw', 'json', 'inspect', 'where_exp: "x", "x"', 'base64_encode', 'sha256', 'strip_html'])
    assertWrong(
      await shop.api.put(at('review_request', 'pl'), { body: `{{ customer.name | ${filter} }}` }),
      '/body',
      /there is no filter/,
    )
  for (const tag of [
    'include "a"',
    'render "a"',
    'layout "a"',
    'block a',
    'liquid',
    'tablerow i in products',
    'increment a',
  ])
    assertWrong(await shop.api.put(at('review_request', 'pl'), { body: `{% ${tag} %}` }), '/body', /there is no tag/)
})

const mjml = (inside: string) =>
  `<mjml lang="{{ lang }}" dir="{{ dir }}"><mj-head><mj-style>.x { color: {{ brand.colors.primary }}; }</mj-style></mj-head><mj-body><mj-section><mj-column>${inside}<mj-text><a href="{{ unsubscribeUrl }}">{{ words.unsubscribe }}</a></mj-text></mj-column></mj-section></mj-body></mjml>`

test('a custom layout is compiled when saved, and renders both parts of the mail', async () => {
  const shop = await setup.service.shop()
  const layout = mjml(
    '<mj-text>Dear {{ customer.name }}, {% for p in products %}<a href="{{ p.formUrl }}">{{ p.title }}</a> {% endfor %}</mj-text>',
  )
  const { status, body } = await shop.api.put(at('review_request', 'en'), { mjml: layout })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.content.mjml, layout)
  const { html, text } = await render(setup, shop, { data: { ...requestSample, customer: { name: '<b>Eve</b>' } } })
  assert.match(html, /Dear &lt;b&gt;Eve&lt;\/b&gt;/)
  assert.match(html, /<html lang="en" dir="ltr"/)
  assert.match(text, /Dear <b>Eve<\/b>, Enamel kettle, 1\.5 l \(https:\/\/reviews\.example\.com\/f\/sample\)/)
  assert.match(text, /Unsubscribe \(https:/)
  assert.doesNotMatch(html, /fonts\.googleapis|<mj-/)
})

test('the built-in layout can be saved as a custom layout, and renders the same', async () => {
  const shop = await setup.service.shop()
  for (const { name, sample } of definitions) {
    const { body } = await shop.api.get(at(name, 'fr'))
    const before = await render(setup, shop, { template: name, locale: 'fr', data: sample })
    assert.equal((await shop.api.put(at(name, 'fr'), { mjml: body.defaults.mjml })).status, 200, name)
    const after = await render(setup, shop, { template: name, locale: 'fr', data: sample })
    assert.equal(after.html, before.html, name)
    assert.equal(after.subject, before.subject)
  }
})

test('Liquid that MJML drops is refused, but an older archive that has it is restored', async () => {
  const { service } = setup
  const shop = await service.shop()
  const older = mjml('{% if customer.name %}<mj-text>Hello</mj-text>{% endif %}')
  const refused = await shop.api.put(at('review_request', 'en'), { mjml: older })
  assertWrong(
    refused,
    '/mjml',
    /^line 1, .*\{% if customer\.name %\} is directly inside <mj-column>, .* into <mj-raw>$/,
  )
  assert.equal((await shop.api.put(at('review_request', 'en'), { mjml: mjml('<mj-text>Hello</mj-text>') })).status, 200)
  const archive = await fetchArchive(service, await asOwner(service, shop))
  const content = await withLines(archive, ({ table, row }) =>
    table === 'email_templates' ? { table, row: { ...row, mjml: older } } : { table, row },
  )
  const target = await service.shop()
  const headers = { ...asKey(target), 'content-type': 'application/zip' }
  const sent = await service.app.inject({ method: 'POST', url: '/api/v1/imports/archive', headers, payload: content })
  await service.runJobs()
  const { body } = await target.api.get(`/imports/${sent.json().id}`)
  assert.equal(body.status, 'completed', JSON.stringify(body.error))
  assert.equal((await target.api.get(at('review_request', 'en'))).body.content.mjml, older)
  assert.match((await render(setup, target, { data: requestSample })).html, /Hello/)
})

test('an invalid layout is refused with the reason', async () => {
  const { shop } = setup
  const put = (source: string, name = 'review_request') => shop.api.put(at(name, 'it'), { mjml: source })
  assertWrong(await put('hello'), '/mjml', /^line 1, column 1: is not MJML/)
  assertWrong(
    await put('<mjml><mj-body>\n  <mj-foo></mj-foo></mj-body></mjml>'),
    '/mjml',
    /^line 2, column 3: .*mj-foo/,
  )
  assertWrong(
    await put('<mjml><mj-body>\n {{ nobody }}</mj-body></mjml>'),
    '/mjml',
    /line 2, column 5: there is no nobody/,
  )
  assertWrong(await put(mjml('<mj-include path="/etc/passwd" />')), '/mjml', /mj-include/)
  assertWrong(await put(mjml('<mj-text><script>x</script></mj-text>')), '/mjml', /<script> has no place/)
  assertWrong(await put(mjml('<mj-raw><p onclick="x">x</p></mj-raw>')), '/mjml', /onclick/)
  assertWrong(await put(mjml('<mj-raw><p {{ customer.name }}>x</p></mj-raw>')), '/mjml', /inside quotes/)
  assertWrong(await put(mjml('<mj-raw><p title={{ customer.name }}>x</p></mj-raw>')), '/mjml', /inside quotes/)
  assertWrong(await put(mjml('<mj-text><a href="javascript:alert(1)">x</a></mj-text>')), '/mjml', /https address/)
  assertWrong(
    await put(
      mjml(
        '</mj-column></mj-section></mj-body><mj-head><mj-style>.a { color: {{ customer.name }} }</mj-style></mj-head><mj-body><mj-section><mj-column>',
      ),
    ),
    '/mjml',
    /style sheet|./,
  )
  assertWrong(
    await put('<mjml><mj-body><mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section></mj-body></mjml>'),
    '/mjml',
    /unsubscribeUrl/,
  )
  assertWrong(await put(mjml(`<mj-text>${'x'.repeat(110_000)}</mj-text>`)), '', /Gmail/)
  assertWrong(await put(`<mjml><mj-body>${'<mj-wrapper>'.repeat(9000)}`), '/mjml', /./)
  const confirmation =
    '<mjml><mj-body><mj-section><mj-column><mj-text>{{ confirmUrl }}</mj-text></mj-column></mj-section></mj-body></mjml>'
  assert.equal((await put(confirmation, 'review_confirmation')).status, 200)
})

test('an error inside a layout is reported with its position in the source', async () => {
  const { shop } = setup
  const cases: [string, string][] = [
    ['<mj-text><script>x</script></mj-text>', 'line 2, column 10: <script> has no place in a mail'],
    ['<mj-text>\n  <p onclick="x">x</p></mj-text>', 'line 3, column 3: onclick in <p>: mail cannot run scripts'],
    [
      '<mj-text>{{ customer.name }}<p title={{ customer.name }}>x</p></mj-text>',
      'line 2, column 29: {{ … }} in <p> must stand inside quotes',
    ],
    ['<mj-button href="ftp://x">x</mj-button>', 'line 2, column 1: href in <mj-button> must be an https address'],
    ['<mj-include path="x" />', 'line 2, column 1: mj-include is not allowed: a template must be self-contained'],
    ['<mj-text colour="red">x</mj-text>', 'line 2, column 1: Attribute colour is illegal'],
    ['<mj-text>one\n<mj-text>two</mj-text>', 'line 2, column 1: <mj-text> has no matching tag'],
  ]
  for (const [inside, message] of cases) {
    const { body } = await shop.api.put(at('review_request', 'it'), { mjml: mjml(`\n${inside}\n`) })
    assert.deepEqual(body.details, [{ path: '/mjml', message }], inside)
  }
})

test('an address from data is disabled unless it is a web address', async () => {
  const shop = await setup.service.shop()
  const layout = mjml(
    '<mj-text><a href="{{ customer.name }}">x</a><img alt="" src="{{ customer.firstName }}"></mj-text>',
  )
  assert.equal((await shop.api.put(at('review_request', 'en'), { mjml: layout })).status, 200)
  for (const name of ['javascript:alert(1)', ' javascript:1', 'data:text/html,x', 'JAVASCRIPT:1', '/x']) {
    const { html } = await render(setup, shop, { data: { ...requestSample, customer: { name, firstName: name } } })
    assert.doesNotMatch(html, /(?:href|src)="\s*(?:javascript|data:|\/)/i, name)
  }
})
