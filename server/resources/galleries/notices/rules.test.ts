import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mailsPerHour, planNotices } from './rules.ts'

const hourMs = 3_600_000
const now = new Date('2028-02-29T23:59:59.999Z')

test('no hour has more than twenty single mails, and no lead waits over an hour', () => {
  const minutes = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 300 })
  fc.assert(
    fc.property(minutes, (arrivals) => {
      const sent: number[] = []
      let due: number[] = []
      let waiting: number[] = []
      for (let minute = 0; minute <= 520; minute++) {
        const at = new Date(now.getTime() + minute * 60_000)
        due.push(...arrivals.filter((each) => each === minute).map(() => at.getTime()))
        const sentSingly = sent.filter((each) => each > at.getTime() - hourMs).length
        const [first] = waiting
        const backlog = { due: due.length, waitingSince: first === undefined ? null : new Date(first), sentSingly }
        const { singly, digest } = planNotices(backlog, at)
        assert.ok(sentSingly + singly <= mailsPerHour)
        sent.push(...Array<number>(singly).fill(at.getTime()))
        const rest = due.slice(singly)
        due = []
        waiting = digest === 'now' ? [] : [...waiting, ...rest]
        assert.ok(waiting.length === 0 || digest instanceof Date, 'what waits has a time')
        assert.ok((waiting[0] ?? at.getTime()) > at.getTime() - hourMs, 'and is told of by then')
      }
      assert.equal(waiting.length, 0)
    }),
  )
})

test('the twenty-first lead of an hour waits, and all later leads join its digest', () => {
  assert.deepEqual(planNotices({ due: 3, waitingSince: null, sentSingly: 19 }, now), {
    singly: 1,
    digest: new Date(now.getTime() + hourMs),
  })
  const since = new Date(now.getTime() - hourMs + 1)
  assert.deepEqual(planNotices({ due: 5, waitingSince: since, sentSingly: 0 }, now), {
    singly: 0,
    digest: new Date(now.getTime() + 1),
  })
  assert.deepEqual(planNotices({ due: 0, waitingSince: new Date(now.getTime() - hourMs), sentSingly: 20 }, now), {
    singly: 0,
    digest: 'now',
  })
  assert.deepEqual(planNotices({ due: 0, waitingSince: null, sentSingly: 0 }, now), { singly: 0, digest: null })
})
