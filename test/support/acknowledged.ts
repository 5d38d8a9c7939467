// Writers of one store. They repeat each call under its idempotency key until the service acknowledges the call. A
// function compares everything acknowledged with the database.
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { treeHash } from '#resources/evidence/heads/trees.testing.ts'
import { hashLeaf } from '#resources/evidence/rules.ts'

export type Target = { origin: string; apiKey: string; storeEnvId: string }

export type Acknowledged = {
  /** Ids of reviews, by the unique name in their text. */
  reviews: Map<string, string>
  approved: Set<string>
  /** Idempotency keys of granted points. */
  grants: Set<string>
  /** Signed checkpoints, by the number of entries in the ledger. */
  heads: Map<number, string>
  /** Ids of reviews whose webhooks arrived, with the ids of the events. */
  webhooks: Map<string, Set<string>>
  /** Number of calls that were sent again, by reason. */
  repeats: Record<string, number>
  /** Error responses after which a call is not sent again. */
  unexpected: string[]
}

export type Writers = { acknowledged: Acknowledged; stop(): Promise<Acknowledged> }

type Call = { method: string; path: string; body?: object; key: string }

/** These responses promise that nothing happened, or that the first call still runs. */
const isRepeatable = (status: number, text: string) =>
  [429, 502, 503, 504].includes(status) || (status === 409 && text.includes('idempotency_in_progress'))

