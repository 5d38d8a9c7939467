import { Client } from 'pg'
import type { StoreScope, StoreTx } from '../../db/db.ts'
import { sql } from '../../db/query.ts'
import { newId } from '../../values/ids.ts'
import { leaseUntil } from '../resumable.ts'
import { fixed, onlyWhatBegins, type Policy } from './policy.ts'
import type { AttemptEnd, ClaimedBatch, Judgement, Receiver, RunEnd } from './receiver.ts'

export type TestItem = { id: string; label: string; attempt: number }
export type Result = 'arrived' | 'refused'
export type Row = { receiver: string; label: string; state: string; attempt: number }

export const testPolicy: Policy<Result> = {
  taking: 'marks',
  concurrency: fixed(5),
  room: onlyWhatBegins,
  record: { atOnce: 3, withinMs: 20 },
  metrics: { total: 'test_items_total', seconds: 'test_item_seconds', outcomeOf: (result) => result },
}

export async function createTestItems(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    create table test_items (
      store_env_id uuid not null, id uuid not null, receiver text not null, label text not null,
      state text not null default 'due', attempt integer not null default 0, claimed_until timestamptz(3),
      primary key (store_env_id, id));
    call app.fence('test_items')`)
  await client.end()
}

export const post = (tx: StoreTx, receiver: string, labels: readonly string[]) =>
  tx.run(sql`
    insert into test_items (store_env_id, id, receiver, label)
    select ${tx.storeEnvId}, id, ${receiver}, label
      from unnest(${labels.map(() => newId())}::uuid[], ${[...labels]}::text[]) p(id, label)
    returning 1`)

export const listRows = (tx: StoreTx, receiver: string) =>
  tx.all<Row>(sql`
    select p.receiver, p.label, p.state, p.attempt from test_items p
     where p.store_env_id = ${tx.storeEnvId} and p.receiver = ${receiver} order by p.label`)

export class TestReceiver implements Receiver<TestItem, Result> {
  readonly scope: StoreScope
  readonly name: string
  readonly recorded: (Result | undefined)[][] = []
  readonly left: RunEnd[] = []
  underWay = 0
  mostUnderWay = 0
  recording: () => void = () => {}
  judgement: (result: Result, failures: number) => Judgement = (result) => ({ succeeded: result === 'arrived' })
  private readonly deliver: (item: TestItem, signal: AbortSignal) => Promise<Result | undefined>

  constructor(
    scope: StoreScope,
    name: string,
    deliver: (item: TestItem, signal: AbortSignal) => Promise<Result | undefined>,
  ) {
    this.scope = scope
    this.name = name
    this.deliver = deliver
  }

  async sweep(tx: StoreTx): Promise<void> {
    await tx.run(sql`
      update test_items p set state = 'unknown'
       where p.store_env_id = ${tx.storeEnvId} and p.receiver = ${this.name} and p.state = 'claimed' and p.claimed_until <= ${tx.now}`)
  }

  async take(tx: StoreTx, limit: number, _more: { after: TestItem | undefined }): Promise<ClaimedBatch<TestItem>> {
    const until = leaseUntil(tx.now)
    const items = await tx.all<TestItem>(sql`
      with due as materialized (
        select p.id from test_items p
         where p.store_env_id = ${tx.storeEnvId} and p.receiver = ${this.name} and p.state = 'due'
         order by p.label limit ${limit} for update skip locked)
      update test_items p set state = 'claimed', attempt = p.attempt + 1, claimed_until = ${until} from due
       where p.store_env_id = ${tx.storeEnvId} and p.id = due.id
      returning p.id, p.label, p.attempt`)
    return { items, isDry: items.length < limit }
  }

  async attempt(item: TestItem, signal: AbortSignal): Promise<Result | undefined> {
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay)
    try {
      return await this.deliver(item, signal)
    } finally {
      this.underWay--
    }
  }

  judge(result: Result, failures: number): Judgement {
    return this.judgement(result, failures)
  }

  async record(tx: StoreTx, ended: readonly AttemptEnd<TestItem, Result>[]): Promise<'goOn'> {
    for (const { item, result } of ended)
      await tx.run(sql`
        update test_items p set state = ${result ?? 'due'}, attempt = p.attempt - ${result ? 0 : 1}
         where p.store_env_id = ${tx.storeEnvId} and p.id = ${item.id} and p.state = 'claimed'`)
    this.recording()
    this.recorded.push(ended.map(({ result }) => result))
    return 'goOn'
  }

  async leave(_tx: StoreTx, left: RunEnd): Promise<'left' | 'more'> {
    this.left.push(left)
    return 'left'
  }
}
