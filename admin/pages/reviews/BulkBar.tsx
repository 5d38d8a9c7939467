import { Button } from '../../components/Button.tsx'
import { useInbox } from './state/inbox.ts'

export function BulkBar() {
  const { selection, rows, decideSelected, mayWrite, search } = useInbox()
  const count = selection.rows.length
  if (!mayWrite || count === 0) return null
  const current = search.status ?? 'pending'
  return (
    <section
      aria-label="Selected reviews"
      className="sticky bottom-0 z-10 grid gap-2 border-t border-line bg-surface px-4 py-3 sm:px-5"
    >
      <div className="flex items-center justify-between gap-2 text-sm">
        <span aria-live="polite" className="font-medium tabular-nums">
          {count} selected
        </span>
        <span className="flex gap-1">
          {count < rows.length && (
            <Button look="quiet" size="small" onClick={selection.all}>
              Select all {rows.length}
            </Button>
          )}
          <Button look="quiet" size="small" onClick={selection.clear}>
            Clear
          </Button>
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        {current !== 'approved' && (
          <Button
            look="primary"
            size="small"
            icon="check"
            aria-keyshortcuts="A"
            onClick={() => decideSelected('approved')}
          >
            Approve
          </Button>
        )}
        {current !== 'rejected' && (
          <Button size="small" icon="cross" aria-keyshortcuts="R" onClick={() => decideSelected('rejected')}>
            Reject
          </Button>
        )}
        {current !== 'spam' && (
          <Button size="small" icon="flag" aria-keyshortcuts="S" onClick={() => decideSelected('spam')}>
            Spam
          </Button>
        )}
      </div>
    </section>
  )
}
