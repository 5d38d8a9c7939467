import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { aliases } from '../vendors/fields.ts'
import type { Format } from '../vendors/format.ts'
import type { ImportedReview } from './imported-review.ts'
import { readReview } from './row.ts'
import { signatures } from './signatures.ts'

const now = new Date('2026-06-01T00:00:00Z')
const plain: Format = { name: 'plain', label: 'Plain', source: 'plain', required: [], fields: aliases }
const complete = { rating: '5', body: 'Good', author: 'Ada', email: 'ada@example.com', date: '2024-01-02', sku: 'A-1' }

const read = (values: Record<string, string>, format: Format = plain) =>
  readReview({ ...complete, ...values }, format, { now })

function review(values: Record<string, string>, format?: Format): ImportedReview {
  const outcome = read(values, format)
  assert.ok('review' in outcome, JSON.stringify(outcome))
  return outcome.review
}

function problem(values: Record<string, string>, format?: Format) {
  const outcome = read(values, format)
  assert.ok('problem' in outcome, JSON.stringify(outcome))
  return outcome.problem
}

function warnings(values: Record<string, string>, format?: Format): string[] {
  const outcome = read(values, format)
  assert.ok('review' in outcome, JSON.stringify(outcome))
  return outcome.warnings.map((warning) => warning.code)
}

test('a complete row becomes a review', () => {
  assert.deepEqual(read({}), {
    review: {
      rating: 5,
      body: 'Good',
      authorName: 'Ada',
      authorEmail: 'ada@example.com',
      product: { sku: 'A-1' },
      submittedAt: '2024-01-02T00:00:00.000Z',
      status: 'pending',
      claimedVerified: false,
      incentivized: false,
      photoUrls: [],
    },
    warnings: [],
  })
})

describe('rating', () => {
  const five = (written: string, expected: number) =>
    test(`${written} is ${expected}`, () => assert.equal(review({ rating: written }).rating, expected))
  for (const [written, expected] of [
    ['1', 1],
    ['4.0', 4],
    ['4,6', 5],
    ['4.4', 4],
    ['4.5', 5],
    ['3/5', 3],
    ['5.00', 5],
  ] as const)
    five(written, expected)

  const refused = {
    '': 'rating_missing',
    '0': 'rating_out_of_range',
    '0.9': 'rating_out_of_range',
    '5.1': 'rating_out_of_range',
    '6': 'rating_out_of_range',
    '10': 'rating_out_of_range',
    '-1': 'invalid_rating',
    '8/10': 'invalid_rating',
    five: 'invalid_rating',
    '1e1': 'invalid_rating',
    NaN: 'invalid_rating',
  }
  for (const [written, code] of Object.entries(refused)) {
    test(`${written || 'no rating'} is ${code}`, () => assert.equal(problem({ rating: written }).code, code))
  }

  test('a rating is rescaled only if the format declares its scale', () => {
    const outOfTen = { ...plain, ratingScale: 10 }
    const stars = ['1', '4', '5', '9', '10', '7/10'].map((rating) => review({ rating }, outOfTen).rating)
    assert.deepEqual(stars, [1, 2, 3, 5, 5, 4])
    assert.equal(problem({ rating: '11' }, outOfTen).code, 'rating_out_of_range')
  })
})

describe('text', () => {
  test('line endings are unified, control characters removed, and titles put on one line', () => {
    const { title, body } = review({ body: ' a\r\nb\rc\u0007\u0085 ', title: 'One\ntwo  three' })
    assert.deepEqual([title, body], ['One two three', 'a\nb\nc'])
  })

  test('a review with a title needs no text', () => assert.equal(review({ body: '', title: 'Great' }).body, ''))

  test('a rating without text is a review only on platforms that collect such ratings', () => {
    assert.equal(problem({ body: ' ' }).code, 'body_missing')
    assert.equal(review({ body: ' ' }, { ...plain, allowsEmptyBody: true }).body, '')
  })

  test('an overlong text fails the row and is not truncated; limits count characters', () => {
    const tooLong = [
      problem({ title: 'x'.repeat(151) }),
      problem({ body: 'x'.repeat(5001) }),
      problem({ author: 'x'.repeat(81) }),
      problem({ reply: 'x'.repeat(5001) }),
      problem({ id: 'x'.repeat(256) }),
      problem({ sku: 'x'.repeat(256) }),
    ]
    assert.deepEqual(
      tooLong.map((each) => each.code),
      [
        'title_too_long',
        'body_too_long',
        'author_too_long',
        'reply_too_long',
        'external_id_too_long',
        'product_reference_too_long',
      ],
    )
    assert.equal(
      [...review({ title: '🎉'.repeat(150), body: '🎉'.repeat(5000), author: '🎉'.repeat(80) }).body].length,
      5000,
    )
  })

  test('a formula stays plain text', () => assert.equal(review({ body: '=1+1' }).body, '=1+1'))
})

