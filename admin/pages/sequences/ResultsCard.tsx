import { useQuery } from '@tanstack/react-query'
import { type Sequence, type SequenceStats, sequenceStatsQuery } from '../../api/mail/sequences.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { nameVariables } from '../templates/chips.ts'
import { reasonText } from './names.ts'

export function ResultsCard({ sequence }: { sequence: Sequence }) {
  const query = useQuery(sequenceStatsQuery(useStoreId(), sequence.id))
  return (
    <Loaded query={query}>
      {(stats) => (
        <div className="grid gap-6">
          <Card title="Everyone who entered">
            <dl className="grid grid-cols-2 gap-4 p-5 pt-3 sm:grid-cols-5">
              <Figure name="Entered" count={stats.entered} />
              <Figure name="Under way" count={stats.active} />
              <Figure name="Completed" count={stats.completed} />
              <Figure name="Ended early" count={stats.exited} />
              <Figure name="Goal reached" count={stats.goalReached} />
            </dl>
            {stats.exitReasons.length > 0 && (
              <ul className="grid gap-1 border-t border-line p-5 text-sm">
                {stats.exitReasons.map(({ reason, runs }) => (
                  <li key={reason} className="flex justify-between gap-4">
                    <span className="text-quiet">Ended: {reasonText(reason)}</span>
                    <span className="tabular-nums">{runs.toLocaleString(shownLocale)}</span>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <Card title="Emails">
            {stats.mails.length === 0 ? (
              <EmptyState icon="mail" title="No email yet" />
            ) : (
              <Table
                caption="Emails"
                columns={columns}
                rows={stats.mails}
                keyOf={({ version, step }) => `${version} ${step}`}
              />
            )}
          </Card>
        </div>
      )}
    </Loaded>
  )
}

const Figure = ({ name, count }: { name: string; count: number }) => (
  <div className="grid gap-0.5">
    <dt className="text-sm text-quiet">{name}</dt>
    <dd className="text-xl font-semibold tabular-nums">{count.toLocaleString(shownLocale)}</dd>
  </div>
)

type Mail = SequenceStats['mails'][number]

const counted = (header: string, read: (mail: Mail) => number): Column<Mail> => ({
  header,
  align: 'right',
  cell: (mail) => <span className="tabular-nums">{read(mail).toLocaleString(shownLocale)}</span>,
})

const columns: Column<Mail>[] = [
  {
    header: 'Email',
    cell: ({ subject, step, version }) => (
      <span className="grid">
        <span dir="auto" className="font-medium wrap-anywhere">
          {nameVariables(subject)}
        </span>
        <span className="text-xs text-quiet">
          Step {step + 1} of version {version}
        </span>
      </span>
    ),
  },
  counted('Sent', ({ sent, queued }) => sent + queued),
  counted('Postponed', ({ deferred }) => deferred),
  counted('Left out', ({ skipped, missed }) => skipped + missed),
  counted('Failed', ({ failed, unknown }) => failed + unknown),
]
