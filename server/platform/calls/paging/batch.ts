// Writes all items together first. After a failure it searches for the failing item in ever smaller parts, each in a
// savepoint.
import { type TSchema, Type } from 'typebox'
import type { StoreTx } from '../../db/db.ts'

export type Fault = { code?: string }
export type BatchResult<Failure> = { created: number; updated: number; failures: Failure[] }

/** A push's result. Every received row counts once: as created, updated, unchanged or failed. */
export type Report<Failure> = {
  received: number
  created: number
  updated: number
  unchanged: number
  failed: number
  errors: Failure[]
}

export const ReportOf = <F extends TSchema>(failure: F, title: string) =>
  Type.Object(
    {
      received: Type.Integer({ description: 'Number of rows in the request.' }),
      created: Type.Integer({ description: 'Number of rows created.' }),
      updated: Type.Integer({ description: 'Number of rows that changed a record.' }),
      unchanged: Type.Integer({ description: 'Number of rows equal to the stored data. They were not written.' }),
      failed: Type.Integer({
        description: 'Number of rows that failed. Check it on every response: the status is 200 even if rows failed.',
      }),
      errors: Type.Array(failure, { description: 'Rows that failed, each with its reason.' }),
    },
    { title },
  )

export const RowIndex = Type.Integer({ description: 'Zero-based position of the row in the request.' })

/** `refused` are rows that contradict another row of the push. They are refused before the write. */
export function buildReport<Failure extends { index: number }>(
  received: number,
  refused: Failure[],
  outcome: BatchResult<Failure>,
): Report<Failure> {
  const errors = [...refused, ...outcome.failures].sort((a, b) => a.index - b.index)
  const { created, updated } = outcome
  return {
    received,
    created,
    updated,
    unchanged: received - created - updated - errors.length,
    failed: errors.length,
    errors,
  }
}

/** `fault` is the failure of the whole batch, so that the batch is not tried again unchanged. */
export async function writeInParts<Item, Failure>(
  tx: StoreTx,
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<BatchResult<Failure>>,
  toFailure: (item: Item, fault: Fault) => Failure,
  fault?: Fault,
): Promise<BatchResult<Failure>> {
  const [first, ...others] = items
  if (!first) return { created: 0, updated: 0, failures: [] }
  if (!fault) {
    const outcome = await attempt(tx, () => write(items))
    return 'fault' in outcome ? writeInParts(tx, items, write, toFailure, outcome.fault) : outcome
  }
  if (others.length === 0) return { created: 0, updated: 0, failures: [toFailure(first, fault)] }
  const outcomes: BatchResult<Failure>[] = []
  for (const part of quarters(items)) outcomes.push(await writeInParts(tx, part, write, toFailure))
  return {
    created: outcomes.reduce((sum, each) => sum + each.created, 0),
    updated: outcomes.reduce((sum, each) => sum + each.updated, 0),
    failures: outcomes.flatMap((each) => each.failures),
  }
}

/** Runs `work` in a savepoint. Returns a fault when the database refuses a value; throws everything else. */
export async function attempt<T>(tx: StoreTx, work: () => Promise<T>): Promise<T | { fault: Fault }> {
  try {
    return await tx.savepoint(work)
  } catch (error) {
    if (isAboutData(error)) return { fault: error }
    throw error
  }
}

/**
 * Error classes 22, 23, 54 and P0 mean refused values. Other errors, such as a deadlock or a lost connection, are no item's
 * fault.
 */
export const isAboutData = (error: unknown): error is Error & Fault =>
  error instanceof Error && /^(22|23|54|P0)/.test((error as Fault).code ?? '')

/** Every writer locks rows in this order, so two batches with the same rows cause no deadlock. */
export const inLockOrder = <T>(rows: readonly T[], key: (row: T) => string): T[] =>
  rows.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))

/**
 * Splits a failed batch into four parts. Compared with halving, this needs as many attempts but repeats a third fewer
 * row writes.
 */
export function quarters<T>(rows: readonly T[]): T[][] {
  const size = Math.ceil(rows.length / 4)
  return [0, 1, 2, 3].map((part) => rows.slice(part * size, (part + 1) * size)).filter((part) => part.length > 0)
}