describe('author', () => {
  test('an invalid address is dropped, but the review is imported', () => {
    for (const email of [
      'a***a@example.com',
      'nobody',
      'a@b',
      'two@example.com three@example.com',
      `${'x'.repeat(300)}@example.com`,
    ]) {
      assert.equal(review({ email }).authorEmail, undefined)
      assert.deepEqual(warnings({ email }), ['invalid_email'])
    }
  })

  test('an address in the name column is not shown', () => {
    const { authorName, authorEmail } = review({ author: 'jane@example.com', email: '' })
    assert.deepEqual([authorName, authorEmail], ['Anonymous', 'jane@example.com'])
    assert.deepEqual(warnings({ author: 'jane@example.com' }), ['author_is_email'])
  })

  test('a review without a name is imported as anonymous', () => {
    assert.equal(review({ author: '' }).authorName, 'Anonymous')
    assert.deepEqual(warnings({ author: '' }), ['author_missing'])
  })
})

describe('product', () => {
  test('a row without a product is refused', () => assert.equal(problem({ sku: '' }).code, 'product_missing'))

  test('the error code says that a spreadsheet shortened the id', () => {
    assert.equal(problem({ sku: '', productid: '7.01235E+12' }).code, 'product_id_mangled')
    assert.deepEqual(review({ productid: '7.01235E+12' }).product, { sku: 'A-1' })
    assert.equal(problem({ sku: '', gtin: '4.00638E+12' }).code, 'gtin_mangled')
    assert.equal(problem({ sku: '4.00638E+12' }).code, 'sku_mangled')
  })
})

describe('status', () => {
  const words = {
    published: 'approved',
    'Not-Yet': 'pending',
    unpublished: 'pending',
    FALSE: 'pending',
    '1': 'approved',
    hidden: 'rejected',
    Spam: 'spam',
    '': 'pending',
  }
  for (const [word, expected] of Object.entries(words)) {
    test(`the status ${word || 'of an empty cell'} is ${expected}`, () =>
      assert.equal(review({ status: word }).status, expected))
  }

  test('an unknown status word means pending and is reported', () => {
    assert.equal(review({ status: 'constructor' }).status, 'pending')
    assert.deepEqual(warnings({ status: 'constructor' }), ['unknown_status'])
  })

  test("a format's own status words take precedence", () => {
    const format: Format = { ...plain, statusWords: { published: 'spam' } }
    assert.equal(review({ status: 'Published' }, format).status, 'spam')
  })
})

describe('photos', () => {
  test('photos are split at separators, not at commas inside an address', () => {
    const written =
      'https://a.example/w_1,h_2/x.jpg,http://b.example/y.jpg; https://c.example/z.jpg|https://c.example/z.jpg'
    const expected = ['https://a.example/w_1,h_2/x.jpg', 'http://b.example/y.jpg', 'https://c.example/z.jpg']
    assert.deepEqual(review({ photos: written }).photoUrls, expected)
  })

  test('photos are limited to five http or https addresses without credentials', () => {
    const photos = [
      'ftp://x.example/a',
      'data:image/png;base64,AA',
      'https://u:p@x.example/a',
      ...Array.from({ length: 7 }, (_, i) => `https://x.example/${i}`),
    ].join(' ')
    assert.equal(review({ photos }).photoUrls.length, 5)
    assert.deepEqual(warnings({ photos }), ['photo_url_invalid', 'too_many_photos'])
  })
})

describe('texts with HTML', () => {
  test('texts with HTML become plain text: breaks and paragraphs become lines, and entities are decoded', () => {
    const { title, body, authorName, reply } = review({
      title: 'Tom &amp; Jerry&#8217;s',
      body: '<p>It&#8217;s <strong>good</strong>.</p>Really.<br />\nYes &lt;3',
      author: 'O&#039;Neill &amp; S&ouml;hne',
      reply: 'Thanks &quot;a lot&quot;<br>Ida',
    })
    assert.deepEqual(
      [title, body, authorName, reply?.body],
      ['Tom & Jerry’s', 'It’s good.\nReally.\nYes <3', "O'Neill & Söhne", 'Thanks "a lot"\nIda'],
    )
  })

  test('texts with HTML characters but no known tag or entity stay unchanged', () => {
    for (const body of ['5 < 6 & 7 > 3', 'R&D; x', 'I <3 it', 'a <mail@shop> b', 'AT&T'])
      assert.equal(review({ body }).body, body)
  })

  test('texts with HTML from our own export stay unchanged', () => {
    assert.equal(review({ body: 'a &amp; <br> b' }, { ...plain, isOwn: true }).body, 'a &amp; <br> b')
  })
})

