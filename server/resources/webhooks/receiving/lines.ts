// Batches the writes of a store: items that arrive during a transaction wait and share the next one.
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'

const mostAtOnce = 100

type WaitingItem<Item> = { item: Item; done: PromiseWithResolvers<void> }

export function createLines<Item>(write: (tx: StoreTx, items: readonly Item[]) => Promise<void>) {
  const lines = new Map<string, WaitingItem<Item>[]>()

  async function writeSome(db: StoreDb, scope: StoreScope, some: readonly WaitingItem<Item>[]): Promise<void> {
    const items = some.map(({ item }) => item)
    try {
      await db.store(scope, 'write', (tx) => write(tx, items))
    } catch (error) {
      // Retries the items one by one, so a refused item does not fail the others.
      if (some.length > 1) for (const each of some) await writeSome(db, scope, [each])
      else for (const { done } of some) done.reject(error)
      return
    }
    for (const { done } of some) done.resolve()
  }

  async function drain(db: StoreDb, scope: StoreScope, line: WaitingItem<Item>[]): Promise<void> {
    while (line.length > 0) await writeSome(db, scope, line.splice(0, mostAtOnce))
    lines.delete(scope.storeEnvId)
  }

  return (db: StoreDb, scope: StoreScope, item: Item): Promise<void> => {
    const done = Promise.withResolvers<void>()
    const line = lines.get(scope.storeEnvId)
    if (line) line.push({ item, done })
    else {
      const begun = [{ item, done }]
      lines.set(scope.storeEnvId, begun)
      void drain(db, scope, begun)
    }
    return done.promise
  }
}
