import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { exitRun, runsQuery, type Sequence, type SequenceRun, sequencesKey } from '../../api/mail/sequences.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FullAddressHint } from '../../components/FullAddressHint.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { Time } from '../../components/values/Time.tsx'
import { isWholeAddress } from '../../shell/search-values.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { mailStates, reasonText, runStates } from './names.ts'

export function PeopleCard({ sequence, mayEnd }: { sequence: Sequence; mayEnd: boolean }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const { email } = useSearch({ from: '/signed-in/stores/$storeId/sequences/$sequenceId' })
  const navigate = useNavigate()
  const search = useCallback(
    (q: string) => void navigate({ to: '.', search: { view: 'people', email: q || undefined } }),
    [navigate],
  )
  const isWhole = email === undefined || isWholeAddress(email)
  const list = useInfiniteQuery({
    ...runsQuery(storeId, sequence.id, { email: isWhole ? email : undefined }),
    enabled: isWhole,
  })
  const [ending, setEnding] = useState<SequenceRun>()
  return (
    <Card>
      <div className="flex flex-wrap gap-2 border-b border-line p-3">
        <SearchBox label="Find a person by their full email address" value={email ?? ''} onSearch={search} />
      </div>
      {isWhole ? (
        <PagedTable
          list={list}
          caption="People"
          columns={buildColumns(mayEnd ? setEnding : undefined)}
          keyOf={({ id }) => id}
          empty={
            email ? (
              <EmptyState icon="search" title="No one with this email address" />
            ) : (
              <EmptyState icon="people" title="No people yet">
                People enter when the sequence is live and its trigger happens.
              </EmptyState>
            )
          }
        />
      ) : (
        <FullAddressHint />
      )}
      {ending && (
        <ConfirmDialog
          title="End it for this person?"
          confirmLabel="End it"
          isDangerous
          act={() => exitRun(storeId, sequence.id, ending.id)}
          onDone={() => {
            toast('Ended')
            void client.invalidateQueries({ queryKey: sequencesKey(storeId) })
          }}
          onClose={() => setEnding(undefined)}
        >
          <p className="font-medium wrap-anywhere">{ending.email ?? ending.emailLast4}</p>
          <p>The sequence sends them no more emails. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const buildColumns = (onEnd: ((run: SequenceRun) => void) | undefined): Column<SequenceRun>[] => [
  {
    header: 'Person',
    cell: ({ email, emailLast4, startedAt, version }) => (
      <span className="grid">
        <span className="font-medium wrap-anywhere">{email ?? `…${emailLast4}`}</span>
        <span className="text-xs text-quiet">
          Entered <Time at={startedAt} />, version {version}
        </span>
      </span>
    ),
  },
  {
    header: 'Status',
    cell: ({ state, exitReason, nextDueAt, goalReachedAt }) => (
      <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
        <Badge tone={goalReachedAt ? 'good' : runStates[state][1]}>
          {goalReachedAt ? 'Goal reached' : runStates[state][0]}
        </Badge>
        {exitReason && !goalReachedAt && <span className="text-xs text-quiet">{reasonText(exitReason)}</span>}
        {nextDueAt && (
          <span className="text-xs text-quiet">
            Next: <Time at={nextDueAt} />
          </span>
        )}
      </span>
    ),
  },
  { header: 'Emails', cell: ({ messages }) => <Mails messages={messages} /> },
  {
    header: 'Change',
    isHeaderHidden: true,
    align: 'right',
    cell: (run) =>
      onEnd &&
      run.state === 'active' && (
        <Button size="small" look="dangerQuiet" onClick={() => onEnd(run)}>
          End it
          <span className="sr-only">: {run.email ?? run.emailLast4}</span>
        </Button>
      ),
  },
]

const Mails = ({ messages }: Pick<SequenceRun, 'messages'>) => (
  <ul className="grid gap-1">
    {messages.map(({ step, state, reason, sentAt }) => (
      <li key={step} className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-quiet max-sm:justify-end">
        Step {step + 1} <Badge tone={mailStates[state][1]}>{mailStates[state][0]}</Badge>
        {reason && reasonText(reason)}
        {sentAt && <Time at={sentAt} />}
      </li>
    ))}
  </ul>
)
