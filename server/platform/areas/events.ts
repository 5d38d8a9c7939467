// Events in a store, for areas that react to them. The area that changes a fact publishes it and knows no subscriber.
// Subscribers run before the commit, in the change's transaction and in the order of areas. Or they run after it as a job:
// at least once, if and only if the change committed.
import type { Static, TObject } from 'typebox'
import type { DispatchEvents, StoreTx } from '../db/db.ts'
import type { Published } from '../db/published-event.ts'
import type { Query } from '../db/query.ts'
import type { QueriesOf, ResultsOf } from '../db/transaction.ts'
import { enqueue, type Job } from '../jobs/jobs.ts'
import { newId } from '../values/ids.ts'

/** An event that webhooks deliver, and with `logged` the event log stores. */
export type EventKind<S extends TObject = TObject> = {
  name: string
  /** The area whose read scope a subscription needs. */
  area: string
  description: string
  /** Whether the event log stores it. */
  logged: boolean
  /** The event's data, with the `id` of its subject. */
  data: S
  example: Static<S> & { id: string }
}

/** An event between areas only. Its data is JSON. */
export type InternalEvent<Data extends object> = { name: string; readonly says?: Data }

type Kind = EventKind | InternalEvent<object>
type DataOf<K> =
  K extends EventKind<infer S> ? Static<S> & { id: string } : K extends InternalEvent<infer D> ? D : never

export const eventKind = <S extends TObject>(kind: EventKind<S>): EventKind<S> => kind

export const internalEvent = <Data extends object>(name: string): InternalEvent<Data> => ({ name })

/** Subscribers get it right before the commit, whenever it is published. */
export function publish<K extends Kind>(tx: StoreTx, kind: K, data: DataOf<K>): void {
  const { name } = kind
  tx.outbox.push({ id: newId(tx.now.getTime()), name, data, ...('logged' in kind && { logged: kind.logged }) })
}

/** The subject was deleted or belongs to nobody any more. Earlier events keep only its id. */
export const subjectErased = internalEvent<{ id: string }>('subject.erased')

export type Subscriber = {
  to: readonly string[]
  /** Queries that run before any asking subscriber has written, in one round trip with others' queries. They may lock. */
  asks?(tx: StoreTx, events: readonly Published[]): readonly Query<unknown>[]
  /** Called with all events of these kinds in one transaction, and the queried rows. May write and publish. */
  beforeCommit?(tx: StoreTx, events: readonly Published[], answers: readonly unknown[][]): void | Promise<void>
  /** Added for each event with its store: `{storeEnvId, organizationId, event}`. */
  afterCommit?: Job
  /** Keeps only the newest of a store's waiting jobs. */
  newestOnly?: true
}

export const beforeCommit = <const K extends Kind>(
  to: readonly K[],
  run: (tx: StoreTx, events: readonly Published<DataOf<K>>[]) => void | Promise<void>,
): Subscriber => ({ to: to.map(({ name }) => name), beforeCommit: run as NonNullable<Subscriber['beforeCommit']> })

/** A subscriber with queries. */
export const beforeCommitAsking = <const K extends Kind, Rows extends unknown[]>(
  to: readonly K[],
  asks: (tx: StoreTx, events: readonly Published<DataOf<K>>[]) => QueriesOf<Rows>,
  run: (tx: StoreTx, events: readonly Published<DataOf<K>>[], answers: ResultsOf<Rows>) => void | Promise<void>,
): Subscriber => ({
  to: to.map(({ name }) => name),
  asks: asks as unknown as NonNullable<Subscriber['asks']>,
  beforeCommit: run as unknown as NonNullable<Subscriber['beforeCommit']>,
})

export const afterCommit = (to: readonly Kind[], job: Job, more: Pick<Subscriber, 'newestOnly'> = {}): Subscriber => ({
  to: to.map(({ name }) => name),
  afterCommit: job,
  ...more,
})

/** Events of subscribers are dispatched in a further round. Any chain that ends needs fewer. */
const maxRounds = 8

export function createEvents(subscribers: readonly Subscriber[]): DispatchEvents {
  return async (tx) => {
    let dispatched = 0
    for (let round = 1; dispatched < tx.outbox.length; round++) {
      if (round > maxRounds) throw new Error(`Endless chain of events: ${tx.outbox.at(-1)?.name}.`)
      const events = tx.outbox.slice(dispatched)
      dispatched = tx.outbox.length
      const heard = subscribers.flatMap((subscriber) => {
        const matching = events.filter(({ name }) => subscriber.to.includes(name))
        return matching.length > 0 ? [{ subscriber, matching }] : []
      })
      // Statements that subscribers before the first asking one send along travel with its queries.
      const firstAsking = heard.findIndex(({ subscriber }) => subscriber.asks)
      const others = heard.splice(firstAsking === -1 ? heard.length : firstAsking)
      for (const { subscriber, matching } of heard) await deliver(tx, subscriber, matching, [])
      const asking = others.map((each) => ({ ...each, asked: each.subscriber.asks?.(tx, each.matching) ?? [] }))
      const questions = asking.flatMap(({ asked }) => asked)
      const answers = questions.length > 0 ? await tx.several(questions) : []
      for (const { subscriber, matching, asked } of asking)
        await deliver(tx, subscriber, matching, answers.splice(0, asked.length))
    }
  }
}

async function deliver(
  tx: StoreTx,
  { beforeCommit, afterCommit, newestOnly }: Subscriber,
  events: readonly Published[],
  answers: readonly unknown[][],
) {
  await beforeCommit?.(tx, events, answers)
  if (!afterCommit) return
  const { storeEnvId, organizationId } = tx
  const options = newestOnly ? { key: `${afterCommit.id}:${storeEnvId}` } : {}
  for (const event of newestOnly ? events.slice(-1) : events)
    await enqueue(tx, afterCommit.id, { storeEnvId, organizationId, event }, options)
}
