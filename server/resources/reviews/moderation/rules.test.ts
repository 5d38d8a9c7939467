import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { moderationReasons, sources, statuses, withholdingReasons } from '../schema.ts'
import { type DecisionFacts, decide, type State } from './rules.ts'
import { type Field, fields, type ReviewChanges } from './schema.ts'

const act = { now: '2026-11-20T10:00:00.000Z', repliesAs: 'The shop', policyVersion: 3, by: 'key:1' }
const earlier = '2026-11-01T00:00:00.000Z'

const state: State = {
  status: 'pending',
  moderation: null,
  rating: 3,
  title: 'Fine',
  body: 'It is fine.',
  authorName: 'Jane D.',
  verified: false,
  reply: null,
  approvedAt: null,
  correction: null,
  correctionRefused: null,
  correctedAt: null,
}
const customers = { ...state, source: 'email_form' as const }
const imported = { ...state, source: 'import' as const }

test('a review can change freely between approved, rejected and spam', () => {
  for (const from of statuses) {
    for (const to of ['approved', 'rejected', 'spam'] as const) {
      const { after, applied, refused } = decide({ ...customers, status: from }, { status: to }, act)
      assert.deepEqual([after.status, refused], [to, []])
      assert.deepEqual(applied, from === to ? [] : ['status'])
    }
  }
})

test('a withheld review has reason, policy and actor; a public review has none of these', () => {
  const decided = (reason: DecisionFacts['reason']) => ({ reason, policyVersion: 3, at: act.now, by: 'key:1' })
  for (const status of ['rejected', 'spam'] as const) {
    assert.deepEqual(decide(customers, { status }, act).after.moderation, decided('unspecified'))
    for (const reason of withholdingReasons) {
      const { after, applied } = decide(customers, { status, reason }, act)
      assert.deepEqual([after.moderation, applied], [decided(reason), ['status', 'reason']])
      assert.equal(decide({ ...after, source: 'api' }, { status: 'approved' }, act).after.moderation, null)
    }
  }
})

test('a different reason counts as a change; the same reason or no reason does not', () => {
  const fake = decide(customers, { status: 'rejected', reason: 'fake' }, act).after
  const later = { ...act, now: '2026-11-21T00:00:00.000Z', policyVersion: 4, by: 'user:2' }
  for (const same of [{ status: 'rejected' as const }, { status: 'rejected' as const, reason: 'fake' as const }])
    assert.deepEqual(decide({ ...fake, source: 'api' }, same, later), { after: fake, applied: [], refused: [] })
  const { after, applied } = decide({ ...fake, source: 'api' }, { status: 'rejected', reason: 'insider' }, later)
  assert.deepEqual(after.moderation, { reason: 'insider', policyVersion: 4, at: later.now, by: 'user:2' })
  assert.deepEqual([after.status, applied], ['rejected', ['reason']])
  // A new decision drops the old reason.
  const spam = decide({ ...fake, source: 'api' }, { status: 'spam' }, later).after
  assert.equal(spam.moderation?.reason, 'unspecified')
})

test('only the statuses rejected and spam accept a reason', () => {
  for (const from of statuses) {
    for (const status of ['approved', from === 'pending' ? 'pending' : undefined] as const) {
      const { refused } = decide({ ...customers, status: from }, { ...(status && { status }), reason: 'fake' }, act)
      assert.deepEqual(
        refused.map(({ field, code }) => [field, code]),
        [['reason', 'validation_failed']],
      )
    }
  }
})

test('a review cannot become pending again, but a pending review may be sent back unchanged', () => {
  for (const from of ['approved', 'rejected', 'spam'] as const) {
    const { after, refused } = decide({ ...customers, status: from }, { status: 'pending' }, act)
    assert.deepEqual([after.status, refused.map((each) => each.code)], [from, ['validation_failed']])
  }
  assert.deepEqual(decide(customers, { status: 'pending' }, act), { after: state, applied: [], refused: [] })
})

test('the first approval sets the approval date, and later ones do not change it', () => {
  assert.equal(decide(customers, { status: 'approved' }, act).after.approvedAt, act.now)
  const again = { ...customers, status: 'rejected' as const, approvedAt: earlier }
  assert.equal(decide(again, { status: 'approved' }, act).after.approvedAt, earlier)
  assert.equal(decide(customers, { status: 'rejected' }, act).after.approvedAt, null)
})

test('a reply is dated when its text changes, not when it is sent again', () => {
  const answered = decide(customers, { reply: { body: ' Thank you. ' } }, act).after
  assert.deepEqual(answered.reply, { body: 'Thank you.', authorName: 'The shop', repliedAt: act.now })
  const later = { ...act, now: '2026-11-21T00:00:00.000Z', repliesAs: 'Renamed shop' }
  assert.deepEqual(decide({ ...answered, source: 'api' }, { reply: { body: 'Thank you.' } }, later).applied, [])
  assert.equal(decide({ ...answered, source: 'api' }, { reply: null }, later).after.reply, null)
  assert.deepEqual(decide(customers, { reply: null }, act).applied, [])
  assert.equal(decide(customers, { reply: { body: ' ' } }, act).refused[0]?.code, 'validation_failed')
})

const edits: Required<Omit<ReviewChanges, 'status' | 'reason' | 'correction' | 'reply' | 'seen'>> = {
  rating: 1,
  title: 'Bad',
  body: 'It is bad.',
  authorName: 'Joe',
  verified: true,
}

