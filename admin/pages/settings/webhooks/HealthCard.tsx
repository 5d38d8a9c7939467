import { useQuery } from '@tanstack/react-query'
import { webhookHealthQuery } from '../../../api/shops/webhooks.ts'
import { Chart } from '../../../components/chart/Chart.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { type Column, Table } from '../../../components/lists/Table.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { Tile } from '../../../components/Tile.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

type Day = { date: string; delivered: number; failed: number; pending: number }

const whileOpenMs = 30_000
/** A chart of fewer deliveries says less than their list. */
const fewestDrawn = 10

export function HealthCard({ webhookId }: { webhookId: string }) {
  const query = useQuery({ ...webhookHealthQuery(useStoreId(), webhookId), refetchInterval: whileOpenMs })
  // Hidden without deliveries, because the list above already says that there are none.
  if (query.data?.days.every(({ delivered, failed, pending }) => delivered + failed + pending === 0)) return null
  return (
    <Card title="The last seven days">
      <Loaded query={query} rows={3}>
        {({ days, total, deliveredShare }) => (
          <>
            <dl className="grid grid-cols-2 gap-4 px-5 pt-3 pb-4 sm:grid-cols-4">
              <Tile name="Delivered">{total.delivered.toLocaleString(shownLocale)}</Tile>
              <Tile name="Failed">{total.failed.toLocaleString(shownLocale)}</Tile>
              <Tile name="Waiting">{total.pending.toLocaleString(shownLocale)}</Tile>
              <Tile name="Success">{deliveredShare === null ? '–' : percent.format(deliveredShare)}</Tile>
            </dl>
            {total.delivered + total.failed + total.pending >= fewestDrawn && <DeliveriesByDay days={days} />}
          </>
        )}
      </Loaded>
    </Card>
  )
}

function DeliveriesByDay({ days }: { days: Day[] }) {
  return (
    <div className="border-t border-line">
      <Chart
        label="Deliveries by day"
        isLow
        places={days.map(({ date }) => ({
          key: date,
          name: weekday.format(new Date(date)),
          longName: longDay.format(new Date(date)),
        }))}
        main={{
          name: 'Deliveries',
          values: days.map(({ delivered, failed, pending }) => delivered + failed + pending),
        }}
        numbers={
          <Table
            caption="Deliveries of the last seven days"
            columns={columns}
            rows={days.toReversed()}
            keyOf={({ date }) => date}
          />
        }
      />
    </div>
  )
}

const percent = new Intl.NumberFormat(shownLocale, { style: 'percent', maximumFractionDigits: 1 })
const weekday = new Intl.DateTimeFormat(shownLocale, { weekday: 'short', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat(shownLocale, { dateStyle: 'full', timeZone: 'UTC' })

const count = (header: string, of: (day: Day) => number): Column<Day> => ({
  header,
  align: 'right',
  cell: (day) => <span className="tabular-nums">{of(day).toLocaleString(shownLocale)}</span>,
})

const columns: Column<Day>[] = [
  { header: 'Day', cell: ({ date }) => <span className="font-medium">{longDay.format(new Date(date))}</span> },
  count('Delivered', ({ delivered }) => delivered),
  count('Failed', ({ failed }) => failed),
  count('Waiting', ({ pending }) => pending),
]
