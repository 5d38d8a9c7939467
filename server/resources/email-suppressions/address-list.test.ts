import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readAddressList } from './address-list.ts'

const table: [name: string, text: string, addresses: string[]][] = [
  ['one a line', 'a@x.example\nb@x.example\r\n\n c@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
  [
    'a header',
    '\ufeffEmail Address,First Name\na@x.example,Ada\n"b@x.example","Lovelace, Ada"',
    ['a@x.example', 'b@x.example'],
  ],
  ['semicolons, the address last', 'Name;E-Mail\nAda;a@x.example\nBo;\n', ['a@x.example', '']],
  ['a postal address beside it', 'Address\tEmail\nStreet 1\ta@x.example', ['a@x.example']],
  ['no header and two columns', 'Ada,a@x.example\nBo,b@x.example', ['a@x.example', 'b@x.example']],
  [
    'line breaks in a cell',
    'email,note\na@x.example,"one\ntwo ""quoted"""\nb@x.example,',
    ['a@x.example', 'b@x.example'],
  ],
  ['what is no address', 'email\nbroken\na@x.example', ['broken', 'a@x.example']],
  ['old Mac lines', 'a@x.example\rb@x.example', ['a@x.example', 'b@x.example']],
  ['nothing', ' \n', []],
]
for (const [name, text, addresses] of table)
  test(`the parser reads a list with ${name}`, () => assert.deepEqual(readAddressList(text).addresses, addresses))

test('any text can be read as a list without an error', () => {
  fc.assert(
    fc.property(fc.string(), (text) => readAddressList(text).addresses.every((each) => typeof each === 'string')),
  )
})
