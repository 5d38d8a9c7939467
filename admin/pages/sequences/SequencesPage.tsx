import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type Sequence, sequencesQuery } from '../../api/mail/sequences.ts'
import { Badge } from '../../components/Badge.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { FilteredList, ListPage, type Make } from '../../shell/ListPage.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { NewSequenceDialog } from './NewSequenceDialog.tsx'
import { startNames } from './names.ts'
import { statusNames, statusTones } from './statuses.ts'

export function SequencesPage() {
  return (
    <ListPage
      title="Sequences"
      intro="Automated emails that follow what a customer does, step by step."
      plan={{
        feature: 'email_sequences',
        name: 'Sequences',
        meanwhile: 'You can still read your sequences. They send nothing until then.',
      }}
      writer="ADMIN"
      makeLabel="Create sequence"
      dialog={(onClose) => <NewSequenceDialog onClose={onClose} />}
    >
      {(make) => <List make={make} />}
    </ListPage>
  )
}

function List({ make }: { make: Make | undefined }) {
  const { status } = useSearch({ from: '/signed-in/stores/$storeId/sequences' })
  const navigate = useNavigate()
  return (
    <FilteredList
      list={useInfiniteQuery(sequencesQuery(useStoreId(), { status }))}
      caption="Sequences"
      columns={columns}
      filter={{
        label: 'Status',
        all: 'All statuses',
        names: statusNames,
        value: status,
        onChange: (next) => void navigate({ to: '.', search: { status: next } }),
      }}
      none={{
        icon: 'send',
        title: 'No sequences yet',
        filtered: 'Sequence not found',
        meaning:
          'Thank customers after a first order, send tips after a delivery, or win back customers who have not returned.',
      }}
      make={make}
    />
  )
}

const columns: Column<Sequence>[] = [
  { header: 'Sequence', cell: (sequence) => <NameLink {...sequence} /> },
  {
    header: 'Status',
    cell: ({ status }) => <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>,
  },
  { header: 'Under way', align: 'right', cell: ({ runs }) => runs.active.toLocaleString(shownLocale) },
  { header: 'Completed', align: 'right', cell: ({ runs }) => runs.completed.toLocaleString(shownLocale) },
  { header: 'Ended early', align: 'right', cell: ({ runs }) => runs.exited.toLocaleString(shownLocale) },
]

function NameLink({ id, name, trigger, steps }: Sequence) {
  const storeId = useStoreId()
  const mails = steps.filter(({ type }) => type === 'mail').length
  return (
    <span className="grid">
      <Link
        to="/stores/$storeId/sequences/$sequenceId"
        params={{ storeId, sequenceId: id }}
        dir="auto"
        className="font-semibold wrap-anywhere hover:underline"
      >
        {name}
      </Link>
      <span className="text-xs text-quiet">
        {startNames[trigger.event]} · {mails === 1 ? 'one email' : `${mails} emails`}
      </span>
    </span>
  )
}