describe('pictures hidden at the source', () => {
  test('pictures hidden at the source are not imported', () => {
    const [a, b] = ['https://x.example/a.jpg', 'https://x.example/b.jpg']
    for (const column of ['rejectedimageurls', 'unpublishedimageurl', 'hiddenphotos'])
      assert.deepEqual(review({ photos: `${a},${b}`, [column]: b }).photoUrls, [a])
  })
})

describe('incentivized', () => {
  test('every value except "no" and an empty value marks a review as incentivized', () => {
    for (const [word, expected] of [
      ['coupon', true],
      ['10 %', true],
      ['1', true],
      ['no', false],
      ['n/a', false],
      ['', false],
    ] as const)
      assert.equal(review({ incentivized: word }).incentivized, expected)
  })
})

describe('reply', () => {
  test('a reply is skipped if any column marks it as hidden or private', () => {
    const held: Record<string, string>[] = [
      { replyispublic: 'Private' },
      { replyispublic: 'Nein' },
      { replyisprivate: 'x' },
      { replyhidden: '1' },
    ]
    for (const values of held) assert.equal(review({ reply: 'Call her', ...values }).reply, undefined)
    const shown: Record<string, string>[] = [
      { replyispublic: 'Public' },
      { replyisprivate: 'null' },
      { replyhidden: '0' },
    ]
    for (const values of shown) assert.equal(review({ reply: 'Thanks', ...values }).reply?.body, 'Thanks')
  })

  test('a reply retains its date, but an unreadable date is left out', () => {
    assert.deepEqual(review({ reply: 'Thanks', repliedat: '2024-02-01' }).reply, {
      body: 'Thanks',
      repliedAt: '2024-02-01T00:00:00.000Z',
    })
    assert.deepEqual(review({ reply: 'Thanks', repliedat: 'soon' }).reply, { body: 'Thanks' })
    assert.deepEqual(warnings({ reply: 'Thanks', repliedat: 'soon' }), ['reply_date_left_out'])
  })

  test('a reply is skipped if it is private', () => {
    assert.equal(review({ reply: 'Call her', replyispublic: 'false' }).reply, undefined)
    assert.deepEqual(warnings({ reply: 'Call her', replyispublic: 'false' }), ['private_reply_left_out'])
  })
})

test('only codes are imported as country and language', () => {
  const { locale, country } = review({ locale: 'fr_ca', country: 'ca' })
  assert.deepEqual([locale, country], ['fr-CA', 'CA'])
  const other = review({ locale: 'French (Canada)', country: 'Canada' })
  assert.deepEqual([other.locale, other.country], [undefined, undefined])
})

test("the caller's date order takes precedence over the format's", () => {
  const format: Format = { ...plain, dateOrder: 'dmy' }
  const at = (dateOrder?: 'mdy') => readReview({ ...complete, date: '03/04/2024' }, format, { now, dateOrder })
  const months = [at(), at('mdy')].map((outcome) => 'review' in outcome && outcome.review.submittedAt.slice(5, 7))
  assert.deepEqual(months, ['04', '03'])
  assert.equal(problem({ date: '03/04/2024' }).code, 'ambiguous_date')
})

test('no problem and no warning quotes an e-mail address', () => {
  const address = 'jane.doe@example.com'
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(complete), 'status', 'repliedat', 'photos', 'parentid'),
      fc.string({ maxLength: 300 }),
      (field, padding) => {
        const outcome = read(
          { reply: 'x', [field]: `${padding} ${address}` },
          { ...plain, fields: { ...aliases, parentId: ['parentid'] } },
        )
        const problems = 'warnings' in outcome ? outcome.warnings : Object.values(outcome)
        assert.doesNotMatch(JSON.stringify(problems), /jane|example\.com/)
      },
    ),
  )
})

test('parsing any row is deterministic, and gives a bounded review or an error', () => {
  const names = [...new Set(signatures.flatMap((format) => Object.values(format.fields).flat()))]
  const value = fc.oneof(
    anyText(),
    fc.constantFrom('5', '2024-01-02', 'true', 'a@b.co', '03/04/2024', '7.1E+12', 'https://x.example/a'),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), fc.constantFrom(...signatures), (values, format) => {
      const outcome = readReview(values, format, { now })
      assert.deepEqual(readReview(values, format, { now }), outcome)
      if ('problem' in outcome) return assert.match(outcome.problem.code, /^[a-z_]+$/)
      assert.ok('review' in outcome)
      const { rating, photoUrls, submittedAt } = outcome.review
      assert.ok(Number.isInteger(rating) && rating >= 1 && rating <= 5)
      assert.ok(photoUrls.length <= 5 && submittedAt <= now.toISOString())
    }),
    { numRuns: 500 },
  )
})
