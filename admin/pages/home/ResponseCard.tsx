import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { Tile } from '../../components/Tile.tsx'
import { waitText } from '../insights/days.ts'
import { Before } from './Compared.tsx'
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
                <Wait
                  name="Half decided within"
                  now={now.decisionSeconds.p50}
                  before={before?.total.decisionSeconds.p50}
                />
                <Wait name="Half answered within" now={now.replySeconds.p50} before={before?.total.replySeconds.p50} />
              </dl>
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}

type Wait = { name: string; now: number | null; before: number | null | undefined }

const Wait = ({ name, now, before }: Wait) => (
  <Tile name={name}>
    {waitText(now)}
    {before !== undefined && <Before>{before === null ? 'None before' : `${waitText(before)} before`}</Before>}
  </Tile>
)
