// Caches the results of queries for repetitive work, such as rendering a batch of mails. Code with `StoreReads` cannot
// write, so a cached result never misses a write of the same transaction.
import type { StoreReads } from './db.ts'
import { compile, type Query } from './query.ts'

export function cachedReads(tx: StoreReads): StoreReads {
  const { storeEnvId, organizationId, now } = tx
  const answers = new Map<string, Promise<unknown[]>>()
  const all = <Row>(query: Query<Row>): Promise<Row[]> => {
    const { text, values } = compile(query)
    const question = `${text} ${JSON.stringify(values)}`
    const answer = answers.get(question) ?? tx.all(query)
    answers.set(question, answer)
    return answer as Promise<Row[]>
  }
  const first = async <Row>(query: Query<Row>): Promise<Row | undefined> => (await all(query))[0]
  const several: StoreReads['several'] = async (queries) => (await Promise.all(queries.map(all))) as never
  return { storeEnvId, organizationId, now, all, first, several }
}
