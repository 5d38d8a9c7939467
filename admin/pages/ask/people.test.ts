import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePeople } from './people.ts'

const read = (text: string) => parsePeople(text).people.map(({ email, name }) => [email, name])

test('a line with one address is read with its name, in the usual notations', () => {
  assert.deepEqual(
    read(
      [
        'ada@customer.example',
        'Bo Berg <bo@customer.example>',
        '"Lane, Cy" <cy@customer.example>;',
        'dee@customer.example, Dee Doe',
        'Eve O’Hara\teve@customer.example',
        'mailto:fay@customer.example',
        '  gus@customer.example.  ',
      ].join('\r\n'),
    ),
    [
      ['ada@customer.example', ''],
      ['bo@customer.example', 'Bo Berg'],
      ['cy@customer.example', 'Lane Cy'],
      ['dee@customer.example', 'Dee Doe'],
      ['eve@customer.example', 'Eve O’Hara'],
      ['fay@customer.example', ''],
      ['gus@customer.example', ''],
    ],
  )
})

test('several addresses on a line are several people without names', () => {
  assert.deepEqual(read('a@x.example, b@x.example; c@x.example'), [
    ['a@x.example', ''],
    ['b@x.example', ''],
    ['c@x.example', ''],
  ])
})

test('a line without an address is reported with its number, except a heading and empty lines', () => {
  assert.deepEqual(parsePeople('\uFEFFName;E-mail\n\nJane Doe\njane@x.example').unread, [{ line: 3, text: 'Jane Doe' }])
  assert.deepEqual(parsePeople('Jane Doe').unread, [{ line: 1, text: 'Jane Doe' }])
})
