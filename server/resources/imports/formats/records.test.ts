import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { csvLine, escapeCell } from '#platform/values/csv.ts'
import { FileProblem, type RawRecord } from './problems.ts'
import { openRecords } from './records.ts'

async function* source(content: string | Buffer, chunkSize = 1 << 20) {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
}

async function read(content: string | Buffer, chunkSize?: number): Promise<RawRecord[]> {
  const { records } = await openRecords(source(content, chunkSize))
  return Array.fromAsync(records)
}

async function outline(content: string | Buffer, chunkSize?: number): Promise<string[]> {
  const records = await read(content, chunkSize)
  return records.map((record) => {
    const what = 'problem' in record ? record.problem.code : Object.values(record.values).join('|')
    return `${record.line}: ${what}`
  })
}

const refusedAs = (code: string) => (error: unknown) => error instanceof FileProblem && error.code === code

describe('CSV', () => {
  const cases: [promise: string, content: string | Buffer, expected: string[]][] = [
    ['a header alone has no records', 'a,b\n', []],
    ['one row without a final line break is read', 'a,b\n1,2', ['2: 1|2']],
    ['CRLF ends a line', 'a,b\r\n1,2\r\n"3","4"\r\n', ['2: 1|2', '3: 3|4']],
    ['line endings may be mixed', 'a,b\n"1","2"\r\n3,4\n', ['2: 1|2', '3: 3|4']],
    ['a lone CR ends the lines of old Mac files', 'a,b\r1,2\r"3\nx",4\r', ['2: 1|2', '3: 3\nx|4']],
    ['a record has the number of the line it starts on', 'a,b\n"1\n2\n3",x\n\n4,y\n', ['2: 1\n2\n3|x', '6: 4|y']],
    ['CRLF inside quotes counts as one line', 'a,b\r\n"1\r\n2",x\r\n3,y\r\n', ['2: 1\r\n2|x', '4: 3|y']],
    ['blank rows are no records', 'a,b\n,\n \n1,2\n', ['4: 1|2']],
    ['doubled quotation marks are one', 'a,b\n"say ""hi""",2\n', ['2: say "hi"|2']],
    ['the hint of a spreadsheet program is no header', 'sep=;\na;b\n1;2\n', ['3: 1|2']],
    ['blank lines may come before the header', '\n\na,b\n1,2\n', ['4: 1|2']],
    ['empty cells too many do no harm', 'a,b\n1,2,,\n', ['2: 1|2']],
    ['a cell too many fails its row alone', 'a,b\n1,2,3\n4,5\n', ['2: column_count', '3: 4|5']],
    ['a cell too few fails its row alone', 'a,b\n1\n4,5\n', ['2: column_count', '3: 4|5']],
    [
      'mismatched quotation marks fail their row alone',
      'a,b\n"1" x,2\n"3",4\n5,6\n',
      ['2: broken_quotes', '3: 3|4', '4: 5|6'],
    ],
    [
      'a cell that is not closed does not run into the next row unnoticed',
      'a,b\n"1,2\n"3",4\n5,6\n',
      ['2: broken_quotes', '4: 5|6'],
    ],
    [
      'a text that begins with a quotation is a text',
      'a,b\n"""Wow"", she said",2\n"""",x',
      ['2: "Wow", she said|2', '3: "|x'],
    ],
    ['a quotation mark within a bare cell is a character', 'a,b\n5" screen,2\n3,4\n', ['2: 5" screen|2', '3: 3|4']],
    ['blanks in front of a quotation mark are no part of the cell', 'a,b\n 1, "2,3"\n', ['2: 1|2,3']],
    ['a NUL fails its row alone', 'a,b\n1\0,2\n3,4\n', ['2: invalid_character', '3: 3|4']],
    [
      'broken UTF-8 fails its row alone',
      Buffer.concat([Buffer.from('a,b\né,2\nx'), Buffer.from([0xc3, 0x28]), Buffer.from(',2\n3,4\n')]),
      ['2: é|2', '3: invalid_character', '4: 3|4'],
    ],
    ['columns without a name are left out', 'a,,b,\n1,2,3,4\n', ['2: 1|3']],
  ]
  for (const [promise, content, expected] of cases) {
    test(promise, async () => {
      assert.deepEqual(await outline(content), expected)
      assert.deepEqual(await outline(content, 1), expected, 'byte by byte')
    })
  }

  test('a huge cell fails only its own row', async () => {
    const content = `a,b\n"${'x'.repeat(3_000_000)}",2\n3,4\n`
    assert.deepEqual(await outline(content), ['2: field_too_long', '3: 3|4'])
  })

  test('an unclosed quotation mark ends the file and names the line', async () => {
    const { records } = await openRecords(source('a,b\n1,2\n3,"4\n5,6\n'))
    const first = await records.next()
    assert.equal(first.value?.line, 2)
    await assert.rejects(records.next(), (error) => {
      assert.ok(refusedAs('quote_not_closed')(error))
      assert.match(String(error), /line 3/)
      return true
    })
  })

  for (const [what, filler] of [
    ['a quotation mark left open', '"3,4\n'],
    ['a line of nothing but delimiters', ',,,,'],
  ]) {
    test(`reading ${what} ends after a few megabytes, in a file of any size`, async () => {
      let sent = 0
      async function* endless() {
        yield Buffer.from(`a,b\n1,${filler?.[0]}`)
        for (;;) {
          sent += 100_000
          yield Buffer.alloc(100_000, filler?.slice(1))
        }
      }
      const { records } = await openRecords(endless())
      await assert.rejects(Array.fromAsync(records), refusedAs('quote_not_closed'))
      assert.ok(sent < 6_000_000)
    })
  }

  test('a column named __proto__ is an ordinary column', async () => {
    const [record] = await read('__proto__,constructor\nx,y\n')
    assert.ok(record && 'values' in record)
    assert.deepEqual({ ...record.values }, { proto: 'x', constructor: 'y' })
    assert.equal(Object.getPrototypeOf(record.values), null)
  })

  test('a duplicate column is refused in any spelling', async () => {
    await assert.rejects(read('Review ID,rating,review_id\n1,2,3\n'), refusedAs('duplicate_column'))
  })

  test('more than 200 columns are refused', async () => {
    const header = (count: number) => `${Array.from({ length: count }, (_, i) => `c${i}`).join(',')}\n`
    assert.equal((await openRecords(source(header(200)))).columns.length, 200)
    await assert.rejects(read(header(201)), refusedAs('too_many_columns'))
    await assert.rejects(read(header(10_000)), refusedAs('too_many_columns'))
  })

  test('a header with broken quotation marks is refused', async () => {
    await assert.rejects(read('"a" x,b\n1,2\n'), refusedAs('broken_header'))
  })

  test('every cell of an exported file is read back as it was exported', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', ';', '\t', '\n', '\r', '=', '-', 'é', '🎉') })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), async (rows) => {
        const records = await read(`k,a,b\n${rows.map((row) => csvLine(['x', ...row])).join('')}`)
        const values = records.map((record) => 'values' in record && [record.values.a, record.values.b])
        assert.deepEqual(
          values,
          rows.map((row) => row.map(escapeCell)),
        )
      }),
    )
  })
})

