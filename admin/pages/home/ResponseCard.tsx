import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { Compared } from '../insights/Compared.tsx'
import type { Spans } from './spans.ts'
import { useCompared } from './use-compared.ts'

export function ResponseCard({ spans }: { spans: Spans }) {
  const query = useCompared('moderation', spans)
  return (
    <Card title="Response time">
      <div className="min-h-28">
        <Loaded query={query} rows={2}>
          {({ now: { total: now }, before }) =>
            now.decided + now.replied + (before?.total.decided ?? 0) + (before?.total.replied ?? 0) === 0 ? (
              <p className="p-5 pt-3 text-sm text-quiet">
                Nothing was decided or answered in these days. Imported reviews do not count.
              </p>
            ) : (
              <dl className="grid grid-cols-2 gap-4 p-5 pt-4">
                <Compared
                  as="wait"
                  name="Half decided within"
                  now={now.decisionSeconds.p50}
                  before={before?.total.decisionSeconds.p50}
                />
                <Compared
                  as="wait"
                  name="Half answered within"
                  now={now.replySeconds.p50}
                  before={before?.total.replySeconds.p50}
                />
              </dl>
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}
