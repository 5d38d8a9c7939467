import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { downloadReport, type Reports, reportQuery } from '../../api/analytics.ts'
import { Chart } from '../../components/chart/Chart.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { SaveButton } from '../../components/forms/SaveButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import type { Comparison } from './Compared.tsx'
import { type Days, type Period, periodName, periodNames } from './days.ts'
import { SeriesTiles } from './SeriesTiles.tsx'

type Name = 'reviews' | 'moderation' | 'requests' | 'widgets' | 'loyalty' | 'email'
type Row<N extends Name> = Reports[N]['data'][number]

export type Series<N extends Name> = {
  name: string
  value(row: Row<N>): number | null
  text?(row: Row<N>): string
  /** Name of the number of the whole period, if it differs from the name of a row's number. */
  title?: string
  total(report: Reports[N]): number | null
  as?: Comparison['as']
  note?(report: Reports[N]): string
}

type Props<N extends Name> = {
  title: string
  report: N
  asked: Period
  dateOf(row: Row<N>): string
  series: readonly Series<N>[]
  more?(report: Reports[N]): ReactNode
  isEmpty(report: Reports[N]): boolean
  empty: ReactNode
}

export function PeriodCard<N extends Name>({ title, report: name, asked: period, ...rest }: Props<N>) {
  const { before, isChosen, ...asked } = period
  const storeId = useStoreId()
  const query = useQuery(reportQuery(storeId, name, asked))
  const past = useQuery({ ...reportQuery(storeId, name, before ?? asked), enabled: before !== null })
  const save = (
    <SaveButton
      label="Download as CSV"
      name={`Download as CSV: ${title}`}
      fileName={`${name}-${asked.from}-${asked.to}.csv`}
      read={() => downloadReport(storeId, name, asked)}
    />
  )
  return (
    <Card title={title} actions={save}>
      <Loaded query={query}>
        {(report) =>
          rest.isEmpty(report as Reports[N]) ? (
            <EmptyState icon="log" title="Nothing in these days">
              {rest.empty}
            </EmptyState>
          ) : (
            <Periods
              {...rest}
              title={title}
              asked={asked}
              names={periodNames(asked, isChosen)}
              report={report as Reports[N]}
              before={before === null ? undefined : (past.data as Reports[N] | undefined)}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

function Periods<N extends Name>({
  title,
  asked,
  names,
  report,
  before,
  dateOf,
  series,
  more,
}: Omit<Props<N>, 'report' | 'asked' | 'isEmpty' | 'empty'> & {
  asked: Days
  names: ReturnType<typeof periodNames>
  report: Reports[N]
  /** Undefined while it loads, and if nothing is compared. */
  before: Reports[N] | undefined
}) {
  const { interval } = asked
  const [shown, setShown] = useState(series[0]?.name ?? '')
  const chosen = series.find(({ name }) => name === shown)
  const rows = report.data as Row<N>[]
  const past = (before?.data ?? []) as Row<N>[]
  const columns: Column<Row<N>>[] = [
    { header: 'From', cell: (row) => <span className="font-medium">{periodName(dateOf(row), interval, true)}</span> },
    ...series.map(
      ({ name, value, text }): Column<Row<N>> => ({
        header: name,
        align: 'right',
        cell: (row) => (
          <span className="tabular-nums">{text ? text(row) : (value(row)?.toLocaleString(shownLocale) ?? '–')}</span>
        ),
      }),
    ),
  ]
  return (
    <>
      <SeriesTiles
        label={`Shown in the chart: ${title}`}
        shown={shown}
        onShow={setShown}
        tiles={series.map(({ name, title = name, total, as, note }) => ({
          ...{ name, title, now: total(report), before: before && total(before) },
          ...(as && { as }),
          note: note?.(report),
        }))}
      />
      <Chart
        label={`${shown}, ${title}: the numbers are in the table below`}
        places={rows.map((row, at) => ({
          isOpen: !report.complete && at === rows.length - 1,
          key: dateOf(row),
          name: periodName(dateOf(row), interval),
          longName: periodName(dateOf(row), interval, true),
        }))}
        main={{ name: names.now, values: rows.map((row) => chosen?.value(row) ?? null) }}
        before={
          before && {
            name: names.before,
            values: rows.map((_, at) => (chosen && past[at] ? chosen.value(past[at]) : null)),
          }
        }
        numbers={<Table caption={title} columns={columns} rows={rows.toReversed()} keyOf={dateOf} />}
      />
      {more && <div className="border-t border-line">{more(report)}</div>}
    </>
  )
}
