import type { Subscriber } from '#platform/areas/events.ts'
import { toEntries } from './audit-entries.ts'
import { recordActs } from './commands.ts'
import { onReviewChanges } from './events.ts'
import { actorActsIn } from './rules.ts'

export const changeSubscribers: Subscriber[] = [
  onReviewChanges(actorActsIn, recordActs),
  onReviewChanges(
    (change) => [change],
    async (tx, changes) => {
      for (const { audit, action, target, details } of toEntries(changes)) await audit(tx, action, target, details)
    },
  ),
]
