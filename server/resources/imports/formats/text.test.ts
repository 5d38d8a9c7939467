import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FileProblem } from './problems.ts'
import { openText } from './text.ts'

async function* source(...chunks: Uint8Array[]) {
  yield* chunks
}

async function read(...chunks: Uint8Array[]) {
  const text = await openText(source(...chunks))
  const parts: Buffer[] = []
  for await (const chunk of text.chunks) parts.push(chunk)
  return {
    layout: text.layout,
    content: Buffer.concat(parts).toString('utf8'),
    warnings: text.warnings.map((w) => w.code),
  }
}

const utf16be = (value: string) => Buffer.from(value, 'utf16le').swap16()
const oneByteChunks = (bytes: Buffer) => [...bytes].map((byte) => Buffer.from([byte]))

describe('encodings', () => {
  const header = 'title,body\n'
  const content = `${header}Größe,“très bien” 🎉\n`
  const cases: [name: string, bytes: Buffer, expected: string, warnings: string[]][] = [
    ['UTF-8', Buffer.from(content), content, []],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${content}`), content, []],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${content}`, 'utf16le'), content, ['encoding_utf_16']],
    ['UTF-16 BE with a mark', utf16be(`\ufeff${content}`), content, ['encoding_utf_16']],
    ['UTF-16 LE without a mark', Buffer.from(content, 'utf16le'), content, ['encoding_utf_16']],
    ['UTF-16 BE without a mark', utf16be(content), content, ['encoding_utf_16']],
    [
      'Windows-1252',
      Buffer.from(`${header}Gr\xf6\xdfe,\x93bien\x94`, 'latin1'),
      `${header}Größe,“bien”`,
      ['encoding_windows_1252'],
    ],
  ]
  for (const [name, bytes, expected, warnings] of cases) {
    test(`${name} is decoded, in one chunk or byte by byte`, async () => {
      assert.deepEqual(await read(bytes).then((r) => [r.content, r.warnings]), [expected, warnings])
      assert.deepEqual(await read(...oneByteChunks(bytes)).then((r) => [r.content, r.warnings]), [expected, warnings])
    })
  }

  test('the encoding is detected when the first accent follows 200 kB of ASCII', async () => {
    const ascii = `${header}${'plain,text\n'.repeat(20_000)}`
    const legacy = await read(Buffer.concat([Buffer.from(ascii), Buffer.from('caf\xe9,x\n', 'latin1')]))
    assert.equal(legacy.content, `${ascii}café,x\n`)
    assert.deepEqual(legacy.warnings, ['encoding_windows_1252'])
    const modern = await read(Buffer.from(`${ascii}café,x\n`))
    assert.equal(modern.content, `${ascii}café,x\n`)
    assert.deepEqual(modern.warnings, [])
  })

  test('an accented letter as the very last byte is detected', async () => {
    assert.equal((await read(Buffer.from('a,b\n1,caf\xe9', 'latin1'))).content, 'a,b\n1,café')
  })

  test('one invalid character does not change the detected encoding of a UTF-8 file', async () => {
    const bytes = Buffer.concat([Buffer.from(`${header}é,è\n`), Buffer.from([0xff]), Buffer.from(',ü\n')])
    assert.equal((await read(bytes)).content, `${header}é,è\n\ufffd,ü\n`)
  })
})

describe('layout', () => {
  const cases: [name: string, content: string, expected: object][] = [
    ['commas', 'a,b,c\n1;2;3;4;5,2,3\n', { kind: 'csv', delimiter: ',', newline: '\n' }],
    ['semicolons', 'a;b;c\r\n1,5;2;3\r\n', { kind: 'csv', delimiter: ';', newline: '\n' }],
    ['tabs', 'a\tb\tc\n', { kind: 'csv', delimiter: '\t', newline: '\n' }],
    ['quoted delimiters in the header', '"a;;;",b,"c\n;d"\n', { kind: 'csv', delimiter: ',', newline: '\n' }],
    ['lines of an old Mac', 'a,b\r1,2\r', { kind: 'csv', delimiter: ',', newline: '\r' }],
    ['a single line', 'a,b', { kind: 'csv', delimiter: ',', newline: '\n' }],
    ['JSON Lines', '\n {"a":1}\n{"a":2}\n', { kind: 'json_lines', newline: '\n' }],
    ['a line with a list in it', '{"a":1,"photos":[{"url":"x"}]}\n', { kind: 'json_lines', newline: '\n' }],
    ['a list', ' [{"a":1}]', { kind: 'json_list', start: 2, newline: '\n' }],
    ['a list in an object', '{\n "page": 1,\n "reviews": [{"a":1}]}', { kind: 'json_list', start: 27, newline: '\n' }],
    [
      'a list in an object in an object',
      '{"meta":{"x":[1,"]{"]},"response":{"é":"\\"","reviews":[{}]}}',
      { kind: 'json_list', start: 56, newline: '\n' },
    ],
  ]
  for (const [name, content, expected] of cases) {
    test(`${name} are recognised`, async () => assert.deepEqual((await read(Buffer.from(content))).layout, expected))
  }

  const refusals: [name: string, bytes: Buffer, code: string][] = [
    ['an empty file', Buffer.alloc(0), 'empty_file'],
    ['a file of blanks', Buffer.from(' \r\n\n'), 'empty_file'],
    ['pretty-printed JSON', Buffer.from('{\n  "rating": 5\n}'), 'json_not_lines'],
    ['a web page', Buffer.from('<!doctype html><p>Sign in</p>'), 'not_a_table'],
    ['a spreadsheet', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]), 'spreadsheet_file'],
    ['a gzip file', Buffer.from([0x1f, 0x8b, 0x08, 0x00]), 'compressed_file'],
    ['a first line without end', Buffer.alloc(100_000, 'a'), 'header_too_long'],
  ]
  for (const [name, bytes, code] of refusals) {
    test(`${name} is refused with a reason`, async () => {
      await assert.rejects(read(bytes), (error) => error instanceof FileProblem && error.code === code)
    })
  }
})

test('the upload of a refused file is closed', async () => {
  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(1000, 'a')
    } finally {
      isClosed = true
    }
  }
  await assert.rejects(openText(endless()))
  assert.ok(isClosed)
})
