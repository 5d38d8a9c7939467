import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { languages } from '#locales/languages.ts'
import { textsIn } from '#locales/texts.ts'
import { contrast } from '#platform/values/contrast.ts'
import { defaultLook, withDerivedColors } from '#resources/email-branding/rules.ts'
import { measureProcessorMs } from '#test/processor-time.ts'
import type { Definition } from '../template-definitions/definition.ts'
import { definitions, requireDefinition } from '../template-definitions/definitions.ts'
import { buildBrand } from './brand.ts'
import { compose, type MailContent } from './compose.ts'
import { unescapeHtml } from './html.ts'
import { loadEngines } from './liquid.ts'
import { chooseLocale, directionOf } from './locales.ts'
import { builtInTemplate } from './parsed-templates.ts'
import { buildScope, safeData } from './scope.ts'

const engines = await loadEngines()
const branding = withDerivedColors(
  { ...defaultLook, footerAddress: '12 Mill Lane\nBristol', logoUrl: 'https://cdn.example.com/l.png' },
  null,
)

type Data = Record<string, unknown>

function mail(definition: Definition, locale: string, data: Data = definition.sample, strict = false): MailContent {
  const choice = chooseLocale(locale, 'en', new Set())
  const scope = buildScope(definition, data, branding, choice)
  return compose(engines, builtInTemplate(engines, definition, choice.language), scope, { timezone: 'UTC', strict })
}

