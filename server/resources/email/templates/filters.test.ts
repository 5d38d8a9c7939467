import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Html } from './html.ts'
import { explainProblem, loadEngines, type Scope } from './liquid.ts'

const { html, text } = await loadEngines()
const setting = { lang: 'en', timezone: 'UTC' }
const asText = (source: string, scope: Scope = {}, lang = 'en', timezone = 'UTC') =>
  text.render(text.parse(source), scope, { lang, timezone })
const asHtml = (source: string, scope: Scope = {}) => html.render(html.parse(source), scope, setting)

test("a date follows the reader's language and the store's time zone", () => {
  const at = '2026-11-07T23:30:00.000Z'
  assert.equal(asText('{{ at | date }}', { at }), 'November 7, 2026')
  assert.equal(asText('{{ at | date }}', { at }, 'de'), '7. November 2026')
  assert.equal(asText('{{ at | date: "short" }}', { at }, 'en-GB'), '07/11/2026')
  assert.equal(asText('{{ at | date: "full" }}', { at }, 'pl', 'Europe/Warsaw'), 'niedziela, 8 listopada 2026')
  assert.equal(asText('{{ at | date }}', { at: 'nonsense' }), '')
  assert.throws(() => asText('{{ at | date: "%Y" }}', { at }), /short, medium, long, full/)
})

test('numbers and plurals follow the language', () => {
  assert.equal(asText('{{ 1234.5 | number }}', {}, 'de'), '1.234,5')
  const forms = '{{ n | plural: one: "produkt", few: "produkty", many: "produktów", other: "produktu" }}'
  assert.deepEqual(
    [1, 3, 5, 22, 1.5].map((n) => asText(forms, { n }, 'pl')),
    ['produkt', 'produkty', 'produktów', 'produkty', 'produktu'],
  )
  assert.throws(() => asText('{{ 1 | plural: "a", "b" }}'), /by name/)
  assert.throws(() => asText('{{ 1 | plural: one: "a" }}'), /by name/)
})

test('truncating a text never splits a character', () => {
  assert.equal(asText('{{ "😀😀😀😀" | truncate: 3 }}'), '😀😀…')
  assert.equal(asText('{{ "short" | truncate: 10 }}'), 'short')
  assert.equal(asText('{{ nothing | truncate: 3 }}'), '')
})

test('all values are escaped in HTML and none in text, through any filter', () => {
  const scope = { x: '<b>&"\'' }
  const escaped = '&lt;b&gt;&amp;&#34;&#39;'
  for (const source of [
    '{{ x }}',
    '{{ x | escape }}',
    '{% echo x %}',
    '{% cycle x %}',
    '{% assign y = x %}{{ y }}',
    '{{ x | append: "" }}',
  ]) {
    assert.equal(asHtml(source, scope), escaped, source)
    assert.equal(asText(source, scope), scope.x, source)
  }
  assert.equal(asHtml('{{ x | newline_to_br }}', { x: '<a>\nb' }), '&lt;a&gt;<br>b')
  assert.doesNotMatch(asHtml('{{ x | newline_to_br | upcase }}', { x: '<a>\n' }), /<|object/i)
  assert.equal(asHtml('{% capture y %}{{ x }}{% endcapture %}{{ y }}', scope).includes('<b>'), false)
})

test('our own markup remains unescaped only until a filter changes it', () => {
  const scope = { x: new Html('<br>') }
  assert.equal(asHtml('{{ x }}', scope), '<br>')
  assert.doesNotMatch(asHtml('{{ x | append: "<i>" }}', scope), /<i>|<br>/)
})

test('an error states its position once, and reveals nothing about the machine', () => {
  const catchRefusal = (source: string) => {
    try {
      asText(source)
    } catch (error) {
      return explainProblem(error)
    }
    return undefined
  }
  assert.equal(catchRefusal('a\n  {{ x | nope }}'), 'line 2, column 3: there is no filter nope')
  assert.match(catchRefusal('{% for %}x{% endfor %}') ?? '', /^line 1, column 1: [^\n]+$/)
})
