// After changing an example, run: WRITE_EXAMPLES=1 npm test -- loyalty/points/worked
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import {
  createGraceTimes,
  createLapseTimes,
  type Earning,
  fold,
  maturesAt,
  orderPoints,
  type Redemption,
} from './rules.ts'

const guide = new URL('../../../../docs/guides/loyalty.md', import.meta.url)

type Table = { header: string[]; rows: (string | number)[][] }
const written = ({ header, rows }: Table): string =>
  [header, header.map((name) => (/^(Event|When|Order|Lapses)/.test(name) ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

const formatDay = (at: number) =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const on = (day: string) => Date.parse(`${day}T12:00:00Z`)

const totals = (): Table => ({
  header: ['Total', 'Refunded', 'Points per unit', 'Points'],
  rows: (
    [
      ['19.99', '0.00', '1'],
      ['19.99', '0.99', '1'],
      ['100.00', '33.33', '1.5'],
      ['100.00', '66.66', '1.5'],
      ['100.00', '100.00', '1.5'],
      ['0.29', '0.00', '100'],
      ['119.90', '0.00', '0.05'],
    ] as const
  ).map(([total, refundedTotal, rate]) => [
    ...[total, refundedTotal, rate],
    orderPoints({ total, refundedTotal, isCancelled: false }, rate),
  ]),
})

type Event = { day: string; what: string; facts(before: Facts): Facts }
type Facts = { earnings: Earning[]; redemptions: Redemption[] }

const order = (id: string, day: string, total: string, { holdDays = 0, refunded = '0', isCancelled = false } = {}) => ({
  id,
  kind: 'order' as const,
  earnedAt: on(day),
  maturesAt: maturesAt(on(day), holdDays),
  points: orderPoints({ total, refundedTotal: refunded, isCancelled }, '1'),
})
const placed = (id: string, day: string, total: string, holdDays = 0): Event => ({
  day,
  what: `Order ${id} of ${total}`,
  facts: ({ earnings, redemptions }) => ({ earnings: [...earnings, order(id, day, total, { holdDays })], redemptions }),
})
const changed = (what: string, day: string, now: Earning): Event => ({
  day,
  what,
  facts: ({ earnings, redemptions }) => ({
    earnings: earnings.map((each) => (each.id === now.id ? now : each)),
    redemptions,
  }),
})
const redeemed = (day: string, points: number): Event => ({
  day,
  what: `${points} points are redeemed`,
  facts: ({ earnings, redemptions }) => ({
    earnings,
    redemptions: [...redemptions, { id: 'r', at: on(day), points, reversedAt: null }],
  }),
})
const reversed = (day: string): Event => ({
  day,
  what: 'The redemption is reversed',
  facts: ({ earnings, redemptions }) => ({
    earnings,
    redemptions: redemptions.map((each) => ({ ...each, reversedAt: on(day) })),
  }),
})
const passed = (day: string, what = 'Time passes'): Event => ({ day, what, facts: (before) => before })

function story(events: Event[], expiry: Parameters<typeof createLapseTimes>[0]): Table {
  let facts: Facts = { earnings: [], redemptions: [] }
  return {
    header: ['When', 'Event', 'Balance', 'Spendable', 'Pending', 'Tier points', 'Lapses next'],
    rows: events.map(({ day, what, facts: then }) => {
      facts = then(facts)
      const now = fold(facts, createLapseTimes(expiry, 'UTC'), createGraceTimes('UTC'), on(day))
      const next = now.nextExpiry ? `${now.nextExpiry.points} at the end of ${formatDay(now.nextExpiry.at)}` : 'nothing'
      return [formatDay(on(day)), what, now.balance, Math.max(0, now.balance), now.pending, now.tierPoints, next]
    }),
  }
}

const ninetyDays = { startsAt: 0, days: 90 }
const tables = (): Table[] => [
  totals(),
  story(
    [
      placed('A', '2026-01-10', '100.00'),
      placed('B', '2026-02-10', '50.00'),
      redeemed('2026-03-01', 60),
      passed('2026-04-11', 'The rest of A has lapsed'),
      passed('2026-05-12', 'B has lapsed'),
    ],
    ninetyDays,
  ),
  story(
    [
      placed('A', '2026-01-10', '120.00'),
      redeemed('2026-01-20', 100),
      changed('80.00 of A are refunded', '2026-01-25', order('A', '2026-01-10', '120.00', { refunded: '80.00' })),
      changed('A is cancelled', '2026-01-28', order('A', '2026-01-10', '120.00', { isCancelled: true })),
      placed('B', '2026-02-10', '150.00'),
    ],
    null,
  ),
  story(
    [
      placed('A', '2026-03-10', '100.00', 14),
      passed('2026-03-24', 'The hold is over'),
      placed('B', '2026-06-20', '40.00', 14),
      passed('2026-07-04', 'The hold of B is over'),
      passed('2026-08-31', 'A has lapsed'),
    ],
    { startsAt: Date.parse('2026-06-01T00:00:00Z'), days: 90 },
  ),
  story(
    [
      placed('A', '2026-01-10', '100.00'),
      placed('B', '2026-03-01', '30.00'),
      redeemed('2026-03-15', 110),
      reversed('2026-04-20'),
      passed('2026-05-21', 'The 30 days are over'),
    ],
    ninetyDays,
  ),
]

const place = /<!-- computed -->|\|(?: [^\n]+ \|)+ *\n\|(?: -+:? \|)+\n(?:\|[^\n]+\|\n?)+/g

test('the numbers in the guide equal those of the rules', async () => {
  const text = await readFile(guide, 'utf8')
  const from = text.indexOf('## The arithmetic, by example')
  const to = text.indexOf('## Spending')
  assert.ok(from > 0 && to > from)
  const computed = tables().map(written)
  const left = [...computed]
  const section = text
    .slice(from, to)
    .replaceAll(place, (there) => `${left.shift() ?? there}${there.endsWith('\n') ? '\n' : ''}`)
  assert.equal(left.length, 0, 'every table has its place')
  if (process.env.WRITE_EXAMPLES) await writeFile(guide, text.slice(0, from) + section + text.slice(to))
  else assert.equal(text.slice(from, to), section)
})
