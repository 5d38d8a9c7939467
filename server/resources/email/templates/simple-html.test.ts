import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { measureProcessorMs } from '#test/processor-time.ts'
import { allowedTags, cleanHtml, toPlainText } from './simple-html.ts'

const clean = (markup: string) => cleanHtml(markup, { link: '#112233' }).markup
const p = '<p dir="auto" style="margin:0 0 16px;">'

test('blank lines separate paragraphs, and a single line break remains a line break', () => {
  assert.equal(clean('Hello,\n\nthank you.\nBye.'), `${p}Hello,</p>${p}thank you.<br>Bye.</p>`)
  assert.equal(clean('\n\n \n'), '')
})

test('inline tags are inside a paragraph, and block tags end it', () => {
  assert.equal(
    clean('A <strong>b</strong> c\n<ul><li>d</li></ul>e'),
    `${p}A <strong>b</strong> c</p><ul dir="auto" style="margin:0 0 16px;"><li dir="auto" style="margin:0 0 6px;">d</li></ul>${p}e</p>`,
  )
})

test('links only lead to the web, mail and telephones', () => {
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

test('an image has a web address and retains its alternative text', () => {
  assert.match(
    clean('<img src="https://a.example/x.png" alt="A &quot;b&quot;" width="200">'),
    /src="https:\/\/a.example\/x.png" alt="A &#34;b&#34;" width="200"/,
  )
  assert.match(clean('<img src="javascript:1" onerror="x" width="200%">'), /<img src="" alt="" style="[^"]*">/)
})

test('a tag that is not allowed is removed, and its words stay', () => {
  assert.equal(clean('<script>alert(1)</script>'), `${p}alert(1)</p>`)
  assert.equal(clean('a <!-- b --> c'), `${p}a  c</p>`)
  assert.equal(clean('1 < 2 > 0 & 3'), `${p}1 &lt; 2 &gt; 0 &amp; 3</p>`)
})

test('text that browsers do not read as a tag stays text', () => {
  assert.equal(clean('I <3 you, 1<2'), `${p}I &lt;3 you, 1&lt;2</p>`)
  assert.equal(
    clean('a<br/>b<hr/>'),
    `${p}a<br>b</p><hr style="margin:0 0 16px;border:0;border-top:1px solid #d5d8dd;">`,
  )
})

test('hostile markup adds no tag, attribute or address to the result', () => {
  const inputs = [
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img """><script>alert(1)</script>">',
    '<a href="https://a.example" href="javascript:alert(1)">x</a>',
    '<a href="javascript:alert(1)" href="https://a.example">x</a>',
    '<a/href="javascript:alert(1)">x</a>',
    '<a href="java\nscript:alert(1)">x</a>',
    '<a href="java&#x09;script:alert(1)">x</a>',
    '<a href="&#x6A&#x61&#x76&#x61script:alert(1)">x</a>',
    '<a href="https://a.example&quot; onclick=&quot;alert(1)">x</a>',
    '<a href=\'https://a.example" onclick="alert(1)\'>x</a>',
    '<a href="\u0001javascript:alert(1)">x</a>',
    '<a href="vbscript:x">x</a><a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<textarea><img src=x onerror=alert(1)></textarea><title><b onclick=x>y</title>',
    '<style>@import "https://evil.example"</style><link rel=stylesheet href=x><meta http-equiv=refresh content=0>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data=x></object><form action=x><input></form>',
    '<p style="background:url(javascript:1)" class=x id=y dir=rtl onmouseover=alert(1)>x</p>',
    '<img src="https://a.example/x.png" alt=""><script>alert(1)</script>" onload=x srcset="y 2x">',
    '<img src="HTTPS://a.example/&quot;onerror=&quot;alert(1)">',
    '<!--[if mso]><script>alert(1)</script><![endif]--><?xml x?><!DOCTYPE x [<!ENTITY y "z">]><![CDATA[<script>]]>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<!---!><img src=x onerror=alert(1)>',
    '</p></td></tr></table></body></html><script>alert(1)</script>',
    '<b\u0000onclick=x>y</b><\u0000script>alert(1)</script><p\u000conclick=x>z</p>',
    '<__proto__ constructor=x><a __proto__="https://a.example" constructor=y>x</a>',
    '<a href="https://a.example',
    '<a href="https://a.example"',
    '<',
    '</',
    '<!',
    '<!-',
    '<a b',
  ]
  const attribute =
    / (?:dir="auto"|style="[^"<>]*"|href="(?:#|(?:https?:\/\/|mailto:|tel:)[^"<>]*)"|src="(?:https?:\/\/[^"<>]*)?"|alt="[^"<>]*"|width="\d{1,3}")/gi
  for (const input of inputs) {
    const out = clean(input)
    for (const [whole, name = '', attributes = ''] of out.matchAll(/<\/?([^\s>]*)([^>]*)>/g)) {
      assert.ok(allowedTags.includes(name), `${input}: ${whole}`)
      assert.equal(attributes.replaceAll(attribute, ''), '', `${input}: ${whole}`)
      assert.doesNotMatch(attributes, /script:|url\(|vbscript|data:/i, `${input}: ${whole}`)
    }
    assert.equal(out.replaceAll(/<\/?[a-z0-9]+(?: [a-z]+="[^"<>]*")*>/g, '').search(/[<>]/), -1, `${input}: ${out}`)
    // The result must also be safe after a second cleaning.
    assert.ok(!/<(?:script|style|svg|iframe)/i.test(clean(out)), input)
  }
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

test('any input results in balanced markup that contains only allowed tags', () => {
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

test('a long text of bad markup is parsed in time', async () => {
  // Parsing takes milliseconds. Backtracking at every character would take minutes.
  for (const part of ['<a ', '<a href="', '<!--', '<', '&', '</p>', '<b>', '\n\n<p>', ' ', '\n', ' <br> ', '\n\nx'])
    assert.ok(
      (await measureProcessorMs(() =>
        toPlainText(cleanHtml(part.repeat(100_000 / part.length), { link: '#000000' })),
      )) < 10_000,
      part,
    )
})

test('plain text retains paragraphs, list bullets and addresses', () => {
  const text = toPlainText(
    cleanHtml(
      'Hi &amp; <b>welcome</b>\n\n<ul><li>one</li><li>two</li></ul><p>See <a href="https://a.example">here</a> or <a href="https://b.example">https://b.example</a></p>',
      { link: '#000000' },
    ),
  )
  assert.equal(text, 'Hi & welcome\n\n- one\n- two\n\nSee here (https://a.example) or https://b.example')
})
