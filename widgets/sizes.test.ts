import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, 'dist')

const measureSize = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
const chunks = () => readdirSync(join(dist, 'chunks'))

const scripts = [
  ...['reviews', 'stars', 'review-form', 'loyalty', 'faq', 'gallery'],
  ...['counts', 'placements', 'photos', 'carousel', 'badge', 'tab'],
].map((name) => `${name}.js`)

function assertSize(file: string, most: number): void {
  assert.ok(measureSize(file) <= most, `${file}: ${measureSize(file)} bytes`)
}
function assertOneChunk(start: string, most: number): void {
  const [chunk, ...others] = chunks().filter((name) => name.startsWith(start))
  assert.ok(chunk !== undefined && others.length === 0)
  assertSize(`chunks/${chunk}`, most)
}
function assertTexts(element: string, most: number): void {
  const texts = chunks().filter((name) => new RegExp(`^${element}-[a-z]{2}-`).test(name))
  assert.equal(texts.length, 10)
  for (const name of texts) assertSize(`chunks/${name}`, most)
}

before(async () => {
  // The build script is JavaScript without types, so the compiler must not resolve its path.
  const { buildWidgets } = await import(new URL('../bin/build.mjs', import.meta.url).href)
  assert.ok(await buildWidgets(), 'the widgets are built')
})

test('reviews with stars, Preact and styles are at most 12 kB', () => {
  assertSize('reviews.js', 12_000)
})

test('stars alone are at most 2.5 kB, and the texts of a language 1.3 kB', () => {
  assertSize('stars.js', 2_500)
  assertTexts('reviews', 1_300)
})

test('loyalty with Preact and styles is at most 9.5 kB, its texts per language 1 kB', () => {
  assertSize('loyalty.js', 9_500)
  assertTexts('loyalty', 1_000)
})

test('redeeming and the referral link load on demand and are at most 6 kB with ten languages', () => {
  assertOneChunk('loyalty-redeeming-', 6_000)
})

test('FAQs with search, form and three languages are at most 8 kB', () => {
  assertSize('faq.js', 8_000)
})

test('galleries with three layouts, a lightbox and ten languages are at most 8 kB', () => {
  assertSize('gallery.js', 8_000)
})

test("a gallery's form with ten languages is at most 5.5 kB and loads on demand", () => {
  assertOneChunk('gallery-lead-form-', 5_500)
})

test('carousel, badge, tab and photos with ten languages are at most 8.5, 6.5, 8.2 and 7.5 kB', () => {
  const most = { carousel: 8_500, badge: 6_500, tab: 8_200, photos: 7_500 }
  for (const [name, bytes] of Object.entries(most)) assertSize(`${name}.js`, bytes)
})

test('the separate chunk for filters, sorting, search and votes is at most 3.2 kB', () => {
  assertOneChunk('reviews-browsing-', 3_200)
  assertOneChunk('reviews-seek-', 500)
  assertOneChunk('reviews-extras-', 1_500)
})

test('translations and digests with ten languages load only where they are on and are at most 2 kB', () => {
  assertOneChunk('reviews-words-', 2_000)
})

test('texts for reviews of the shop load on demand and are at most 2.8 kB with ten languages', () => {
  assertOneChunk('reviews-shop-words-', 2_800)
})

test('the filters and the lightbox load on demand and are at most 2.1 and 3.6 kB', () => {
  assertOneChunk('reviews-filters-', 2_100)
  assertOneChunk('reviews-dialogs-', 3_600)
})

test('the view counter is at most 1.1 kB', () => {
  assertSize('counts.js', 1_100)
})

test('the placements script is at most 2.5 kB', () => {
  assertSize('placements.js', 2_500)
})

test("a page's script loads nothing before it runs, and no chunk loads the script again", () => {
  for (const name of scripts) {
    assert.doesNotMatch(readFileSync(join(dist, name), 'utf8'), /(^|[;}])import[{*'"`\w]/, name)
  }
  for (const name of chunks()) {
    assert.doesNotMatch(readFileSync(join(dist, 'chunks', name), 'utf8'), /(from|import)\s*\(?['"`]\.\.\//, name)
  }
})

test('every script runs under a policy that forbids evaluation and inline styles', () => {
  for (const name of [...scripts, ...chunks().map((name) => `chunks/${name}`)]) {
    const source = readFileSync(join(dist, name), 'utf8')
    assert.doesNotMatch(source, /\beval\(|new Function\(|<style|cssText=['"`]/, name)
  }
})
