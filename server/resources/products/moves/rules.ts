import { type AppError, conflict } from '#platform/values/errors.ts'
import { type MoveStatus, undoDays } from './schema.ts'

export type SoldProduct = { id: string; status: string; hasLiveVariant: boolean }

const isSold = ({ status, hasLiveVariant }: SoldProduct): boolean => status === 'active' && hasLiveVariant

const isOver = ({ status, hasLiveVariant }: SoldProduct): boolean => status === 'archived' || !hasLiveVariant

/** Returns why the reviews of a product must stay. Undefined if they may move. */
export function refuseMove(from: SoldProduct, to: SoldProduct, areRelated: boolean): AppError | undefined {
  if (!areRelated)
    return conflict(
      'These products share neither a SKU nor a valid GTIN, so their reviews are about different things.',
      'products_unrelated',
    )
  if (!isOver(from))
    return conflict(
      'The product is still sold, so its reviews stay with it. Archive it first, or group both products.',
      'product_still_sold',
    )
  if (!isSold(to))
    return conflict('The target is not on sale. Choose the product that replaced the old one.', 'products_unrelated')
  return undefined
}

export const toUndoEnd = (completedAt: Date): Date => new Date(completedAt.getTime() + undoDays * 86_400_000)

type MoveFacts = { status: MoveStatus; completedAt: Date | null; isUndone: boolean }

/** Null if the move cannot be undone: it is still running, was undone, or is too old. */
export function findUndoEnd({ status, completedAt, isUndone }: MoveFacts, now: Date): Date | null {
  if (isUndone || completedAt === null || (status !== 'completed' && status !== 'failed')) return null
  const end = toUndoEnd(completedAt)
  return now < end ? end : null
}
