import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPlace, nameElement } from './names.ts'

test('a place is named after its element, not after the selector', () => {
  assert.equal(formatPlace({ selector: '#reviews', insert: 'after' }), 'Below “reviews”')
  assert.equal(formatPlace({ selector: '#product .price-list', insert: 'before' }), 'Above “price list”')
  assert.equal(formatPlace({ selector: 'main', insert: 'prepend' }), 'At the start of the main area')
  assert.equal(formatPlace({ selector: '[data-role="x"]', insert: 'append' }), 'At the end of the element')
})

test('the name of an element is its id, its class or its tag', () => {
  assert.equal(nameElement('main > footer'), 'footer')
  assert.equal(nameElement('div.product__title'), 'product title')
  assert.equal(nameElement('*'), '')
})
