import type { Suppression } from '../../api/mail/suppressions.ts'
import { Badge } from '../../components/Badge.tsx'
import { IconButton } from '../../components/Button.tsx'
import type { Column, ColumnSort } from '../../components/lists/Table.tsx'
import { daysUntil, formatDay } from '../../components/values/dates.ts'
import { Time } from '../../components/values/Time.tsx'
import { reasonNames, reasonTones, scopeNames } from './labels.ts'

type Acts = { sorted: ColumnSort; mayRemove(reason: Suppression['reason']): boolean; onRemove(row: Suppression): void }

export const buildColumns = ({ sorted, mayRemove, onRemove }: Acts): Column<Suppression>[] => [
  { header: 'Address', cell: (row) => <Address row={row} /> },
  { header: 'Reason', cell: ({ reason }) => <Badge tone={reasonTones[reason]}>{reasonNames[reason]}</Badge> },
  { header: 'Blocks', cell: ({ scope }) => scopeNames[scope] },
  {
    header: 'Since',
    sorted,
    cell: ({ createdAt, expiresAt }) => (
      <span className="grid max-sm:justify-items-end">
        <Time at={createdAt} />
        {expiresAt && (
          <span className="text-xs text-quiet" title={formatDay(expiresAt)}>
            {daysUntil(expiresAt) <= 1 ? 'ends within a day' : `ends in ${daysUntil(expiresAt)} days`}
          </span>
        )}
      </span>
    ),
  },
  {
    header: 'Remove',
    isHeaderHidden: true,
    align: 'right',
    cell: (row) =>
      mayRemove(row.reason) && (
        <IconButton
          icon="trash"
          label={`Remove the suppression of ${row.email ?? 'an erased person'}`}
          onClick={() => onRemove(row)}
          className="-my-1.5"
        />
      ),
  },
]

function Address({ row: { email, note, source } }: { row: Suppression }) {
  const found = source?.match(/^bounce (\S+)/)?.[1]
  return (
    <span className="grid">
      {email ? (
        <span className="font-medium break-all">{email}</span>
      ) : (
        <span className="text-quiet">An erased person</span>
      )}
      {(note ?? found) && (
        <span className="text-xs text-quiet wrap-anywhere">{note ?? `The mail server's answer: ${found}`}</span>
      )}
    </span>
  )
}
