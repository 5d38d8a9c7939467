// Views and clicks of widgets in the last weeks. Visitors of the demo shop add to them.
import type { StoreTx } from '#platform/db/db.ts'
import { countEvents } from '#resources/analytics/activity/commands.ts'
import type { WidgetEvents } from '#resources/analytics/activity/schema.ts'
import type { Call } from '../host.ts'

type Event = WidgetEvents['events'][number]

const days = 45
const dayMs = 86_400_000

export async function countViews(
  call: Call,
  write: (work: (tx: StoreTx) => Promise<void>) => Promise<void>,
  now: Date,
): Promise<void> {
  await call('PUT', '/analytics/settings', { widgetCounts: true })
  const [gallery] = (await call<{ data: { id: string }[] }>('GET', '/galleries')).data
  if (!gallery) throw new Error('the demo shop has no gallery')
  const { id: galleryId } = gallery
  await write(async (tx) => {
    for (let age = 0; age < days; age++) {
      const day = new Date(now.getTime() - age * dayMs).toISOString().slice(0, 10)
      const seen = 18 + ((age * 7) % 23)
      await countEvents(tx, day, [
        ...repeat({ widget: 'gallery', kind: 'impression', galleryId }, seen),
        ...repeat({ widget: 'gallery', kind: 'click', galleryId }, Math.floor(seen / 9)),
        ...repeat({ widget: 'reviews', kind: 'impression' }, 2 * seen),
        ...repeat({ widget: 'reviews', kind: 'click' }, Math.floor(seen / 4)),
        ...repeat({ widget: 'stars', kind: 'impression' }, 3 * seen),
      ])
    }
  })
}

const repeat = (event: Event, count: number): Event[] => Array.from({ length: count }, () => event)
