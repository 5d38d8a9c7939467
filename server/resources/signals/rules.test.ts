import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  countMailboxes,
  countNames,
  findBusiest,
  findInsider,
  findJoined,
  isBurst,
  type OwnAddresses,
  takesFurther,
  toMailbox,
  toName,
} from './rules.ts'
import { kinds, states } from './schema.ts'

const local = fc.string({ unit: fc.constantFrom('a', 'B', '.', '1', '_', 'é'), minLength: 1, maxLength: 8 })
const tag = fc.string({ unit: fc.constantFrom('x', '+', '2', '.'), maxLength: 5 })
const host = fc.constantFrom('customer.example', 'Mail.Customer.example', 'gmail.com')

test('a mailbox is an address without tag in lower case, and normalising it again changes nothing', () => {
  fc.assert(
    fc.property(local, tag, host, (name, mark, domain) => {
      const mailbox = toMailbox(`${name}+${mark}@${domain}`)
      assert.equal(mailbox, toMailbox(`${name.toUpperCase().toLowerCase()}@${domain.toLowerCase()}`))
      assert.equal(toMailbox(mailbox), mailbox)
    }),
  )
  assert.equal(toMailbox('+x@customer.example'), '+x@customer.example')
})

test('two notations of a name or mailbox count once', () => {
  const row = fc.record({ email: fc.tuple(local, host).map((parts) => parts.join('@')), name: local })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const written = rows.map(({ email, name }) => ({
        email: email.replace('@', '+tag@'),
        name: `  ${name.toUpperCase()} `,
      }))
      assert.equal(countMailboxes([...rows, ...written]), countMailboxes(rows))
      assert.equal(countNames([...rows, ...written]), countNames(rows))
      assert.ok(countNames(rows) <= rows.length)
    }),
  )
  assert.equal(toName(' Ann\u00a0 LEE '), 'ann lee')
})

test('the busiest span contains the given time, is short enough, and has the most reviews', () => {
  const times = fc.array(fc.nat({ max: 100 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 40 }), fc.nat(), (given, span, nth) => {
      const rows = given.sort((a, b) => a - b).map((at) => ({ at }))
      const time = rows[nth % rows.length]?.at ?? 0
      const busiest = findBusiest(rows, time, span, (some) => some.length)
      assert.ok(busiest.some(({ at }) => at === time))
      assert.ok((busiest.at(-1)?.at ?? 0) - (busiest[0]?.at ?? 0) < span)
      for (let start = time - span + 1; start <= time; start++) {
        const inSpan = rows.filter(({ at }) => at >= start && at < start + span)
        assert.ok(inSpan.length <= busiest.length, `${start} has ${inSpan.length}`)
      }
    }),
  )
})

test('a burst needs ten reviews and five times the daily mean', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100 }), fc.nat({ max: 2_000 }), (inDay, before) => {
      assert.equal(isBurst(inDay, before / 90), inDay >= 10 && inDay * 90 >= 5 * before)
    }),
  )
  assert.deepEqual([isBurst(9, 0), isBurst(10, 0), isBurst(10, 2), isBurst(10, 2.01)], [false, true, true, false])
})

const own: OwnAddresses = {
  members: ['Boss@gmail.com'],
  origins: ['https://www.acme.example', 'http://localhost:3000', 'https://acme.myshopify.com', 'not an address'],
  sendingDomain: 'news.acme-mail.co.uk',
  billingEmail: 'books@gmx.de',
}

test('insiders are members, and addresses at domains that only the shop owns', () => {
  const matches = (email: string) => findInsider(email, own)?.match
  assert.equal(matches('boss+reviews@GMAIL.com'), 'member')
  assert.equal(matches('ann@acme.example'), 'origin')
  assert.equal(matches('ann@mail.acme.example'), 'origin')
  assert.equal(matches('ann@acme.myshopify.com'), 'origin')
  assert.equal(matches('ann@other.myshopify.com'), undefined)
  assert.equal(matches('ann@acme-mail.co.uk'), 'sending_domain')
  assert.equal(matches('ann@other.co.uk'), undefined)
  assert.equal(matches('ann@gmx.de'), undefined)
  assert.equal(matches('ann@localhost'), undefined)
})

test("an address at a public mail provider is an insider only if it is a member's", () => {
  fc.assert(
    fc.property(local, fc.constantFrom('gmail.com', 'gmx.de', 'web.de', 'outlook.com'), (name, domain) => {
      const all = {
        ...own,
        members: [],
        sendingDomain: domain,
        billingEmail: `x@${domain}`,
        origins: [`https://${domain}`],
      }
      assert.equal(findInsider(`${name}@${domain}`, all), undefined)
    }),
  )
})

test('reviews join a signal of the same kind, and most dismissed signals accept no further reviews', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd')
  const known = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...kinds),
    state: fc.constantFrom(...states),
    reviewIds: fc.uniqueArray(id, { minLength: 1 }),
  })
  const found = fc.record({ kind: fc.constantFrom(...kinds), reviewIds: fc.uniqueArray(id, { minLength: 1 }) })
  fc.assert(
    fc.property(found, fc.array(known), (signal, all) => {
      const joined = findJoined(signal, all)
      const states = (some: typeof all) =>
        some.filter((each) => each.kind === signal.kind && each.reviewIds.some((id) => signal.reviewIds.includes(id)))
      if (!joined) {
        for (const each of states(all)) {
          assert.ok(!takesFurther(each.kind, each.state))
          assert.ok(!signal.reviewIds.every((id) => each.reviewIds.includes(id)))
        }
        return
      }
      assert.ok(states(all).some(({ id }) => id === joined.id))
      if (!takesFurther(joined.kind, joined.state))
        assert.ok(signal.reviewIds.every((id) => joined.reviewIds.includes(id)))
    }),
  )
})