/** `name` separates the rows of several runs. The caller fills `webhooks` from its receiver. */
export function startWriters(target: Target, count: number, name: string, onAcknowledged = () => {}): Writers {
  const acknowledged: Acknowledged = {
    ...{ reviews: new Map(), approved: new Set(), grants: new Set(), heads: new Map(), webhooks: new Map() },
    ...{ repeats: {}, unexpected: [] },
  }
  let isStopping = false
  const repeat = (reason: string) => {
    acknowledged.repeats[reason] = (acknowledged.repeats[reason] ?? 0) + 1
    return pause(100)
  }
  const send = async ({ method, path, body, key }: Call): Promise<{ id?: string } | undefined> => {
    for (;;) {
      try {
        const response = await fetch(`${target.origin}/api/v1${path}`, {
          method,
          headers: { ...headersOf(target), 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(20_000),
        })
        const text = await response.text()
        if (response.ok) {
          onAcknowledged()
          return JSON.parse(text)
        }
        if (!isRepeatable(response.status, text)) {
          acknowledged.unexpected.push(`${method} ${path} ${key}: ${response.status} ${text}`)
          return undefined
        }
        await repeat(String(response.status))
      } catch (error) {
        await repeat((error as Error).name)
      }
    }
  }
  const write = async (memberId: string, at: string) => {
    const review = { platformProductId: 'mug', rating: 5, body: `Sent as ${at}.`, authorName: 'Jane' }
    const body = { ...review, authorEmail: `${at}@customer.example` }
    const created = await send({ method: 'POST', path: '/reviews', body, key: `review-${at}` })
    if (!created?.id) return
    acknowledged.reviews.set(at, created.id)
    const approval = { method: 'PUT', path: `/reviews/${created.id}`, body: { status: 'approved' } }
    if (await send({ ...approval, key: `approve-${at}` })) acknowledged.approved.add(created.id)
    const grant = { points: 1, reason: at, idempotencyKey: at }
    if (await send({ method: 'POST', path: `/loyalty/members/${memberId}/grants`, body: grant, key: `grant-${at}` }))
      acknowledged.grants.add(at)
  }
  const loop = async (writer: number) => {
    const body = { email: `${name}-${writer}@customer.example` }
    const member = await send({ method: 'POST', path: '/loyalty/members', body, key: `member-${name}-${writer}` })
    for (let i = 0; member?.id && !isStopping; i++) await write(member.id, `${name}-${writer}-${i}`)
  }
  // Making an archive signs the current head, so each round signs one.
  const sign = async () => {
    while (!isStopping) {
      try {
        await readHead(target, acknowledged.heads)
      } catch {
        // A failed read loses nothing, because the next checkpoint also covers these entries.
      }
      await pause(500)
    }
  }
  const loops = [...Array.from({ length: count }, (_, writer) => loop(writer)), sign()]
  return {
    acknowledged,
    async stop() {
      isStopping = true
      await Promise.all(loops)
      return acknowledged
    },
  }
}

const headersOf = ({ apiKey, storeEnvId }: Target) => ({
  authorization: `Bearer ${apiKey}`,
  'x-store-env-id': storeEnvId,
})

/** Downloads an archive, which signs the current head, and adds the head to `heads`. */
export async function readHead(target: Target, heads: Map<number, string>): Promise<Buffer> {
  const options = { headers: headersOf(target), signal: AbortSignal.timeout(20_000) }
  const archive = await fetch(`${target.origin}/api/v1/backups/archive`, options)
  const bytes = Buffer.from(await archive.arrayBuffer())
  const checkpoint = await fetch(`${target.origin}/evidence/${target.storeEnvId}/checkpoint`, options)
  const text = await checkpoint.text()
  if (checkpoint.ok) heads.set(Number(text.split('\n')[1]), text)
  return bytes
}

export type Comparison = {
  acknowledged: Record<string, number>
  present: Record<string, number>
  problems: string[]
  leaves: Buffer[]
}

/**
 * Lists each acknowledged write that is missing or stored twice, and each signed head that does not match the
 * beginning of the ledger.
 */
export async function compare(databaseUrl: string, storeEnvId: string, done: Acknowledged): Promise<Comparison> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  // biome-ignore lint/suspicious/noExplicitAny: each statement has its own columns
  const list = async (statement: string): Promise<any[]> => (await client.query(statement, [storeEnvId])).rows
  try {
    const reviews = await list('select id, body, status from reviews where store_env_id = $1')
    const journal = await list(`select reason, delta from loyalty_journal where store_env_id = $1 and kind = 'grant'`)
    const entries = await list(
      'select seq, type, entry, leaf, review_id from evidence_entries where store_env_id = $1 order by seq',
    )
    const heads = await list('select size, root, checkpoint from evidence_heads where store_env_id = $1')
    const problems = [...done.unexpected]
    const expect = (holds: boolean, problem: string) => holds || problems.push(problem)
    const texts = countBy(reviews, ({ body }) => body)
    const grants = countBy(journal, ({ reason }) => reason)
    const stored = new Map(reviews.map((each) => [each.id, each]))
    for (const [at, id] of done.reviews) {
      expect(texts.get(`Sent as ${at}.`) === 1, `review ${at}: ${texts.get(`Sent as ${at}.`) ?? 0} rows`)
      expect(stored.has(id), `review ${at}: another id`)
    }
    for (const id of done.approved) expect(stored.get(id)?.status === 'approved', `review ${id}: not approved`)
    for (const at of done.grants) expect(grants.get(at) === 1, `grant ${at}: ${grants.get(at) ?? 0} journal lines`)
    const [submitted, moderated] = ['submitted', 'moderated'].map((type) =>
      countBy(
        entries.filter((each) => each.type === type),
        ({ review_id }) => review_id,
      ),
    )
    for (const id of done.reviews.values())
      expect(submitted?.get(id) === 1, `review ${id}: ${submitted?.get(id)} entries`)
    for (const id of done.approved) expect(moderated?.get(id) === 1, `approval ${id}: ${moderated?.get(id)} entries`)
    for (const [i, { seq, entry, leaf }] of entries.entries())
      expect(Number(seq) === i && hashLeaf(entry).equals(leaf), `entry ${seq} is at ${i}, or has another hash`)
    const leaves = entries.map(({ leaf }) => leaf)
    for (const { size, root } of heads)
      expect(treeHash(leaves.slice(0, Number(size))).equals(root), `the ledger does not begin with head ${size}`)
    const signed = new Set(heads.map(({ checkpoint }) => checkpoint))
    for (const [size, checkpoint] of done.heads) expect(signed.has(checkpoint), `head ${size} is gone`)
    for (const [at, id] of done.reviews)
      expect(done.webhooks.get(id)?.size === 1, `review ${at}: ${done.webhooks.get(id)?.size ?? 0} webhook events`)
    return {
      acknowledged: {
        ...{ reviews: done.reviews.size, approvals: done.approved.size, grants: done.grants.size },
        heads: done.heads.size,
      },
      present: { reviews: reviews.length, grants: journal.length, entries: entries.length, heads: heads.length },
      ...{ problems, leaves },
    }
  } finally {
    await client.end()
  }
}

function countBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return counts
}
