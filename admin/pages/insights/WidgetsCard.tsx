import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  countingQuery,
  downloadReport,
  type Interval,
  type Reports,
  reportQuery,
  saveCounting,
} from '../../api/analytics.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Switch } from '../../components/forms/Choice.tsx'
import { SaveButton } from '../../components/forms/SaveButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { shareText } from '../../components/values/share.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { type Period, periodName } from './days.ts'

type Row = Reports['widgets']['data'][number]

const names: Record<Row['widget'], string> = {
  reviews: 'Reviews',
  stars: 'Stars',
  review_form: 'Review form',
  gallery: 'Gallery',
  faq: 'FAQs',
  loyalty: 'Points',
}

export function WidgetsCard({ asked: { before: _, isChosen: __, ...asked } }: { asked: Period }) {
  const storeId = useStoreId()
  const query = useQuery(reportQuery(storeId, 'widgets', asked))
  const save = (
    <SaveButton
      label="Download as CSV"
      name="Download as CSV: Widgets"
      fileName={`widgets-${asked.from}-${asked.to}.csv`}
      read={() => downloadReport(storeId, 'widgets', asked)}
    />
  )
  return (
    <Card title="Widgets" actions={save}>
      <Counting />
      <Loaded query={query}>
        {({ data, total }) =>
          total.impressions + total.clicks === 0 ? (
            <EmptyState icon="store" title="No views in these days" />
          ) : (
            <Table
              caption="Widget views and clicks"
              columns={buildColumns(asked.interval)}
              rows={data.filter(({ impressions, clicks }) => impressions + clicks > 0).toReversed()}
              keyOf={({ date, widget }) => date + widget}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

function Counting() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const queryClient = useQueryClient()
  const query = useQuery(countingQuery(storeId))
  const saving = useMutation({
    mutationFn: (isOn: boolean) => saveCounting(storeId, isOn),
    onSuccess: (settings) => queryClient.setQueryData(countingQuery(storeId).queryKey, settings),
  })
  if (!query.data || !isAtLeast('ADMIN')) return null
  return (
    <div className="grid gap-2 px-5 py-4">
      <Switch
        label="Count widget views and clicks"
        hint="Daily totals without cookies, IP addresses or devices. Browsers that ask not to be tracked are not counted."
        isOn={saving.isPending ? saving.variables : query.data.widgetCounts}
        onChange={(isOn) => saving.mutate(isOn)}
      />
      {saving.error && <Notice tone="danger">{saving.error.message}</Notice>}
    </div>
  )
}

const buildColumns = (interval: Interval): Column<Row>[] => [
  { header: 'Widget', cell: ({ widget }) => <span className="font-medium">{names[widget]}</span> },
  { header: 'From', cell: ({ date }) => periodName(date, interval, true) },
  { header: 'Views', align: 'right', cell: ({ impressions }) => <Count of={impressions} /> },
  { header: 'Clicks', align: 'right', cell: ({ clicks }) => <Count of={clicks} /> },
  {
    header: 'Click rate',
    align: 'right',
    cell: ({ impressions, clicks }) => shareText(impressions === 0 ? null : Math.min(1, clicks / impressions)),
  },
]
