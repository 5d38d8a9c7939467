// Usage: CITUS_URL=… node tools/check-on-citus.ts, which is part of npm run check where CITUS_URL names a coordinator. Reasons:
// docs/decisions/0037-citus.md.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '#platform/db/migrating/migrate.ts'
import { compile } from '#platform/db/query.ts'
import { createOnNodes, dropOnNodes } from '../test/support/citus.ts'
import { withMigratedDatabase } from './schema-dump.ts'
import { describeParameters } from './statements/describe.ts'
import { emptyTable, type FilledRow, fillTables, fitValue } from './statements/fill.ts'
import { openBoth, type Server, type Verdict } from './statements/run-on-both.ts'
import { openSource } from './statements/source.ts'
import { createTemplates } from './statements/templates.ts'

/**
 * Maximum number of statements that cannot be compared, because PostgreSQL itself refuses their samples. It may only
 * decrease.
 */
const mostSkipped = 16
/** Maximum number of tables whose check constraints accept none of the samples. It may only decrease. */
const mostEmpty = 0

/** Parts of paths, such as reviews/store.ts, that select statements. Without one, all statements are compared. */
const only = process.argv.slice(2).filter((each) => !each.startsWith('-'))

async function main(url: string): Promise<number> {
  const source = openSource()
  const templates = createTemplates(source)
  const statements = await templates.collect()
  const findings = await withMigratedDatabase((plainUrl, secretKey) =>
    withCluster(url, secretKey, async (cluster) => {
      const plain = { url: plainUrl, secretKey }
      const { rows, empty } = await fill(plainUrl, fillTables)
      const refused = await fill(cluster.url, (client) => fillAgain(client, rows))
      const wanted = [...statements.values()].flatMap((query) => {
        const place = source.findTemplates(query.strings)[0]?.place ?? 'a statement'
        return only.length === 0 || only.some((part) => place.includes(part)) ? { place, ...compile(query) } : []
      })
      const both = openBoth(plain, cluster)
      const compareAll = async (all: readonly Statement[]) => {
        const compared: Compared[] = []
        for (const each of all) compared.push({ ...each, verdict: await both.compare(each.text, each.values ?? []) })
        return compared
      }
      try {
        const first = await compareAll(wanted)
        const fitted = await fill(plainUrl, (client) => fitSamples(client, first.filter(isSkipped)))
        const second = await compareAll(fitted)
        const third: Compared[] = []
        for (const each of second.filter(isSkipped)) {
          // The rows of an insert's table may collide with the sample row, so only this table is emptied. Rows of other
          // tables stay, because the sample row refers to them.
          const [, table = ''] = /insert into ([\w."]+)/.exec(each.text) ?? []
          const emptied = rows.filter((row) => row.table.replace(/^public\./, '') === table)
          const onBoth = async (work: (client: Client) => Promise<unknown>) => {
            for (const { url } of [plain, cluster]) await fill(url, work)
          }
          if (emptied.length > 0) await onBoth((client) => emptyTable(client, table))
          third.push(...(await compareAll([each])))
          if (emptied.length > 0) await onBoth((client) => fillAgain(client, emptied))
        }
        const verdicts = [...first, ...second].filter((each) => !isSkipped(each)).concat(third)
        return { verdicts, rows, empty, refused }
      } finally {
        await both.close()
      }
    }),
  )
  source.close()
  return report(findings)
}

type Statement = { place: string; text: string; values?: readonly unknown[] }
type Compared = Statement & { verdict: Verdict }

const isSkipped = ({ verdict: { kind } }: Compared) => kind === 'skipped'

async function fitSamples(client: Client, statements: readonly Compared[]): Promise<Statement[]> {
  const fitted: Statement[] = []
  for (const { place, text, values = [] } of statements) {
    const types = await describeParameters(client, text).catch(() => [])
    fitted.push({ place, text, values: values.map((value, at) => fitValue(value, types[at] ?? '')) })
  }
  return fitted
}

function report({
  verdicts,
  rows,
  empty,
  refused,
}: {
  verdicts: Compared[]
  rows: FilledRow[]
  empty: string[]
  refused: string[]
}): number {
  const wrong = verdicts.filter(({ verdict: { kind } }) => kind !== 'same' && kind !== 'skipped')
  const skipped = verdicts.filter(({ verdict: { kind } }) => kind === 'skipped')
  for (const { place, text, verdict } of wrong)
    console.error(`${place}: ${verdict.kind}: ${verdict.says}\n    ${text.replace(/\s+/g, ' ').trim()}`)
  for (const each of refused) console.error(`the cluster refuses a row: ${each}`)
  if (process.argv.includes('--skipped'))
    for (const { place, verdict } of skipped) console.log(`${place}: skipped: ${verdict.says}`)
  console.log(`${rows.length} rows in the tables; no sample fits ${empty.length} tables: ${empty.join(', ')}`)
  console.log(
    `${verdicts.length} statements on both: ${verdicts.length - wrong.length - skipped.length} alike, ${skipped.length} skipped, ${wrong.length} not alike`,
  )
  const bounds =
    only.length > 0
      ? []
      : [...checkBound('mostSkipped', mostSkipped, skipped.length), ...checkBound('mostEmpty', mostEmpty, empty.length)]
  for (const each of bounds) console.error(each)
  return wrong.length + refused.length + bounds.length > 0 ? 1 : 0
}

function checkBound(name: string, most: number, found: number): string[] {
  if (found > most) return [`${name} is ${most}, but there are ${found}. Give them samples that fit`]
  return found < most ? [`Lower ${name} in tools/check-on-citus.ts to ${found}, so that it cannot rise again`] : []
}

async function withCluster<T>(url: string, secretKey: string, work: (server: Server) => Promise<T>): Promise<T> {
  const name = `evident_check_${randomBytes(4).toString('hex')}`
  try {
    const made = await createOnNodes(url, name)
    await migrate({ url: made, secretKey, log: () => {} })
    return await work({ url: made, secretKey })
  } finally {
    await dropOnNodes(url, name)
  }
}

async function fill<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Inserts the rows on the cluster. `session_replication_role` turns off the checks of foreign keys on the workers too,
 * because Citus sends this setting to them.
 */
async function fillAgain(client: Client, rows: readonly FilledRow[]): Promise<string[]> {
  const refused: string[] = []
  for (const { table, text, values } of rows) {
    await client.query('begin; set local session_replication_role = replica')
    try {
      await client.query(text, values)
      await client.query('commit')
    } catch (error) {
      refused.push(`${table}: ${(error as Error).message}`)
      await client.query('rollback')
    }
  }
  return refused
}

const citusUrl = process.env.CITUS_URL
if (citusUrl) process.exitCode = await main(citusUrl)
else console.log('SKIPPED: statements on a Citus cluster (no CITUS_URL)')
