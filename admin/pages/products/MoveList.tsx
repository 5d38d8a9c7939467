import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRunning, movesQuery, type ReviewMove, undoMove } from '../../api/reviews/moves.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Time } from '../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { nameOf } from './name-of.ts'

export function MoveList({ moves }: { moves: ReviewMove[] }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const queryClient = useQueryClient()
  const [undoing, setUndoing] = useState<ReviewMove>()
  return (
    <>
      <ul aria-label="Moved reviews" aria-live="polite" className="divide-y divide-line">
        {moves.map((move) => (
          <li key={move.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 text-sm">
            <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
              <p className="wrap-anywhere">{progressText(move)}</p>
              {move.skipped > 0 && (
                <p className="text-quiet">
                  {move.skipped.toLocaleString(shownLocale)} {move.skipped === 1 ? 'review was' : 'reviews were'}{' '}
                  skipped: the order already has a review of the new product.
                </p>
              )}
              {move.undoableUntil && (
                <p className="text-quiet">
                  Can be undone until <Time at={move.undoableUntil} />
                </p>
              )}
            </div>
            {move.undoableUntil && isAtLeast('ADMIN') && (
              <Button size="small" onClick={() => setUndoing(move)}>
                Undo<span className="sr-only">: {nameOf(move.from)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undoing && (
        <ConfirmDialog
          title="Undo this move?"
          confirmLabel="Return the reviews"
          act={async () => {
            await undoMove(storeId, undoing.id)
            await queryClient.invalidateQueries({ queryKey: movesQuery(storeId).queryKey })
          }}
          onClose={() => setUndoing(undefined)}
        >
          <p className="wrap-anywhere">
            The reviews that moved return to {nameOf(undoing.from)}. A move can be undone once.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function progressText(move: ReviewMove): string {
  const { status, moved, from, to, completedAt } = move
  const count = moved.toLocaleString(shownLocale)
  // During an undo, `moved` still counts the original move, so a text with this number does not name a direction.
  if (isRunning(move))
    return completedAt === null && moved === 0
      ? `Moving reviews from ${nameOf(from)} to ${nameOf(to)}…`
      : `Moving reviews between ${nameOf(from)} and ${nameOf(to)}: ${count} so far…`
  if (status === 'failed') return `The move from ${nameOf(from)} to ${nameOf(to)} failed after ${count} reviews.`
  return moved === 1
    ? `1 review moved from ${nameOf(from)} to ${nameOf(to)}.`
    : `${count} reviews moved from ${nameOf(from)} to ${nameOf(to)}.`
}
