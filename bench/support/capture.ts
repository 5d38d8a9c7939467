// Captures the statement of `GET /reviews` from the store itself, so that floor and service cannot drift apart.
import type { StoreTx } from '#platform/db/db.ts'
import { compile, type Query } from '#platform/db/query.ts'
import { list } from '#resources/reviews/listing-store.ts'

type Taken = { text: string; values: readonly unknown[] }

const shapes = new Map<boolean, Taken>()
const marker = '00000000-0000-4000-8000-000000000000'
const markerCursor = Buffer.from(`2000-01-01T00:00:00.000Z|${marker.replace(/0$/, '1')}`).toString('base64url')

/** Compiles the statement once with and once without a cursor. Later calls change only the values. */
export function captureList(storeEnvId: string, cursor: string | undefined): Taken {
  const shape = shapes.get(cursor !== undefined) ?? take(cursor !== undefined)
  const [at, id] = cursor ? Buffer.from(cursor, 'base64url').toString().split('|') : []
  return {
    text: shape.text,
    values: shape.values.map((value) =>
      value === marker
        ? storeEnvId
        : value === '2000-01-01T00:00:00.000Z'
          ? at
          : value === marker.replace(/0$/, '1')
            ? id
            : value,
    ),
  }
}

function take(withCursor: boolean): Taken {
  let taken: Taken | undefined
  const tx = {
    storeEnvId: marker,
    all: async (query: Query<unknown>) => {
      const { text, values = [] } = compile(query)
      taken = { text, values }
      return []
    },
  } as unknown as StoreTx
  void list(tx, withCursor ? { cursor: markerCursor } : {}, undefined as never)
  if (!taken) throw new Error('the list sent no statement')
  shapes.set(withCursor, taken)
  return taken
}
