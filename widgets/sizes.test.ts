import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, 'dist')

const measureSize = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
const chunks = () => readdirSync(join(dist, 'chunks'))

before(async () => {
  // JavaScript of the launcher, without types.
  const { buildWidgets } = await import(new URL('../bin/build.mjs', import.meta.url).href)
  assert.ok(await buildWidgets(), 'the widgets are built')
})

test('reviews with stars, Preact and styles are at most 12 kB', () => {
  assert.ok(measureSize('reviews.js') <= 12_000, `${measureSize('reviews.js')} bytes`)
})

test("stars alone are at most 2.5 kB, and a language's texts 1.3", () => {
  assert.ok(measureSize('stars.js') <= 2_500, `${measureSize('stars.js')} bytes`)
  const words = chunks().filter((name) => /^reviews-[a-z]{2}-/.test(name))
  assert.equal(words.length, 10)
  for (const name of words)
    assert.ok(measureSize(`chunks/${name}`) <= 1_300, `${name}: ${measureSize(`chunks/${name}`)} bytes`)
})

test("loyalty with Preact and styles is at most 9.5 kB, and a language's texts 1", () => {
  assert.ok(measureSize('loyalty.js') <= 9_500, `${measureSize('loyalty.js')} bytes`)
  const words = chunks().filter((name) => /^loyalty-[a-z]{2}-/.test(name))
  assert.equal(words.length, 10)
  for (const name of words)
    assert.ok(measureSize(`chunks/${name}`) <= 1_000, `${name}: ${measureSize(`chunks/${name}`)} bytes`)
})

test('FAQs with search, form and three languages are at most 8 kB', () => {
  assert.ok(measureSize('faq.js') <= 8_000, `${measureSize('faq.js')} bytes`)
})

test('galleries with three layouts, a lightbox and ten languages are at most 8 kB', () => {
  assert.ok(measureSize('gallery.js') <= 8_000, `${measureSize('gallery.js')} bytes`)
})

test("a gallery's form with ten languages is at most 5.5 kB and loads on demand", () => {
  const [form, ...others] = chunks().filter((name) => name.startsWith('gallery-lead-form-'))
  assert.ok(form !== undefined && others.length === 0)
  assert.ok(measureSize(`chunks/${form}`) <= 5_500, `${measureSize(`chunks/${form}`)} bytes`)
})

test('carousel, badge, tab and photos with ten languages are at most 8.5, 6.5, 8.2 and 7.5 kB', () => {
  const most = { carousel: 8_500, badge: 6_500, tab: 8_200, photos: 7_500 }
  for (const [name, bytes] of Object.entries(most))
    assert.ok(measureSize(`${name}.js`) <= bytes, `${name}.js: ${measureSize(`${name}.js`)} bytes`)
})

test('filters, sorting, search and votes are at most 3.2 kB beside the reviews', () => {
  const [browsing, ...others] = chunks().filter((name) => name.startsWith('reviews-browsing-'))
  assert.ok(browsing !== undefined && others.length === 0)
  assert.ok(measureSize(`chunks/${browsing}`) <= 3_200, `${measureSize(`chunks/${browsing}`)} bytes`)
})

test('the view counter is at most 1.1 kB', () => {
  assert.ok(measureSize('counts.js') <= 1_100, `${measureSize('counts.js')} bytes`)
})

test('the placements script is at most 2.5 kB', () => {
  assert.ok(measureSize('placements.js') <= 2_500, `${measureSize('placements.js')} bytes`)
})

test("a page's script fetches nothing before it runs, and no chunk fetches it again", () => {
  for (const name of [
    'reviews.js',
    'stars.js',
    'review-form.js',
    'loyalty.js',
    'faq.js',
    'gallery.js',
    'counts.js',
    'placements.js',
    'photos.js',
    'carousel.js',
    'badge.js',
    'tab.js',
  ]) {
    assert.doesNotMatch(readFileSync(join(dist, name), 'utf8'), /(^|[;}])import[{*'"`\w]/, name)
  }
  for (const name of chunks()) {
    assert.doesNotMatch(readFileSync(join(dist, 'chunks', name), 'utf8'), /(from|import)\s*\(?['"`]\.\.\//, name)
  }
})

test('every script runs under a policy that forbids evaluation and inline styles', () => {
  const scripts = [
    'reviews.js',
    'stars.js',
    'loyalty.js',
    'faq.js',
    'gallery.js',
    'counts.js',
    'placements.js',
    'photos.js',
    'carousel.js',
    'badge.js',
    'tab.js',
    ...chunks().map((name) => `chunks/${name}`),
  ]
  for (const name of scripts) {
    const source = readFileSync(join(dist, name), 'utf8')
    assert.doesNotMatch(source, /\beval\(|new Function\(|<style|cssText=['"`]/, name)
  }
})
