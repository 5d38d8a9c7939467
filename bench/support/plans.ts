// Each statement is captured when sent, and explained afterwards in a transaction that is rolled back.
import type { Client } from 'pg'
import type { StoreTx } from '#platform/db/db.ts'
import { Pipeline, type Statement } from '#platform/db/pipeline.ts'
import type { Query } from '#platform/db/query.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

export type Explained = { statement: string; ms: number; scans: string; readForNothing: number }

export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const found = new Map<string, Statement>()
  const { submit } = Pipeline.prototype
  Pipeline.prototype.submit = function (connection) {
    for (const each of (this as unknown as { statements: Statement[] }).statements) found.set(each.text, each)
    return submit.call(this, connection)
  }
  try {
    await work()
  } finally {
    Pipeline.prototype.submit = submit
  }
  return [...found.values()]
}

/** Returns the statements that the function would send, without sending them. */
export async function capture(storeEnvId: string, work: (tx: StoreTx) => Promise<unknown>): Promise<Query<unknown>[]> {
  const found: Query<unknown>[] = []
  const take = async (query: Query<unknown>) => {
    found.push(query)
    return []
  }
  const several = (queries: Query<unknown>[]) => Promise.all(queries.map(take))
  await work({ storeEnvId, now: new Date(), all: take, run: take, several } as unknown as StoreTx)
  return found
}

export async function explain(client: Client, { text, values = [] }: Statement): Promise<Explained> {
  await client.query('begin')
  try {
    const { rows } = await client.query(`explain (analyze, costs off, timing off, format json) ${text}`, [...values])
    const [{ Plan: plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN']
    const nodes = all(plan)
    const named = nodes.flatMap((node) => node['Index Name'] ?? whole(node) ?? [])
    return {
      statement: text.trim().replace(/\s+/g, ' ').slice(0, 90),
      ms,
      scans: [...new Set(named)].join(', '),
      readForNothing: Math.max(0, ...nodes.map((node) => (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'])),
    }
  } finally {
    await client.query('rollback')
  }
}

const whole = (node: Node) => (node['Node Type'] === 'Seq Scan' ? `ALL OF ${node['Relation Name']}` : undefined)

const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)]

export async function explainPlan(
  client: Client,
  { text, values = [] }: Statement,
): Promise<{ ms: number; plan: string }> {
  await client.query('begin')
  try {
    const { rows } = await client.query(`explain (analyze, buffers, costs off) ${text}`, [...values])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    return { ms: Number(/Execution Time: ([\d.]+) ms/.exec(plan)?.[1]), plan }
  } finally {
    await client.query('rollback')
  }
}
