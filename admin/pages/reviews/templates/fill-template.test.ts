import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTo, fillTemplate } from './fill-template.ts'

const product = { id: '1', platformProductId: 'mug', title: 'Stoneware mug', url: null, imageUrl: null }

test('every placeholder is filled, and other braces stay', () => {
  const filled = fillTemplate('Thank you, {author}! {author}, the {product} {is} yours.', {
    authorName: 'Jane',
    product,
  })
  assert.equal(filled, 'Thank you, Jane! Jane, the Stoneware mug {is} yours.')
  assert.equal(fillTemplate('{product}', { authorName: 'Jane', product: { ...product, title: null } }), 'mug')
})

test('a name that looks like a placeholder or a pattern is inserted as text', () => {
  assert.equal(fillTemplate('{author}', { authorName: '{product} $& $1', product }), '{product} $& $1')
})

test('a template is added after existing text', () => {
  assert.equal(addTo('Hello.\n', 'Bye.'), 'Hello.\n\nBye.')
  assert.equal(addTo('  ', 'Bye.'), 'Bye.')
})