describe('JSON Lines', () => {
  test('nested objects are flattened and lists joined', async () => {
    const [record] = await read(
      '{"reviewer":{"name":"Ada","x":null},"photos":["u1",{"url":"u2"},7],"ok":true,"n":4.5}\n',
    )
    assert.ok(record && 'values' in record)
    assert.deepEqual(
      { ...record.values },
      { reviewername: 'Ada', reviewerx: '', photos: 'u1\nu2\n7', ok: 'true', n: '4.5' },
    )
  })

  test('ids longer than a JavaScript number keep all their digits', async () => {
    assert.deepEqual(await outline('{"id":70123456789012345678,"n":1}\n'), ['1: 70123456789012345678|1'])
  })

  test('an invalid line fails only itself, and a blank line is ignored', async () => {
    const content = '{"a":1}\n{"a":\n\n"text"\n[1]\n{"a":"\\ud800"}\n{"a":"\\u0000"}\r\n{"a":2}'
    const expected = [
      '1: 1',
      '2: invalid_json',
      '4: invalid_json',
      '5: invalid_json',
      '6: invalid_character',
      '7: invalid_character',
      '8: 2',
    ]
    assert.deepEqual(await outline(content), expected)
    assert.deepEqual(await outline(content, 1), expected)
  })

  test('a line over 1 MB fails only itself', async () => {
    const content = `{"a":1}\n{"a":"${'x'.repeat(1_100_000)}"}\n{"a":2}\n`
    assert.deepEqual(await outline(content), ['1: 1', '2: line_too_long', '3: 2'])
  })

  test('deep nesting and too many fields fail only their line', async () => {
    const deep = `{"a":1,"x":${'{"x":'.repeat(9000)}1${'}'.repeat(9000)}}`
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, 1])))
    const start = `${'{"a":1}\n'.repeat(10_000)}`
    assert.deepEqual((await outline(`${start}${deep}\n${wide}\n`)).slice(-2), ['10001: 1', '10002: column_count'])
  })

  test('a __proto__ key only sets a value with that name', async () => {
    const [record] = await read('{"__proto__":{"rating":"5"},"a":"1"}\n')
    assert.ok(record && 'values' in record)
    assert.equal(record.values.rating, undefined)
    assert.equal(record.values.protorating, '5')
  })

  test('a file without a readable line is refused', async () => {
    await assert.rejects(read('{"a\n{"b\n'), refusedAs('invalid_json'))
  })
})

