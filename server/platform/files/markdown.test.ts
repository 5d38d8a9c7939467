import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { renderMarkdown } from './markdown.ts'

const storeEnvId = '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'
const media = { publicUrl: (key: string) => `https://reviews.example.com/media/${key}` }
const render = (source: string) => renderMarkdown(source, { storeEnvId, media })
const photo = (store = storeEnvId) =>
  media.publicUrl(`photos/${store}/019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c02-0123456789abcdef0123456789abcdef.webp`)

test('paragraphs, emphasis, lists and links follow CommonMark', () => {
  assert.equal(
    render('Yes, **really**.\n\n- one\n- [two](https://example.com/?a=1&b=2 "T")\n'),
    '<p>Yes, <strong>really</strong>.</p>\n<ul>\n<li>one</li>\n<li><a href="https://example.com/?a=1&amp;b=2" title="T">two</a></li>\n</ul>\n',
  )
})

test('raw HTML is shown as text', () => {
  assert.equal(render('<b>bold</b>'), '<p>&lt;b&gt;bold&lt;/b&gt;</p>\n')
  assert.equal(
    render('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>'),
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>&lt;img src=x onerror=alert(1)&gt;</p>\n',
  )
})

test('links lead only to the web, mail, a telephone or within the shop', () => {
  for (const address of [
    'https://example.com',
    'http://example.com',
    'mailto:a@b.co',
    'tel:+491',
    '/help',
    '#size',
    '?a=1',
    'help',
  ])
    assert.ok(render(`[x](${address})`).includes(`href="${address}"`), address)
  const refused = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript&colon;alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'intent://x',
  ]
  for (const address of refused)
    for (const text of [
      `[x](${address})`,
      `[x](<${address}>)`,
      `<${address}>`,
      `[x][1]\n\n[1]: ${address}`,
      `![x](${address})`,
    ])
      assert.doesNotMatch(render(text), /<(a|img)\b/, text)
})

test("only this store's pictures are shown; others become their alternative text", () => {
  assert.equal(
    render(`![A "mug"](${photo()})`),
    `<p><img src="${photo()}" alt="A &quot;mug&quot;" loading="lazy"></p>\n`,
  )
  // A signed URL expires after a day, so the page gets the permanent URL.
  assert.equal(render(`![m](${photo()}?e=1&s=x)`), `<p><img src="${photo()}" alt="m" loading="lazy"></p>\n`)
  const others = [
    'https://tracker.example/pixel.gif',
    photo('019a9f50-0b7e-7a3c-9c55-7d4f1a2b3cff'),
    'https://reviews.example.com/media/../api/v1/health',
    'https://reviews.example.com/media/photos/x',
    '/media/x.png',
  ]
  for (const address of others) assert.equal(render(`![seen](${address})`), '<p>seen</p>\n', address)
})

test('every text renders quickly into HTML of bounded size, however deep the nesting', () => {
  const pieces = [
    '>',
    '[',
    '*',
    '_',
    '`',
    '<',
    '![',
    '- ',
    '> ',
    '1. ',
    '_a*',
    '[a](',
    '**a*',
    '&',
    '"',
    '[[](',
    '\n> - ',
    '=\n',
  ]
  for (const piece of pieces) {
    const source = piece.repeat(Math.floor(10_000 / piece.length))
    const from = process.cpuUsage()
    const html = render(source)
    const { user } = process.cpuUsage(from)
    assert.ok(user < 2_000_000, `${JSON.stringify(piece)} took ${user} µs`)
    assert.ok(html.length < 200_000, piece)
  }
})

test("any input produces only Markdown's elements and attributes", () => {
  const known =
    /^<(?:\/?(?:p|em|strong|code|pre|ul|ol|li|blockquote|h[1-6]|hr|br|a)|code class="language-[^"<>]*"|ol start="\d+"|a href="(?:[^"<>]*)"(?: title="[^"<>]*")?)>$/
  const piece = fc.constantFrom(
    ...[
      '<',
      '>',
      '"',
      "'",
      '&',
      '](',
      '[',
      '!',
      '(',
      ')',
      '`',
      '```',
      '\n',
      '\n\n',
      '    ',
      '*',
      '_',
      '#',
      '- ',
      '1. ',
      '\\',
      ':',
      '//',
    ],
    ...[
      'javascript:',
      'data:',
      'https://x',
      'onerror=',
      '<img src=',
      '<script>',
      '&lt;',
      '&#x3c;',
      '&colon;',
      'style=',
      '\u0000',
      '\u202e',
      'ß',
    ],
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 60 }),
      (pieces) => {
        const html = render(pieces.join(''))
        for (const [tag] of html.matchAll(/<[^>]*>?/g)) assert.match(tag, known, html)
        assert.doesNotMatch(html, /href="\s*(?:javascript|data|vbscript):/i)
      },
    ),
    { numRuns: 2_000 },
  )
})
