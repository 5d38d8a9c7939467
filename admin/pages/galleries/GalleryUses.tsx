import { Link } from '@tanstack/react-router'
import type { Gallery } from '../../api/content/galleries.ts'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { usesText } from './names.ts'

/** Views and clicks, or the way to count them. Only admins of a store with the plan can turn counting on. */
export function GalleryUses({ uses }: Pick<Gallery, 'uses'>) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const mayCount = usePlanGate('advanced_analytics')?.enabled !== false && isAtLeast('ADMIN')
  if (uses) return <span className="tabular-nums">{usesText(uses)} in the last 30 days</span>
  return (
    <span>
      Views are not counted.{' '}
      {mayCount && (
        <Link
          to="/stores/$storeId/insights"
          params={{ storeId }}
          className="underline decoration-line-strong underline-offset-4 hover:decoration-text"
        >
          Turn on in Insights
        </Link>
      )}
    </span>
  )
}
