import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { processorMsOf } from '#test/processor-time.ts'
import { allowedTags, cleanHtml, textOf } from './simple-html.ts'

const clean = (markup: string) => cleanHtml(markup, { link: '#112233' }).markup
const p = '<p dir="auto" style="margin:0 0 16px;">'

test('blank lines make paragraphs, and a line break stays one', () => {
  assert.equal(clean('Hello,\n\nthank you.\nBye.'), `${p}Hello,</p>${p}thank you.<br>Bye.</p>`)
  assert.equal(clean('\n\n \n'), '')
})

test('inline tags live in a paragraph, and what is a block of its own ends it', () => {
  assert.equal(
    clean('A <strong>b</strong> c\n<ul><li>d</li></ul>e'),
    `${p}A <strong>b</strong> c</p><ul dir="auto" style="margin:0 0 16px;"><li dir="auto" style="margin:0 0 6px;">d</li></ul>${p}e</p>`,
  )
})

test('a link leads to the web, to mail or to a telephone, and nowhere else', () => {
  const href = (markup: string) => / href="([^"]*)"/.exec(clean(markup))?.[1]
  assert.equal(href('<a href="https://a.example/?b=1&amp;c=2">x</a>'), 'https://a.example/?b=1&amp;c=2')
  assert.equal(href("<a href='mailto:a@b.example'>x</a>"), 'mailto:a@b.example')
  for (const bad of [
    'javascript:alert(1)',
    ' JaVaScRiPt:1',
    '&#106;avascript:1',
    'data:text/html,x',
    '//x.example',
    '/x',
    'https:x',
  ])
    assert.equal(href(`<a href="${bad}">x</a>`), '#', bad)
  assert.equal(href('<a onclick="x" href=https://a.example style="position:fixed">x</a>'), 'https://a.example')
  assert.doesNotMatch(clean('<a onclick="x" href="https://a.example" style="position:fixed">x</a>'), /onclick|fixed/)
})

test('an image comes from the web, and keeps its words', () => {
  assert.match(
    clean('<img src="https://a.example/x.png" alt="A &quot;b&quot;" width="200">'),
    /src="https:\/\/a.example\/x.png" alt="A &#34;b&#34;" width="200"/,
  )
  assert.match(clean('<img src="javascript:1" onerror="x" width="200%">'), /<img src="" alt="" style="[^"]*">/)
})

test('a tag that is not allowed goes, and its words stay', () => {
  assert.equal(clean('<script>alert(1)</script>'), `${p}alert(1)</p>`)
  assert.equal(clean('a <!-- b --> c'), `${p}a  c</p>`)
  assert.equal(clean('1 < 2 > 0 & 3'), `${p}1 &lt; 2 &gt; 0 &amp; 3</p>`)
})

const bits = fc.constantFrom(
  ...[
    '<',
    '>',
    '"',
    "'",
    '&',
    '&lt;',
    '&#60;',
    '\n\n',
    ' ',
    'text',
    '</p>',
    '<p>',
    '</div>',
    '</table>',
    '<a href="',
    '<a>',
    '</a>',
    '<li>',
  ],
  ...[
    '<ul>',
    '</ul>',
    '<b>',
    '</b>',
    '<br>',
    '<img src=x onerror=y>',
    '<script>',
    '<!--',
    '-->',
    '<h2 ',
    '=',
    'javascript:',
    '</td>',
  ],
)

test('whatever goes in, what comes out is balanced and holds allowed tags alone', () => {
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 40 }), (parts) => {
      const out = clean(parts.join(''))
      const open: string[] = []
      for (const [whole, slash, name = '', attributes = ''] of out.matchAll(/<(\/?)([a-z0-9]*)([^>]*)>/g)) {
        assert.ok(allowedTags.includes(name), whole)
        assert.match(attributes, /^( [a-z]+="[^"<>]*")*$/)
        assert.doesNotMatch(attributes, / on|script:/)
        if (['br', 'hr', 'img'].includes(name)) continue
        if (slash) assert.equal(open.pop(), name, out)
        else open.push(name)
      }
      assert.deepEqual(open, [], out)
      assert.equal(out.replaceAll(/<\/?[a-z0-9]+(?: [a-z]+="[^"<>]*")*>/g, '').search(/[<>]/), -1, out)
    }),
    { numRuns: 1000 },
  )
})

test('a long text of bad markup is read in time', async () => {
  // Read in milliseconds; looking back over all of it at every sign would take minutes.
  for (const part of ['<a ', '<a href="', '<!--', '<', '&', '</p>', '<b>', '\n\n<p>', ' ', '\n', ' <br> ', '\n\nx'])
    assert.ok(
      (await processorMsOf(() => textOf(cleanHtml(part.repeat(100_000 / part.length), { link: '#000000' })))) < 10_000,
      part,
    )
})

test('as text it keeps paragraphs, points and addresses', () => {
  const text = textOf(
    cleanHtml(
      'Hi &amp; <b>welcome</b>\n\n<ul><li>one</li><li>two</li></ul><p>See <a href="https://a.example">here</a> or <a href="https://b.example">https://b.example</a></p>',
      { link: '#000000' },
    ),
  )
  assert.equal(text, 'Hi & welcome\n\n- one\n- two\n\nSee here (https://a.example) or https://b.example')
})