const request = requireDefinition('review_request')
const sampleProducts = request.sample.products as Data[]
const makeOrder = (count: number): Data => ({
  ...request.sample,
  products: Array.from({ length: count }, (_, i) => ({ ...sampleProducts[0], title: `Kettle ${i + 1}` })),
})
const everyMail = definitions.flatMap((definition) => languages.map((locale) => ({ definition, locale })))
const findLinks = (html: string) => [...html.matchAll(/<a\s[^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)]

test('no mail in any language uses a variable that its data lacks', () => {
  for (const { definition, locale } of everyMail) {
    const { subject, html, text } = mail(definition, locale, definition.sample, true)
    assert.ok(subject.length > 5 && subject.length < 150, subject)
    assert.doesNotMatch(html + subject + text, /\{\{|\{%|\bundefined\b|\[object|\bNaN\b|\bnull\b/)
  }
})

test("the body has a decision's reason, and only the footer says why the mail was sent", () => {
  for (const { definition, locale } of everyMail) {
    const { text, html } = mail(definition, locale)
    const { words } = textsIn('mails', chooseLocale(locale, 'en', new Set()).language)
    const { store, decision, reply } = definition.sample as Record<string, Record<string, unknown> | undefined>
    const why = words[definition.reason].replaceAll('{store}', String(store?.name))
    assert.equal(text.split(why).length - 1, 1, `${definition.name} ${locale}`)
    const [body = '', footer = ''] = text.split('\n--\n')
    assert.ok(footer.includes(why), `${definition.name} ${locale}`)
    for (const said of [decision?.reason, decision?.note, reply?.body]) {
      if (typeof said !== 'string' || said === '') continue
      assert.ok(body.includes(said) && !footer.includes(said), `${definition.name} ${locale}: ${said}`)
      assert.ok(
        unescapeHtml(html).lastIndexOf(said) < unescapeHtml(html).lastIndexOf(why),
        `${definition.name} ${locale}`,
      )
    }
    if (decision?.reason) assert.ok(body.includes(`${words.decisionReason}\n${decision.reason}`), locale)
  }
})

test('no language contains texts of another language', () => {
  for (const { definition, locale } of everyMail.filter((each) => each.locale !== 'en')) {
    const textsOf = (language: string) => textsIn('mails', language).templates[definition.name]
    const [theirs, english] = [textsOf(locale), textsOf('en')]
    for (const part of ['subject', 'heading', 'body', 'button'] as const) assert.notEqual(theirs[part], english[part])
  }
})

test('every mail declares its language and direction', () => {
  for (const { definition, locale } of everyMail)
    assert.match(mail(definition, locale).html, new RegExp(`<html lang="${locale}" dir="${directionOf(locale)}"`))
})

test('every mail is far below the size at which Gmail truncates', () => {
  for (const { definition, locale } of everyMail) {
    const { html } = mail(definition, locale, 'products' in definition.sample ? makeOrder(50) : definition.sample)
    assert.ok(Buffer.byteLength(html) < 40_000, `${definition.name} ${locale}: ${Buffer.byteLength(html)}`)
    for (const [, css = ''] of html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)) assert.ok(css.length < 8192)
  }
})

test('every link has a text or a labelled image, and an address', () => {
  for (const { definition, locale } of everyMail) {
    const links = findLinks(
      mail(definition, locale, 'products' in definition.sample ? makeOrder(7) : definition.sample).html,
    )
    assert.ok(links.length >= 2)
    for (const [whole, href = '', inside = ''] of links) {
      assert.match(href, /^https:\/\//, whole)
      assert.ok(/alt="[^"]+"/.test(inside) || inside.replaceAll(/<[^>]*>/g, '').trim() !== '', whole)
    }
  }
})

test('every image has an alternative text, and every layout table is marked as presentation', () => {
  for (const { definition } of everyMail) {
    const { html } = mail(definition, 'en')
    for (const [image] of html.matchAll(/<img[^>]*>/g)) assert.match(image, / alt="[^"]+"/)
    const shown = html.replaceAll(/<!--[\s\S]*?-->/g, '')
    for (const [table] of shown.matchAll(/<table[^>]*>/g)) assert.match(table, /role="presentation"/)
  }
})

test('the text part has every link except those to the store itself', () => {
  for (const { definition, locale } of everyMail) {
    const { html, text } = mail(definition, locale)
    const links = new Set(findLinks(html).map(([, href = '']) => unescapeHtml(href)))
    links.delete('https://shop.example.com/')
    assert.ok(
      links.size > 0 ||
        ['review_reply', 'review_appeal', 'review_buyers_only', 'faq_answer', 'review_reward'].includes(
          definition.name,
        ),
    )
    for (const link of links) assert.ok(text.includes(link), `${definition.name} ${locale} lacks ${link}\n${text}`)
    assert.doesNotMatch(text, /<[a-z/]|&[a-z]+;|&#/)
  }
})

test('only mail that is not transactional has an unsubscribe link', () => {
  for (const { definition, locale } of everyMail) {
    const { html } = mail(definition, locale, { ...definition.sample, unsubscribeUrl: undefined })
    assert.doesNotMatch(html, /unsubscribe\//)
    if (definition.category !== 'transactional')
      assert.match(mail(definition, locale).html, /href="https:\/\/reviews.example.com\/unsubscribe\/sample"/)
  }
})

test('each star links to its own rating, and every product has one row of stars', () => {
  const { html } = mail(request, 'en', makeOrder(3))
  const stars = findLinks(html).filter(([whole]) => whole.includes('class="star"'))
  assert.deepEqual(
    stars.map(([, href = '']) => href.at(-1)),
    [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5].map(String),
  )
  assert.match(stars[3]?.[0] ?? '', /aria-label="Rate 4 out of 5 stars"/)
})

test('a large order shows five products and the number of others with the correct plural', () => {
  const { html, text } = mail(request, 'en', makeOrder(6))
  assert.match(html, /Kettle 5/)
  assert.doesNotMatch(html, /Kettle 6/)
  assert.match(text, /and 1 more product from your order/)
  assert.match(mail(request, 'en', makeOrder(9)).text, /and 4 more products from your order/)
  assert.doesNotMatch(mail(request, 'en', makeOrder(5)).text, / more /)
  const polish = [1, 2, 5, 22].map((n) => /jeszcze \d+ (\S+)/.exec(mail(request, 'pl', makeOrder(5 + n)).text)?.[1])
  assert.deepEqual(polish, ['produkt', 'produkty', 'produktów', 'produkty'])
  const arabic = [1, 2, 5, 22].map((n) => /^و.*من طلبك$/m.exec(mail(request, 'ar', makeOrder(5 + n)).text)?.[0])
  assert.deepEqual(arabic, [
    'ومنتج آخر من طلبك',
    'ومنتجان آخران من طلبك',
    'و5 منتجات أخرى من طلبك',
    'و22 منتجًا آخر من طلبك',
  ])
})

test("the number of products comes from the order's product count, if it has one", () => {
  assert.match(mail(request, 'en', { ...makeOrder(10), productCount: 31 }).text, /and 26 more products/)
})

test('mails to a customer without a name have no gap in the text', () => {
  for (const { definition, locale } of everyMail) {
    const { html, text } = mail(definition, locale, { ...definition.sample, customer: { name: '', firstName: null } })
    assert.doesNotMatch(text, / ,|,,|^(Hi|Ciao|Hallo|Bonjour|Olá|Hola|Guten Tag) *$/m)
    assert.doesNotMatch(html, /\bnull\b|\bundefined\b/)
  }
})

test('a product without title or image has a placeholder name, and no broken image', () => {
  for (const definition of definitions) {
    const bare = { title: null, imageUrl: null }
    const data = { ...definition.sample, product: bare, products: [{ ...sampleProducts[0], ...bare }] }
    const { html, subject } = mail(definition, 'en', data)
    assert.doesNotMatch(html, /<img[^>]*src=""/)
    if (
      !['review_confirmation', 'faq_answer', 'review_reward', 'lead_confirmation', 'lead_notice'].includes(
        definition.name,
      )
    )
      assert.match(subject + html, /your purchase/)
  }
})

test('a reader of an unknown language gets English texts in the direction of that language', () => {
  const { html, subject } = mail(request, 'fa-IR')
  assert.match(html, /<html lang="en" dir="rtl"/)
  assert.match(html, /direction:rtl/)
  assert.doesNotMatch(html, /direction:ltr/)
  assert.match(subject, /What do you think/)
})

test("missing texts come from a broader language, then the store's, then English", () => {
  const choose = (locale: string | null, store = 'en', own: string[] = []) => chooseLocale(locale, store, new Set(own))
  assert.equal(choose('de-AT').language, 'de')
  assert.equal(choose('pt_BR').language, 'pt')
  assert.equal(choose('PT-br').lang, 'pt-BR')
  assert.equal(choose('sv', 'de').language, 'de')
  assert.equal(choose('sv', 'fi').language, 'en')
  assert.equal(choose(null, 'fr').language, 'fr')
  assert.equal(choose('not a language', 'fr').language, 'fr')
  assert.deepEqual(choose('fa', 'en', ['fa']), { language: 'en', own: 'fa', lang: 'fa', dir: 'rtl' })
  assert.equal(choose('de-AT', 'en', ['de']).own, 'de')
  assert.equal(choose('de-AT', 'en', ['de', 'de-AT']).own, 'de-AT')
  assert.equal(choose('de', 'en', ['en']).own, undefined)
  assert.equal(choose('sv', 'en', ['en']).own, 'en')
  assert.deepEqual(['ar', 'he', 'fa', 'ur', 'ckb', 'de', 'ja'].map(directionOf), [
    'rtl',
    'rtl',
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
  ])
})

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '{{ 7 | times: 7 }}{% assign x = 1 %}',
  '</td></tr></table>',
  '<!--',
  '\r\nBcc: victim@example.com',
  '\u202egnp.exe',
  'a\u0000b\ud800c',
  '{{'.repeat(2000),
]

test('names, titles and texts are rendered as plain text, with any content', () => {
  for (const definition of definitions) {
    // In the expected mail, every field that can be empty also has a value.
    const plain = mail(definition, 'en', withWords(definition.sample, 'Words'))
    for (const words of hostile) {
      const { html, subject, text } = mail(definition, 'en', withWords(definition.sample, words))
      assert.equal(listTags(html), listTags(plain.html), words)
      assert.doesNotMatch(subject, /\p{Cc}/u)
      assert.ok(subject.length <= 250 && subject.isWellFormed() && html.isWellFormed() && text.isWellFormed())
      assert.doesNotMatch(html + subject + text, /\u202e|(?![\t\n])\p{Cc}/u)
      assert.doesNotMatch(html, /\b49\b/)
    }
  }
})

const listTags = (html: string) =>
  [...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)]
    .map(([, name]) => name)
    .filter((name) => name !== 'br')
    .join(' ')

function withWords(value: unknown, words: string, name = ''): Data {
  if (typeof value === 'string') return (/url$/i.test(name) || name === 'placedAt' ? value : words) as unknown as Data
  if (Array.isArray(value)) return value.map((each) => withWords(each, words, name)) as unknown as Data
  if (typeof value !== 'object' || value === null) return value as unknown as Data
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, name === 'ratingUrls' ? each : withWords(each, words, key)]),
  )
}

test('a long customer review is shortened, so that the reply and button remain visible', () => {
  const reply = requireDefinition('review_reply')
  const { html, text } = mail(reply, 'en', { ...reply.sample, review: { rating: 4, body: 'word '.repeat(1000) } })
  for (const part of [html, text]) assert.ok((part.match(/word /g)?.length ?? 0) <= 120)
  assert.match(text, /word…/)
})

test('Outlook on Windows gets a font that it knows', () => {
  for (const [fontFamily, first] of [
    ['system', "'Segoe UI'"],
    ['helvetica', 'Arial'],
    ['georgia', 'Georgia'],
  ] as const) {
    const choice = chooseLocale('en', 'en', new Set())
    const scope = buildScope(request, request.sample, withDerivedColors({ ...defaultLook, fontFamily }, null), choice)
    const { html } = compose(engines, builtInTemplate(engines, request, 'en'), scope, { timezone: 'UTC' })
    const [conditional = ''] = /<!--\[if mso\]><style>[\s\S]*?<!\[endif\]-->/.exec(html) ?? []
    assert.ok(conditional.includes(`font-family: ${first},`), conditional)
  }
})

test('an invalid address is not rendered as a link', () => {
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//x', 'x" onload="y', ''])
    assert.deepEqual(safeData({ imageUrl: bad, ratingUrls: { 1: bad }, url: bad }), {
      imageUrl: null,
      ratingUrls: { 1: null },
      url: null,
    })
  assert.deepEqual(safeData({ formUrl: 'https://a.example/"><b>' }), { formUrl: 'https://a.example/%22%3E%3Cb%3E' })
})

test('data of any shape renders without an error', () => {
  fc.assert(
    fc.property(
      fc.object({ maxDepth: 4, withNullPrototype: true }),
      fc.constantFrom(...definitions),
      (data, definition) => {
        mail(definition, 'en', data as Data)
        mail(definition, 'de', { ...definition.sample, ...data })
      },
    ),
    { numRuns: 150 },
  )
})

test("all text is readable in light and dark mode, with any store's colours", () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, color, color, color, (primary, background, surface, button) => {
      const text = contrast('#000000', surface) > 4.5 ? '#000000' : '#ffffff'
      const { colors, dark } = buildBrand(
        withDerivedColors({ ...defaultLook, colors: { primary, background, surface, text, button } }, null),
      )
      const pairs: [string, string, number][] = [
        [colors.buttonText, colors.button, 4.5],
        [colors.link, surface, 4.5],
        [colors.faint, surface, 4.5],
        [colors.star, surface, 3],
        [colors.muted, background, 4.5],
        [colors.onBackground, background, 4.5],
        [dark.text, dark.surface, 4.5],
        [dark.muted, dark.background, 4.5],
        [dark.muted, dark.surface, 4.5],
        [dark.link, dark.surface, 4.5],
        [dark.star, dark.surface, 3],
        [dark.buttonText, dark.button, 4.5],
        [dark.button, dark.surface, 3],
      ]
      for (const [front, behind, ratio] of pairs) assert.ok(contrast(front, behind) >= ratio, `${front} on ${behind}`)
    }),
    { numRuns: 500 },
  )
})

test('a mail is rendered quickly', async () => {
  const data = makeOrder(5)
  for (let i = 0; i < 200; i++) mail(request, 'de', data)
  const tookMs = await measureProcessorMs(() => {
    for (let i = 0; i < 200; i++) mail(request, 'de', data)
  })
  // A mail takes 1.1 ms on an idle core. The limit allows for a busy core.
  assert.ok(tookMs / 200 < 8, `${tookMs / 200} ms`)
})
