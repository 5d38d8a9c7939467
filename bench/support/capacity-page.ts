// Writes the capacity guide from measured rows. Pure.
type Step = {
  count: number
  aSecond: number
  nodeMs: number
  postgresMs: number
  /** Bytes of write-ahead log for one row. */
  wal: number
  tables: { table: string; bytes: number; indexes: number }[]
}

export type Capacity = {
  steps: Record<string, Step>
  journalLine: { bytes: number; indexes: number }
  linesOfOrder: number
  postgres: string
  machine: string
  date: Date
}

/** True for rows that are deleted after some days. */
const isBrief = ({ table }: { table: string }) => table === 'events'

const target = { reviews: 10e6, lines: 100e6, stores: 10_000 }

export function capacityPage({ steps, journalLine, linesOfOrder, postgres, machine, date }: Capacity): string {
  const of = (name: string): Step => {
    const step = steps[name]
    if (!step) throw new Error(`The step ${name} was not measured.`)
    return step
  }
  const eventBytes = (names: string[]) =>
    names.flatMap((name) => of(name).tables.filter(isBrief)).reduce((total, { bytes }) => total + bytes, 0)
  const lastingTables = (names: string[]) => names.flatMap((name) => of(name).tables.filter((each) => !isBrief(each)))
  const sum = (names: string[], field: 'bytes' | 'indexes') =>
    lastingTables(names).reduce((total, each) => total + each[field], 0)
  const review = ['review', 'approval', 'jobs of reviews']
  const order = sum(['order'], 'bytes')
  const orders = target.lines / linesOfOrder
  const parts = [
    { what: `${count(target.reviews)} approved reviews`, bytes: target.reviews * sum(review, 'bytes') },
    { what: `${count(target.lines)} journal lines`, bytes: target.lines * journalLine.bytes },
    { what: `the ${count(orders)} orders behind them`, bytes: orders * order - target.lines * journalLine.bytes },
    { what: `${count(target.stores)} stores`, bytes: target.stores * sum(['store'], 'bytes') },
  ]
  const total = parts.reduce((all, { bytes }) => all + bytes, 0)
  const indexes = target.reviews * sum(review, 'indexes') + orders * sum(['order'], 'indexes')
  const day = date.toISOString().slice(0, 10)
  const row = (what: string, bytes: number, ofIndexes: number) =>
    `| ${what} | ${number(bytes)} | ${number(ofIndexes)} |`
  const tables = (names: string[]) => {
    const found = new Map<string, { bytes: number; indexes: number }>()
    for (const { table, bytes, indexes: ofIndexes } of lastingTables(names)) {
      const before = found.get(table) ?? { bytes: 0, indexes: 0 }
      found.set(table, { bytes: before.bytes + bytes, indexes: before.indexes + ofIndexes })
    }
    return [...found]
      .filter(([, { bytes }]) => bytes >= 20)
      .sort(([, a], [, b]) => b.bytes - a.bytes)
      .map(([table, each]) => row(`\`${table}\``, each.bytes, each.indexes))
      .join('\n')
  }
  const speed = (name: string, what: string) => {
    const { aSecond, nodeMs, postgresMs: ofPostgres, wal } = of(name)
    return `| ${what} | ${number(aSecond)} | ${nodeMs.toFixed(2)} | ${ofPostgres.toFixed(2)} | ${(wal / 1000).toFixed(1)} kB |`
  }
  return `---
title: Capacity
order: 63
section: Running Evident
summary: Disk, memory and processes for ten million reviews, a hundred million journal lines and ten thousand stores, computed from measured rows.
---

\`bench/machines/capacity.ts\` computed this page on ${day}. The program filled a database by the service's own calls and jobs (${count(of('review').count)} reviews, ${count(of('order').count)} orders of two lines, ${count(of('store').count)} stores) and measured the rows after \`VACUUM\`. PostgreSQL ${postgres}, ${machine}. We did not run a database of the full size.

## Disk

| Rows | Size |
|---|---|
${parts.map(({ what, bytes }) => `| ${what} | ${size(bytes)} |`).join('\n')}
| **together** | **${size(total)}** |

- Orders decide the size, not reviews: an order of two lines takes ${size(order)} with its customer, points and request.
- Indexes are ${Math.round((100 * indexes) / total)} % of the total: ${size(indexes)}.
- Add half of the total for bloat between vacuums, and the write-ahead log: \`max_wal_size\`, and what a disconnected standby retains.
- Each standby needs the same space again.
- Photos and files are in the storage of \`STORAGE_URL\`, and are not counted here.

## Bytes of one row

An approved review takes ${number(sum(review, 'bytes'))} bytes in all its tables, of which indexes take ${number(sum(review, 'indexes'))}:

| Table | Bytes for each review | Bytes of indexes |
|---|---|---|
${tables(review)}

An order of two lines takes ${number(order)} bytes. A journal line takes ${number(journalLine.bytes)}, of which indexes take ${number(journalLine.indexes)}.

| Table | Bytes for each order | Bytes of indexes |
|---|---|---|
${tables(['order'])}

Events are not counted, because they are deleted after 90 days: ${number(eventBytes(review))} bytes for a review and ${number(eventBytes(['order']))} for an order.

## Speed

One process with 16 parallel calls. The processor time includes the bench's own:

| Work | A second | Node ms each | PostgreSQL ms each | Write-ahead log each |
|---|---|---|---|---|
${speed('review', 'a review sent with an API key')}
${speed('approval', 'an approval, in calls of 100')}
${speed('order', 'an order, in calls of 100, with its jobs')}

A process uses one core. For ${number(1000 / (of('review').nodeMs + of('review').postgresMs))} reviews a second, Node and PostgreSQL together need the time of one core.

## Machines

Estimates from the figures above:

| You have | Take |
|---|---|
| up to 1 million reviews, 10 million orders | one machine: 4 cores, 16 GB, ${size((total / 10) * 1.5)} of disk |
| ${count(target.reviews)} reviews, ${count(orders)} orders | PostgreSQL on two machines (primary and standby): 16 cores, 128 GB, ${size(total * 1.5)} of fast disk each. Two machines with two processes each: 4 cores, 4 GB |
| more | more processes first, then a distributed PostgreSQL |

- **Memory of PostgreSQL**: reads of a store touch its newest rows, so a quarter of the indexes (${size(indexes / 4)}) in memory is enough where most stores are idle.
- **Memory of a process**: about 150 MB when idle, and 250 MB during an import.
- **Connections**: 30 for each process. See [Several machines](several-machines.md#connections).

## Bottlenecks, the first one first

1. **Processor time of PostgreSQL.** Every review, approval and order costs more there than in Node, and only one primary writes.
2. **One store's writes.** Reviews of a store enter its ledger one after the other. 16 clients reach 1,252 reviews a second in one process and 1,175 in two (28 November 2026, \`bench/machines/one-store.ts\`). More machines do not help one store.
3. **Connections.** A server with \`max_connections = 100\` is enough for two busy processes. Raise it, or use PgBouncer in transaction mode.
4. **Write-ahead log.** 1,000 orders a second write ${size(1000 * of('order').wal)} a second, to the disk and to every standby.
5. **Disk**, by orders.
`
}

const count = (value: number): string =>
  value >= 1e6 ? `${+(value / 1e6).toFixed(1)} million` : Math.round(value).toLocaleString('en')

const number = (value: number): string => Math.round(value).toLocaleString('en')

function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let [value, unit] = [bytes, 0]
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1]
  return `${value >= 100 ? Math.round(value) : +value.toFixed(1)} ${units[unit]}`
}
