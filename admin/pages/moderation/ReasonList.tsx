import { Link } from '@tanstack/react-router'
import type { Days, Suppression } from '../../api/reviews/moderation.ts'
import { shownLocale } from '../../components/locale.ts'
import { shareText } from '../../components/values/share.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reasonNames } from '../../texts/moderation-reasons.ts'
import { linkToWithheld } from './withheld-link.ts'

/** Reasons of the withheld reviews with their shares, most frequent first. */
export function ReasonList({ byReason, days }: { byReason: Suppression['byReason']; days: Days }) {
  const storeId = useStoreId()
  const reasons = (Object.entries(byReason) as [keyof typeof reasonNames, number][]).filter(([, count]) => count > 0)
  const all = reasons.reduce((sum, [, count]) => sum + count, 0)
  if (all === 0) return null
  return (
    <div className="border-t border-line px-5 py-4">
      <h3 className="pb-2 text-sm font-medium">Reasons</h3>
      <ul className="grid gap-2 text-sm">
        {reasons
          .toSorted(([, a], [, b]) => b - a)
          .map(([reason, count]) => (
            <li
              key={reason}
              className="grid grid-cols-[7.5rem_1fr_auto] items-center gap-x-4 sm:grid-cols-[9.5rem_1fr_auto]"
            >
              <Link
                {...linkToWithheld(storeId, days, { status: reason === 'spam' ? 'spam' : 'rejected' })}
                className="justify-self-start underline underline-offset-4 pointer-coarse:py-2"
              >
                {reasonNames[reason]}
              </Link>
              <span aria-hidden="true" className="h-3 overflow-hidden rounded-sm bg-plain-wash">
                <span className="block h-full rounded-sm bg-line-strong" style={{ width: `${(count / all) * 100}%` }} />
              </span>
              <span className="min-w-20 text-right text-quiet tabular-nums">
                {count.toLocaleString(shownLocale)} ({shareText(count / all)})
              </span>
            </li>
          ))}
      </ul>
    </div>
  )
}
