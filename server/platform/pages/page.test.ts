import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { html, raw } from './html.ts'
import { chooseDirection, renderPage } from './page.ts'

test('every value in a page is text, in elements and in attributes', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const page = html`<p title="${text}">${text}</p>`.toString()
      const [, attribute = '', content = ''] = /^<p title="([^"]*)">([^<]*)<\/p>$/.exec(page) ?? []
      assert.equal(attribute, content)
      assert.doesNotMatch(content, /[<>"'`\0]/)
      assert.ok(page.isWellFormed())
    }),
  )
})

test('markup from `html` is not escaped twice, and missing values render nothing', () => {
  const items = ['a', '<b>'].map((each) => html`<li>${each}</li>`)
  assert.equal(
    html`<ul>${items}</ul>${false}${null}${undefined}${0}`.toString(),
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>0',
  )
  assert.equal(html`${raw('<hr>')}`.toString(), '<hr>')
})

test('a page has the text direction of its language', () => {
  const directions = ['en', 'de-AT', 'ar', 'he', 'fa-IR', 'ur', 'az-Arab', 'az', 'zz', ''].map(chooseDirection)
  assert.deepEqual(directions, ['ltr', 'ltr', 'rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr', 'ltr'])
})

test('styles and scripts have the page’s own nonce', () => {
  const page = renderPage({ title: 'T', locale: 'ar', body: html`<main></main>`, script: 'go()' }, 'abc')
  assert.match(page, /<style nonce="abc">/)
  assert.match(page, /<script type="module" nonce="abc">go\(\)<\/script>/)
  assert.match(page, /<html lang="ar" dir="rtl">/)
})

test('only public pages may be indexed, and every page has a description', () => {
  const page = { title: 'T', locale: 'en', body: html`<main></main>` }
  const hidden = renderPage(page, 'abc')
  assert.match(hidden, /<meta name="robots" content="noindex, nofollow">/)
  assert.match(hidden, /<meta name="description" content="T">/)
  const listed = renderPage({ ...page, isListed: true, description: 'Of <all>' }, 'abc')
  assert.doesNotMatch(listed, /robots/)
  assert.match(listed, /<meta name="description" content="Of &lt;all&gt;">/)
})
