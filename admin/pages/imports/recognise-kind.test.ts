import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recogniseKind } from './recognise-kind.ts'

test('the columns of a file say what it contains', async () => {
  for (const [text, kind] of [
    ['Review ID,Product ID,Rating,Title,Body\n1,2,5,Good,Yes\n', 'reviews'],
    ['\ufeffProduct Title;Review Score;Review Content\n', 'reviews'],
    ['{"reviewId":"rv_2","productId":"1","rating":4}\n', 'reviews'],
    ['comment_ID,comment_post_ID,comment_content,comment_approved\n', 'reviews'],
    ['question,answer\nFrom a file?,Yes.\n', 'faqs'],
    ['email,points\nida@customer.example,640\n', 'loyalty_balances'],
    ['order id,email,order date,product id\n', 'orders'],
    ['Name,Email,Financial Status,Lineitem name,Lineitem sku\n', 'orders'],
    ['id,title,link,gtin\n', 'products'],
    ['id\ttitle\timage_link\n', 'products'],
  ] as const)
    assert.equal(await recogniseKind(new Blob([text])), kind, text)
})

test('a file without known columns stays unrecognised', async () => {
  assert.equal(await recogniseKind(new Blob(['a,b,c\n1,2,3\n'])), undefined)
  assert.equal(await recogniseKind(new Blob([])), undefined)
})