describe('a JSON list', () => {
  const rows = [{ a: 'x, ]} "' }, { a: '{[' }, { a: 'é🎉' }]
  const forms: [name: string, content: string][] = [
    ['on one line', JSON.stringify(rows)],
    ['on many lines', JSON.stringify(rows, null, 2)],
    ['in an object', JSON.stringify({ current_page: 1, reviews: rows, per_page: 10 })],
    ['in an object on many lines', JSON.stringify({ meta: { pages: [1] }, data: { reviews: rows } }, null, 2)],
  ]
  for (const [name, content] of forms)
    test(`${name} results in one row per element, for any chunk sizes`, async () => {
      const expected = ['1: x, ]} "', '2: {[', '3: é🎉']
      assert.deepEqual(await outline(content), expected)
      assert.deepEqual(await outline(content, 1), expected)
    })

  test('an invalid or oversized element fails only itself, and a truncated list is reported', async () => {
    const content = `[{"a":1}, 7, {"a":}, [1], {"a":"${'x'.repeat(1_100_000)}"}, {"a":2}, {"a":`
    assert.deepEqual(await outline(content), [
      '1: 1',
      '2: invalid_json',
      '3: invalid_json',
      '4: invalid_json',
      '5: line_too_long',
      '6: 2',
      '7: invalid_json',
    ])
  })

  test('an empty list counts as an empty file', async () => {
    for (const content of ['[]', '{"reviews": []}', ' [ ] '])
      await assert.rejects(read(content), refusedAs('empty_file'))
  })

  test('pictures are read as addresses, each in its largest size, without hidden pictures', async () => {
    const pictures = [
      { urls: { small: 's1', original: 'o1' }, hidden: false },
      { urls: { small: 's2', original: 'o2' }, hidden: true },
      { url: 'o3', status: 'archived' },
      { src: 'o4' },
      { url: 'v', type: 'video' },
      { urls: { thumb: 't5' } },
    ]
    const [record] = await read(JSON.stringify([{ pictures }]))
    assert.ok(record && 'values' in record)
    assert.equal(record.values.pictures, 'o1\no4\nt5')
  })

  test('a visibility column in two spellings counts as two statements', async () => {
    const [record] = await read('[{"is_hidden":false,"isHidden":true,"name":"a","Name":"b"}]')
    assert.ok(record && 'values' in record)
    assert.deepEqual({ ...record.values }, { ishidden: 'false\ntrue', name: 'a' })
  })
})

test('records are returned before the file ends, and stopping closes the source', async () => {
  let isClosed = false
  let sent = 0
  async function* endless() {
    try {
      yield Buffer.from('a,b\n')
      for (;;) {
        sent++
        yield Buffer.from('1,2\n'.repeat(1000))
      }
    } finally {
      isClosed = true
    }
  }
  const { records } = await openRecords(endless())
  let count = 0
  for await (const _ of records) if (++count === 50_000) break
  assert.ok(isClosed)
  assert.ok(sent < 80, `${sent} chunks were taken for 50 chunks of records`)
})

test('an unread file is closed on request', async () => {
  let isClosed = false
  async function* endless() {
    try {
      yield Buffer.from('a,b\n')
      for (;;) yield Buffer.from('1,2\n'.repeat(1000))
    } finally {
      isClosed = true
    }
  }
  const file = await openRecords(endless())
  await file.close()
  assert.ok(isClosed)
})