test("every field of a customer's review is locked, and an imported review is editable", () => {
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

test('an imported review cannot lose its text or name, nor have an address as name', () => {
  for (const wrong of [{ body: ' ' }, { authorName: '' }, { authorName: 'jane@x.io' }]) {
    assert.deepEqual(
      decide(imported, wrong, act).refused.map((each) => each.code),
      ['validation_failed'],
    )
  }
  assert.equal(decide(imported, { title: '' }, act).after.title, null)
  // An imported review can have a rating without text.
  assert.deepEqual(decide({ ...imported, body: '' }, { body: '' }, act).applied, [])
})

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const name = text.filter((each) => each.trim() !== '' && !each.includes('@'))
const plain = { noNullPrototype: true }
const aReply = fc.record({ body: name, authorName: fc.constant('Shop'), repliedAt: fc.constant(earlier) }, plain)
const aModeration = fc.record(
  {
    reason: fc.constantFrom(...moderationReasons),
    policyVersion: fc.integer({ min: 1, max: 9 }),
    at: fc.constant(earlier),
    by: fc.option(fc.constant('key:2')),
  },
  plain,
)
const aCorrection = fc.record(
  {
    rating: fc.integer({ min: 1, max: 5 }),
    title: fc.option(name),
    body: name,
    authorName: name,
    submittedAt: fc.constant(earlier),
  },
  plain,
)
const anyState: fc.Arbitrary<State> = fc.record(
  {
    status: fc.constantFrom(...statuses),
    moderation: fc.option(aModeration),
    rating: fc.integer({ min: 1, max: 5 }),
    title: fc.option(name),
    body: name,
    authorName: name,
    verified: fc.boolean(),
    reply: fc.option(aReply),
    approvedAt: fc.option(fc.constant(earlier)),
    correction: fc.option(aCorrection),
    correctionRefused: fc.constant(null),
    correctedAt: fc.option(fc.constant(earlier)),
  },
  plain,
)
const anyChanges: fc.Arbitrary<ReviewChanges> = fc.record(
  {
    status: fc.constantFrom(...statuses),
    reason: fc.constantFrom(...withholdingReasons),
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

/** `correction` is a decision that a client sends. The review that a client reads does not have it. */
const sentBack = ({ correction: _, ...before }: State): ReviewChanges => before

test('sending a review back unchanged is never a change, and is never refused', () => {
  fc.assert(
    fc.property(anyState, anySource, (before, source) => {
      assert.deepEqual(decide({ ...before, source }, sentBack(before), act), {
        after: before,
        applied: [],
        refused: [],
      })
    }),
  )
})

const readField = (state: State, field: Field) => (field === 'reason' ? state.moderation?.reason : state[field])

test('every sent field is applied, refused or unchanged; refused fields keep their value', () => {
  fc.assert(
    fc.property(anyState, anySource, anyChanges, (before, source, asked) => {
      const { after, applied, refused } = decide({ ...before, source }, asked, act)
      const refusedFields = refused.map((each) => each.field)
      for (const field of fields) {
        // The next test is about corrections.
        if (field === 'correction') continue
        // A decision can repeat the previous reason.
        if (field === 'reason' && applied.includes('status')) continue
        if (applied.includes(field)) {
          assert.notDeepEqual(readField(after, field), readField(before, field), field)
          assert.ok(!refusedFields.includes(field) && asked[field] !== undefined)
        } else assert.deepEqual(readField(after, field), readField(before, field), field)
      }
      assert.notEqual(after.status === 'pending' && before.status !== 'pending', true)
    }),
  )
})

test('an accepted correction sets exactly the waiting text; any other outcome keeps the text', () => {
  const pickWords = ({ rating, title, body, authorName }: Pick<State, 'rating' | 'title' | 'body' | 'authorName'>) => ({
    ...{ rating, title, body, authorName },
  })
  const anyDecision = fc.record(
    {
      correction: fc.constantFrom('accepted' as const, 'rejected' as const),
      reason: fc.constantFrom(...withholdingReasons),
      status: fc.constantFrom(...statuses),
    },
    { requiredKeys: ['correction'], noNullPrototype: true },
  )
  fc.assert(
    fc.property(anyState, anySource, anyDecision, (before, source, asked) => {
      const { after, refused } = decide({ ...before, source }, asked, act)
      const isPossible = before.correction !== null && asked.status === undefined
      const isAccepted = isPossible && asked.correction === 'accepted'
      assert.deepEqual(pickWords(after), pickWords((isAccepted && before.correction) || before))
      assert.equal(after.correctedAt, isAccepted ? act.now : before.correctedAt)
      assert.equal(after.verified, before.verified)
      assert.equal(
        refused.some(({ field }) => field === 'correction'),
        !isPossible,
      )
      if (isPossible) assert.equal(after.correction, null)
      if (isPossible && !isAccepted) assert.equal(after.correctionRefused?.reason, asked.reason ?? 'unspecified')
    }),
  )
})

test("no request changes a customer's text, name, stars or verified mark", () => {
  fc.assert(
    fc.property(anyState, fc.constantFrom('email_form', 'widget_form', 'api'), anyChanges, (before, source, asked) => {
      const { after } = decide({ ...before, source: source as 'api' }, asked, act)
      for (const field of ['rating', 'title', 'body', 'authorName', 'verified'] as const) {
        assert.equal(after[field], before[field])
      }
    }),
  )
})

test('sending the same request again changes nothing', () => {
  fc.assert(
    fc.property(anyState, anySource, anyChanges, (before, source, asked) => {
      const once = decide({ ...before, source }, asked, act).after
      const again = decide({ ...once, source }, asked, { ...act, now: '2027-01-01T00:00:00.000Z' })
      assert.deepEqual([again.after, again.applied], [once, []])
    }),
  )
})
