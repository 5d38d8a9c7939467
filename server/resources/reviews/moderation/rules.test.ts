import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sources, statuses } from '../schema.ts'
import { decide, type State } from './rules.ts'
import { fields, type ReviewChanges } from './schema.ts'

const act = { now: '2026-11-20T10:00:00.000Z', repliesAs: 'The shop' }
const earlier = '2026-11-01T00:00:00.000Z'

const state: State = {
  status: 'pending',
  rating: 3,
  title: 'Fine',
  body: 'It is fine.',
  authorName: 'Jane D.',
  verified: false,
  reply: null,
  approvedAt: null,
}
const customers = { ...state, source: 'email_form' as const }
const imported = { ...state, source: 'import' as const }

test('approved, rejected and spam follow upon each other freely', () => {
  for (const from of statuses) {
    for (const to of ['approved', 'rejected', 'spam'] as const) {
      const { after, applied, refused } = decide({ ...customers, status: from }, { status: to }, act)
      assert.deepEqual([after.status, refused], [to, []])
      assert.deepEqual(applied, from === to ? [] : ['status'])
    }
  }
})

test('a review does not become pending again; one that is pending may be sent back as it is', () => {
  for (const from of ['approved', 'rejected', 'spam'] as const) {
    const { after, refused } = decide({ ...customers, status: from }, { status: 'pending' }, act)
    assert.deepEqual([after.status, refused.map((each) => each.code)], [from, ['validation_failed']])
  }
  assert.deepEqual(decide(customers, { status: 'pending' }, act), { after: state, applied: [], refused: [] })
})

test('the first approval is dated, and keeps its date', () => {
  assert.equal(decide(customers, { status: 'approved' }, act).after.approvedAt, act.now)
  const again = { ...customers, status: 'rejected' as const, approvedAt: earlier }
  assert.equal(decide(again, { status: 'approved' }, act).after.approvedAt, earlier)
  assert.equal(decide(customers, { status: 'rejected' }, act).after.approvedAt, null)
})

test('an answer is dated when it changes, not when it is sent again', () => {
  const answered = decide(customers, { reply: { body: ' Thank you. ' } }, act).after
  assert.deepEqual(answered.reply, { body: 'Thank you.', authorName: 'The shop', repliedAt: act.now })
  const later = { now: '2026-11-21T00:00:00.000Z', repliesAs: 'Renamed shop' }
  assert.deepEqual(decide({ ...answered, source: 'api' }, { reply: { body: 'Thank you.' } }, later).applied, [])
  assert.equal(decide({ ...answered, source: 'api' }, { reply: null }, later).after.reply, null)
  assert.deepEqual(decide(customers, { reply: null }, act).applied, [])
  assert.equal(decide(customers, { reply: { body: ' ' } }, act).refused[0]?.code, 'validation_failed')
})

const edits: Required<Omit<ReviewChanges, 'status' | 'reply'>> = {
  rating: 1,
  title: 'Bad',
  body: 'It is bad.',
  authorName: 'Joe',
  verified: true,
}

test('what a customer left is locked, field by field, and an imported review is not', () => {
  for (const source of sources) {
    const { after, applied, refused } = decide({ ...state, source }, edits, act)
    if (source === 'import') assert.deepEqual([after, refused], [{ ...state, ...edits }, []])
    else {
      assert.deepEqual([after, applied], [state, []])
      assert.deepEqual(
        refused.map(({ field, code }) => [field, code]),
        Object.keys(edits).map((field) => [field, 'review_content_locked']),
      )
    }
  }
})

test('an imported review cannot lose its text or its name, nor show an address for a name', () => {
  for (const wrong of [{ body: ' ' }, { authorName: '' }, { authorName: 'jane@x.io' }]) {
    assert.deepEqual(
      decide(imported, wrong, act).refused.map((each) => each.code),
      ['validation_failed'],
    )
  }
  assert.equal(decide(imported, { title: '' }, act).after.title, null)
  // An import may bring in a rating without words.
  assert.deepEqual(decide({ ...imported, body: '' }, { body: '' }, act).applied, [])
})

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const name = text.filter((each) => each.trim() !== '' && !each.includes('@'))
const plain = { noNullPrototype: true }
const aReply = fc.record({ body: name, authorName: fc.constant('Shop'), repliedAt: fc.constant(earlier) }, plain)
const anyState: fc.Arbitrary<State> = fc.record(
  {
    status: fc.constantFrom(...statuses),
    rating: fc.integer({ min: 1, max: 5 }),
    title: fc.option(name),
    body: name,
    authorName: name,
    verified: fc.boolean(),
    reply: fc.option(aReply),
    approvedAt: fc.option(fc.constant(earlier)),
  },
  plain,
)
const anyChanges: fc.Arbitrary<ReviewChanges> = fc.record(
  {
    status: fc.constantFrom(...statuses),
    reply: fc.option(fc.record({ body: text })),
    rating: fc.integer({ min: 1, max: 5 }),
    title: fc.option(text),
    body: text,
    authorName: text,
    verified: fc.boolean(),
  },
  { requiredKeys: [], noNullPrototype: true },
)
const anySource = fc.constantFrom(...sources)

test('a review sent back as it was read is never a change, and never refused', () => {
  fc.assert(
    fc.property(anyState, anySource, (before, source) => {
      assert.deepEqual(decide({ ...before, source }, before, act), { after: before, applied: [], refused: [] })
    }),
  )
})

test('every field sent is applied, refused, or was so already: what is refused stays, what is applied differs', () => {
  fc.assert(
    fc.property(anyState, anySource, anyChanges, (before, source, asked) => {
      const { after, applied, refused } = decide({ ...before, source }, asked, act)
      const refusedFields = refused.map((each) => each.field)
      for (const field of fields) {
        if (applied.includes(field)) {
          assert.notDeepEqual(after[field], before[field], field)
          assert.ok(!refusedFields.includes(field) && asked[field] !== undefined)
        } else assert.deepEqual(after[field], before[field], field)
      }
      assert.notEqual(after.status === 'pending' && before.status !== 'pending', true)
    }),
  )
})

test('whatever is asked, a customer keeps their words, their name, their stars and their mark', () => {
  fc.assert(
    fc.property(anyState, fc.constantFrom('email_form', 'widget_form', 'api'), anyChanges, (before, source, asked) => {
      const { after } = decide({ ...before, source: source as 'api' }, asked, act)
      for (const field of ['rating', 'title', 'body', 'authorName', 'verified'] as const) {
        assert.equal(after[field], before[field])
      }
    }),
  )
})

test('asking twice changes nothing the second time', () => {
  fc.assert(
    fc.property(anyState, anySource, anyChanges, (before, source, asked) => {
      const once = decide({ ...before, source }, asked, act).after
      const again = decide({ ...once, source }, asked, { now: '2027-01-01T00:00:00.000Z', repliesAs: 'Another' })
      assert.deepEqual([again.after, again.applied], [once, []])
    }),
  )
})
