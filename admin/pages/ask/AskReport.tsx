import { Link } from '@tanstack/react-router'
import type { AskedRow } from '../../api/ask.ts'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reasonText } from '../../texts/request-reasons.ts'
import type { Person } from './people.ts'

export const countPlanned = (rows: readonly AskedRow[]) => rows.filter(({ outcome }) => outcome === 'planned').length

type SkippedPerson = Person & { reason: string }

const columns: Column<SkippedPerson>[] = [
  { header: 'Line', cell: ({ line }) => <span className="tabular-nums">{line}</span> },
  { header: 'Address', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  {
    header: 'Reason',
    cell: ({ reason }) => <span className="inline-block first-letter:uppercase">{reasonText(reason)}</span>,
  },
]

const mostShown = 100

export function AskReport({ checked }: { checked: { people: readonly Person[]; rows: readonly AskedRow[] } }) {
  const skipped = checked.rows.flatMap(({ index, reason }) => {
    const person = checked.people[index]
    return reason && person ? [{ ...person, reason }] : []
  })
  const planned = countPlanned(checked.rows)
  return (
    <section aria-label="Result of the check" className="grid gap-3 border-t border-line pt-4">
      <p role="status" className="text-sm font-medium">
        {planned === 0
          ? 'No customer will be asked.'
          : planned === 1
            ? 'One customer will be asked.'
            : `${planned.toLocaleString(shownLocale)} customers will be asked.`}{' '}
        {skipped.length > 0 &&
          (skipped.length === 1 ? 'One is skipped.' : `${skipped.length.toLocaleString(shownLocale)} are skipped.`)}
      </p>
      {skipped.length > 0 && (
        <div className="-mx-5 sm:-mx-6">
          <Table
            caption="Skipped customers"
            columns={columns}
            rows={skipped.slice(0, mostShown)}
            keyOf={({ line, email }) => `${line} ${email}`}
          />
          {skipped.length > mostShown && <p className="px-5 pt-2 text-sm text-quiet">Only the first 100 are listed.</p>}
        </div>
      )}
    </section>
  )
}

export function DoneNotice({ rows }: { rows: readonly AskedRow[] }) {
  const storeId = useStoreId()
  const planned = countPlanned(rows)
  return (
    <Notice tone="good" icon="check">
      <p role="status">
        {planned === 1 ? 'One request is planned.' : `${planned.toLocaleString(shownLocale)} requests are planned.`}{' '}
        <Link to="/stores/$storeId/requests" params={{ storeId }} className="font-medium underline underline-offset-4">
          View requests
        </Link>
      </p>
    </Notice>
  )
}
