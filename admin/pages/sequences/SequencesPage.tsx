import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Sequence, sequencesQuery } from '../../api/mail/sequences.ts'
import { Badge } from '../../components/Badge.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Count } from '../../components/lists/Count.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { shareText } from '../../components/values/share.ts'
import { FilteredList, ListPage, type Make } from '../../shell/ListPage.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { BlueprintsCard } from './BlueprintsCard.tsx'
import type { Blueprint } from './blueprints.ts'
import { NewSequenceDialog } from './NewSequenceDialog.tsx'
import { endNames, startNames } from './names.ts'
import { StepList } from './StepList.tsx'
import { statusNames, statusTones } from './statuses.ts'

export function SequencesPage() {
  return (
    <ListPage
      title="Sequences"
      intro="Automated emails that follow what a customer does, step by step."
      plan={{
        feature: 'email_sequences',
        name: 'Sequences',
        meanwhile: 'You can still read your sequences, but they send nothing.',
      }}
      writer="ADMIN"
      makeLabel="Create sequence"
      dialog={(onClose) => <NewSequenceDialog onClose={onClose} />}
    >
      {(make) => <List make={make} />}
    </ListPage>
  )
}

/** A list of this length fills the page, and its owner knows how to start another. */
const manySequences = 4

function List({ make }: { make: Make | undefined }) {
  const { status } = useSearch({ from: '/signed-in/stores/$storeId/sequences' })
  const navigate = useNavigate()
  const list = useInfiniteQuery(sequencesQuery(useStoreId(), { status }))
  const [start, setStart] = useState<Blueprint>()
  const count = list.data?.pages.reduce((sum, { data }) => sum + data.length, 0)
  return (
    <>
      <FilteredList
        list={list}
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
          filtered: 'No sequences with this status',
          meaning:
            'Thank customers after a first order, send tips after a delivery, or win back customers who have not returned.',
        }}
        make={make}
      />
      {make && count !== undefined && count < manySequences && !status && <BlueprintsCard onPick={setStart} />}
      {start && <NewSequenceDialog start={start} onClose={() => setStart(undefined)} />}
    </>
  )
}

const columns: Column<Sequence>[] = [
  { header: 'Sequence', cell: (sequence) => <NameLink {...sequence} /> },
  {
    header: 'Status',
    cell: ({ status }) => <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>,
  },
  { header: 'Under way', align: 'right', cell: ({ runs }) => <Count of={runs.active} /> },
  { header: 'Emails sent', align: 'right', cell: ({ mailsSent }) => <Count of={mailsSent} /> },
  { header: 'Goal reached', align: 'right', cell: (sequence) => <Goal {...sequence} /> },
]

function NameLink({ id, name, trigger, steps }: Sequence) {
  const storeId = useStoreId()
  return (
    <div className="grid gap-1.5 py-1.5">
      <Link
        to="/stores/$storeId/sequences/$sequenceId"
        params={{ storeId, sequenceId: id }}
        dir="auto"
        className="font-semibold wrap-anywhere hover:underline"
      >
        {name}
      </Link>
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1 text-xs text-quiet">
        <span className="flex items-center gap-1">
          {startNames[trigger.event]}
          <Icon name="chevronRight" className="size-3.5" />
        </span>
        <StepList steps={steps} />
      </div>
    </div>
  )
}

/** The share is of all people who entered, including active runs, because a goal can be reached at any time. */
function Goal({ goal, runs: { active, completed, exited, goalReached } }: Sequence) {
  const entered = active + completed + exited
  if (goal.length === 0) return <span className="text-quiet">No goal</span>
  return (
    <span className="grid">
      <Count of={goalReached} />
      <span className={`text-xs text-quiet ${goal.length === 1 ? 'whitespace-nowrap' : ''}`}>
        {goal.map((event) => endNames[event]).join(', ')}
      </span>
      {entered > 0 && (
        <span className="text-xs text-quiet tabular-nums">
          {shareText(goalReached / entered)} of {entered.toLocaleString(shownLocale)}
        </span>
      )}
    </span>
  )
}
