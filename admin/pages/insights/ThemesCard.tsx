import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadReport, type ReportParameters, type Reports, reportQuery } from '../../api/analytics.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { SaveButton } from '../../components/forms/SaveButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { averageText } from '../../components/values/average.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

type Theme = Reports['themes']['data'][number]
const counts = { '1': 'Words', '2': 'Pairs of words' } as const
const shown = 20

export function ThemesCard({ asked: { from, to } }: { asked: ReportParameters }) {
  const storeId = useStoreId()
  const [words, setWords] = useState<keyof typeof counts>('1')
  const asked = { from, to, words }
  const query = useQuery(reportQuery(storeId, 'themes', asked))
  const save = (
    <SaveButton
      label="Download as CSV"
      name="Download as CSV: Themes"
      fileName={`themes-${from}-${to}.csv`}
      read={() => downloadReport(storeId, 'themes', asked)}
    />
  )
  return (
    <Card title="Themes" actions={save}>
      <div className="px-5 py-4">
        <Segments
          label="Words or pairs of words"
          value={words}
          onChange={setWords}
          options={Object.entries(counts) as [keyof typeof counts, string][]}
        />
      </div>
      <Loaded query={query}>
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState icon="log" title="No common words yet">
              Words that three or more approved reviews have in common show here.
            </EmptyState>
          ) : (
            <>
              <Table caption="Themes" columns={columns} rows={data.slice(0, shown)} keyOf={({ term }) => term} />
              <p className="border-t border-line px-5 py-3 text-sm text-quiet">
                Counted in {total.reviews.toLocaleString(shownLocale)} approved reviews, each once for a word.
              </p>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

const columns: Column<Theme>[] = [
  { header: 'Words', cell: ({ term }) => <span className="font-medium">{term}</span> },
  { header: 'Reviews', align: 'right', cell: ({ reviews }) => <Count of={reviews} /> },
  {
    header: 'Average',
    align: 'right',
    cell: ({ averageRating }) => <span className="tabular-nums">{averageText(averageRating)}</span>,
  },
  { header: 'One or two stars', align: 'right', cell: ({ low }) => <Count of={low} /> },
  { header: 'Four or five stars', align: 'right', cell: ({ high }) => <Count of={high} /> },
]
