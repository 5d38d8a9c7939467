// An area publishes one event and knows no listener. Subscribers run before the commit, in the order of the areas, or after
// it as a job: at least once, and only if the change was committed.
import type { Static, TObject } from 'typebox'
import type { DispatchEvents, StoreTx } from '../db/db.ts'
import type { PublishedEvent } from '../db/published-event.ts'
import type { Query } from '../db/query.ts'
import type { QueriesOf, ResultsOf } from '../db/transaction.ts'
import { enqueue, type Job } from '../jobs/jobs.ts'
import { newId } from '../values/ids.ts'

/** An event that webhooks deliver. If `logged` is set, the event log stores it too. */
export type EventKind<S extends TObject = TObject> = {
  name: string
  /** The area whose read scope a subscription needs. */
  area: string
  description: string
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

/** Subscribers get the event right before the commit, however early it is published. */
export function publish<K extends Kind>(tx: StoreTx, kind: K, data: DataOf<K>): void {
  const { name } = kind
  tx.outbox.push({ id: newId(tx.now.getTime()), name, data, ...('logged' in kind && { logged: kind.logged }) })
}

/** The subject was deleted or no longer belongs to a person. Earlier events about the subject preserve only its id. */
export const subjectErased = internalEvent<{ id: string }>('subject.erased')

export type Subscriber = {
  to: readonly string[]
  /**
   * Queries that run before any subscriber with queries has written. They share one round trip with other subscribers'
   * queries and may lock rows.
   */
  asks?(tx: StoreTx, events: readonly PublishedEvent[]): readonly Query<unknown>[]
  /** Called with all events of these kinds in one transaction, and the rows of `asks`. May write and publish. */
  beforeCommit?(tx: StoreTx, events: readonly PublishedEvent[], answers: readonly unknown[][]): void | Promise<void>
  /** Job that is added for each event, with the payload `{storeEnvId, organizationId, event}`. */
  afterCommit?: Job
  /** Replaces the store's waiting job, so only the newest job runs. */
  newestOnly?: true
}

export const beforeCommit = <const K extends Kind>(
  to: readonly K[],
  run: (tx: StoreTx, events: readonly PublishedEvent<DataOf<K>>[]) => void | Promise<void>,
): Subscriber => ({ to: to.map(({ name }) => name), beforeCommit: run as NonNullable<Subscriber['beforeCommit']> })

/** Calls `run` once with everything that `pick` finds in a transaction's events. Skips the call if nothing is found. */
export const onPicked = <Data extends object, Picked>(
  kind: InternalEvent<Data>,
  pick: (data: Data) => readonly Picked[],
  run: (tx: StoreTx, picked: readonly Picked[]) => void | Promise<void>,
): Subscriber =>
  beforeCommit([kind as InternalEvent<object>], (tx, events) => {
    const picked = pickFrom(events, pick)
    return picked.length > 0 ? run(tx, picked) : undefined
  })

export const onPickedAsking = <Data extends object, Picked, const Rows extends unknown[]>(
  kind: InternalEvent<Data>,
  pick: (data: Data) => readonly Picked[],
  asks: (tx: StoreTx, picked: readonly Picked[]) => QueriesOf<Rows>,
  run: (tx: StoreTx, picked: readonly Picked[], answers: ResultsOf<Rows>) => void | Promise<void>,
): Subscriber => ({
  to: [kind.name],
  asks(tx, events) {
    const picked = pickFrom(events, pick)
    return picked.length > 0 ? (asks(tx, picked) as unknown as readonly Query<unknown>[]) : []
  },
  beforeCommit(tx, events, answers) {
    const picked = pickFrom(events, pick)
    return picked.length > 0 ? run(tx, picked, answers as unknown as ResultsOf<Rows>) : undefined
  },
})

const pickFrom = <Data, Picked>(events: readonly PublishedEvent[], pick: (data: Data) => readonly Picked[]) =>
  events.flatMap(({ data }) => pick(data as Data))

export const afterCommit = (to: readonly Kind[], job: Job, more: Pick<Subscriber, 'newestOnly'> = {}): Subscriber => ({
  to: to.map(({ name }) => name),
  afterCommit: job,
  ...more,
})

/** Events that subscribers publish are dispatched in a further round. More rounds than this mean an endless chain. */
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
      // Subscribers before the first one with queries may add statements. These share the round trip of the queries.
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
  events: readonly PublishedEvent[],
  answers: readonly unknown[][],
) {
  await beforeCommit?.(tx, events, answers)
  if (!afterCommit) return
  const { storeEnvId, organizationId } = tx
  const options = newestOnly ? { key: `${afterCommit.id}:${storeEnvId}` } : {}
  for (const event of newestOnly ? events.slice(-1) : events)
    await enqueue(tx, afterCommit.id, { storeEnvId, organizationId, event }, options)
}
