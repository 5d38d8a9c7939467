import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProcessorMs } from '#test/processor-time.ts'
import { layouts } from './layouts/layouts.generated.ts'
import { neutralised, problemsIn, replaceLiquid } from './markup.ts'

test('the built-in layouts pass the checks for custom layouts', () => {
  for (const { html } of Object.values(layouts)) assert.deepEqual(problemsIn(html), [])
})

test('output of data is only allowed in text or inside quotes', () => {
  const fine = [
    '<p title="{{ a }}">{{ b }}</p>',
    "<p class='x {{ a }}'>",
    '<td{% if a %} colspan="2"{% endif %}>',
    '<style>.a { color: {{ brand.colors.primary }} }</style>',
    '<p title="a > b {{ c }}">',
  ]
  for (const html of fine) assert.deepEqual(problemsIn(html), [], html)
  const wrong = [
    '<p {{ a }}>',
    '<p title={{ a }}>',
    '<p {{ a }}="x">',
    '<p data-{{ a }}="x">',
    '<style>{{ a }}</style>',
    '<style>.a {}</style><style>{{- brandy }}</style>',
  ]
  for (const html of wrong) assert.equal(problemsIn(html).length, 1, html)
})

test('scripts, forms, frames and invalid addresses are found in any spelling', () => {
  const wrong = [
    '<SCRIPT>',
    '<iframe src="https://a.example">',
    '<form>',
    '<svg>',
    '<base href="https://a.example">',
    '<p OnClick = "x">',
    '<img src=x onerror=y alt="">',
    '<a href="javascript:1">',
    '<a href=" vbscript:1">',
    "<a href='data:text/html,x'>",
    '<a href=javascript:1>',
    '<a href="&#106;avascript:1">',
    '<meta http-equiv="refresh" content="0">',
    '<p/onclick="x">',
  ]
  for (const html of wrong) assert.notDeepEqual(problemsIn(html), [], html)
  for (const html of [
    '<a href="https://a.example">',
    '<a href="mailto:a@b.example">',
    '<a href="{{ formUrl }}">',
    '<a href="#top">',
    '<img src="{{ a }}" alt="x">',
  ])
    assert.deepEqual(problemsIn(html), [], html)
})

test('a link is disabled if its rendered URL is invalid', () => {
  const dead: [string, string][] = [
    ['<a href="javascript:1">', '<a href="#javascript:1">'],
    ["<a href=' data:x'>", "<a href='#data:x'>"],
    ['<img src="x.png">', '<img src="#x.png">'],
    ['<a href="https://a.example">', '<a href="https://a.example">'],
    ['<a href="">', '<a href="">'],
    ['<a href="mailto:a@b.example">', '<a href="mailto:a@b.example">'],
  ]
  for (const [html, wanted] of dead) assert.equal(neutralised(html), wanted)
})

test('Liquid is found by its delimiters', () => {
  assert.equal(
    replaceLiquid('a {{ b }} c {% d %}e {{ f', () => '-'),
    'a - c -e {{ f',
  )
  assert.equal(
    replaceLiquid('{{ "%}" }}{% "}}" %}', (liquid) => `<${liquid}>`),
    '<{{ "%}" }}><{% "}}" %}>',
  )
})

test('a long text of bad markup is checked in time', async () => {
  for (const part of [
    '{{',
    '{%',
    '<style>',
    '<a ',
    '<a b="',
    "<a b='",
    '<a b=',
    ' href=',
    '<p '.padEnd(500),
    '{{ }',
    '/',
  ])
    for (const look of [problemsIn, neutralised]) {
      const tookMs = await measureProcessorMs(() => look(part.repeat(300_000 / part.length)))
      assert.ok(tookMs < 1500, `${look.name} ${part}`)
    }
})
