import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { StarsChart } from '../insights/StarsChart.tsx'
import { beforeName, type Spans } from './spans.ts'
import { useCompared } from './use-compared.ts'

export function StarsCard({ spans }: { spans: Spans }) {
  const query = useCompared('reviews', spans)
  return (
    <Card title="Ratings">
      <div className="flex min-h-[23rem] flex-col [&>figure]:my-auto">
        <Loaded query={query}>
          {({ now, before }) =>
            now.total.received === 0 ? (
              <EmptyState icon="star" title="No ratings in these days" />
            ) : (
              <StarsChart now={now.total} {...(before && { before: { name: beforeName(before), ...before.total } })} />
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}
