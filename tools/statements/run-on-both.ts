// Runs a statement on PostgreSQL and on a Citus cluster and compares the results. Everything is rolled back.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { deriveLogin, type Group, parseConnection } from '#platform/db/roles.ts'
import { sampleId } from './samples.ts'

export type Server = { url: string; secretKey: string }

type Answer = { count: number | null; names: string[]; rows: (string | null)[][] }
type Outcome = { answer: Answer } | { refusal: string; code: string | undefined }

export type Verdict =
  | { kind: 'same' | 'skipped'; says?: string }
  /** The cluster refuses the statement, returns another result, or loses its coordinator. */
  | { kind: 'refused' | 'differs' | 'ended'; says: string }

const denied = '42501'
const restartMs = 60_000

/** Runs statements as one of the service's logins, in the transaction of the sample's store. */
function openSession({ url, secretKey }: Server, group: Group) {
  let client: Client | undefined
  const connect = async (): Promise<Client> => {
    if (client) return client
    const made = new Client({
      ...parseConnection(url, deriveLogin(group, secretKey)),
      types: { getTypeParser: () => (text: string) => text } as never,
    })
    made.on('error', () => {
      client = undefined
    })
    await made.connect()
    client = made
    return made
  }
  return {
    async run(text: string, values: readonly unknown[]): Promise<Outcome> {
      const session = await connectAgain(connect)
      try {
        await session.query('begin; select pg_current_xact_id()')
        await session.query(`select app.set_tenant('${sampleId}', '${sampleId}')`).catch(ignoreDenied(session))
        const result = await session.query({ text, values: [...values], rowMode: 'array' })
        const { rowCount, fields, rows } = Array.isArray(result) ? result.at(-1) : result
        return { answer: { count: rowCount, names: fields.map(({ name }: { name: string }) => name), rows } }
      } catch (error) {
        const { message, code } = error as Error & { code?: string }
        return { refusal: message, code }
      } finally {
        await session.query('rollback').catch(() => {
          client = undefined
        })
      }
    },
    async close() {
      await client?.end().catch(() => {})
    },
  }
}

/** Continues without a tenant if the login may not set one. */
const ignoreDenied = (session: Client) => async (error: { code?: string }) => {
  if (error.code !== denied) throw error
  await session.query('rollback')
  await session.query('begin')
}

/** The coordinator restarts after one of its processes has crashed. */
async function connectAgain(connect: () => Promise<Client>): Promise<Client> {
  const until = performance.now() + restartMs
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (performance.now() > until) throw error
      await sleep(250)
    }
  }
}

export function openBoth(plain: Server, cluster: Server) {
  const groups = ['evident_app', 'evident_system', 'evident_auth'] as const
  const sessions = groups.map((group) => ({ plain: openSession(plain, group), cluster: openSession(cluster, group) }))
  return {
    async compare(text: string, values: readonly unknown[]): Promise<Verdict> {
      let says = ''
      for (const each of sessions) {
        const wanted = await each.plain.run(text, values)
        if ('refusal' in wanted) {
          says = wanted.refusal
          if (wanted.code === denied) continue
          return { kind: 'skipped', says }
        }
        const got = await each.cluster.run(text, values)
        if ('refusal' in got)
          return /terminat|closed|ECONN/i.test(got.refusal) && !got.code
            ? { kind: 'ended', says: got.refusal }
            : { kind: 'refused', says: got.refusal }
        if (isSame(wanted.answer, got.answer)) return { kind: 'same' }
        const again = await each.plain.run(text, values)
        if ('refusal' in again) return { kind: 'skipped', says: again.refusal }
        return isSame(wanted.answer, got.answer, findVolatile(wanted.answer, again.answer))
          ? { kind: 'same' }
          : { kind: 'differs', says: describeDifference(wanted.answer, got.answer) }
      }
      return { kind: 'skipped', says }
    },
    async close() {
      for (const { plain: one, cluster: other } of sessions) await Promise.all([one.close(), other.close()])
    },
  }
}

/** Finds the columns not to compare: those that differ between two runs on one server, and row versions. */
function findVolatile(one: Answer, other: Answer): Set<number> {
  const volatile = new Set(one.names.flatMap((name, at) => (/version|xmin|number/i.test(name) ? [at] : [])))
  if (one.rows.length !== other.rows.length) return volatile
  for (const [at, row] of one.rows.entries())
    for (const [column, value] of row.entries()) if (value !== other.rows[at]?.[column]) volatile.add(column)
  return volatile
}

const linesOf = ({ rows }: Answer, without: ReadonlySet<number>) =>
  rows.map((row) => JSON.stringify(row.filter((_, at) => !without.has(at)).map(inOrder))).sort()

/** The order of an array of ids is not promised. */
const inOrder = (value: string | null) =>
  value?.startsWith('{') && /^\{[0-9a-f,-]*\}$/.test(value) ? value.slice(1, -1).split(',').sort().join(',') : value

const isSame = (one: Answer, other: Answer, without: ReadonlySet<number> = new Set()) =>
  one.count === other.count && linesOf(one, without).join('\n') === linesOf(other, without).join('\n')

function describeDifference(one: Answer, other: Answer): string {
  if (one.count !== other.count) return `${one.count} rows on PostgreSQL, ${other.count} on the cluster`
  const [wanted, got] = [linesOf(one, new Set()), linesOf(other, new Set())]
  const at = wanted.findIndex((line, place) => line !== got[place])
  return `${wanted[at]?.slice(0, 300)} on PostgreSQL, ${got[at]?.slice(0, 300)} on the cluster`
}
