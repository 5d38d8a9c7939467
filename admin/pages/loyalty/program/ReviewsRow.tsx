import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Incentive, incentivesQuery } from '../../../api/reviews/incentives.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { shownLocale } from '../../../components/locale.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { pointsText } from '../labels.ts'
import { type FieldsProps, maxPoints } from './program-form.ts'
import { WayRow } from './WayRow.tsx'

const usualPoints = 50

/**
 * Review points have an effect only through incentives that have no points of their own. If all incentives have their
 * own, the row shows those instead of the field.
 */
export function ReviewsRow({ values: { reviewPoints }, set, error }: FieldsProps) {
  const incentives = useIncentives()
  if (incentives?.own.length && incentives.users === 0)
    return (
      <WayRow
        icon="star"
        name="Reviews"
        hint={
          <>
            Your incentives set their own points. <IncentivesLink>View incentives</IncentivesLink>
          </>
        }
        isEarning
        value={ownText(incentives.own)}
      />
    )
  const isOn = reviewPoints !== 0
  return (
    <WayRow
      icon="star"
      name="Reviews"
      hint={
        <>
          Incentives that give points use this number unless they have their own.{' '}
          {isOn && incentives && <Users count={incentives.users} />}
        </>
      }
      error={error('/reviewPoints')}
      isEarning={isOn}
      onSwitch={(next) => set({ reviewPoints: next ? usualPoints : 0 })}
      points={{
        ...{ label: 'Review points', unit: 'points', value: reviewPoints, max: maxPoints, step: 1 },
        onChange: (points) => set({ reviewPoints: points }),
      }}
    />
  )
}

/** Undefined while it is unknown which incentives use the number. */
function useIncentives(): { own: number[]; users: number } | undefined {
  const { data, hasNextPage } = useInfiniteQuery(incentivesQuery(useStoreId()))
  const giving = data?.pages.flatMap((page) => page.data).filter(givesPoints) ?? []
  const own = giving.flatMap(({ points }) => points ?? [])
  const users = giving.length - own.length
  return data && (users > 0 || !hasNextPage) ? { own, users } : undefined
}

function Users({ count }: { count: number }) {
  if (count > 0)
    return count === 1 ? 'Used by 1 incentive.' : `Used by ${count.toLocaleString(shownLocale)} incentives.`
  return (
    <span className="text-warn">
      No effect yet. <IncentivesLink>Create an incentive</IncentivesLink>
    </span>
  )
}

function ownText(own: number[]): string {
  const [least, most] = [Math.min(...own), Math.max(...own)]
  return least === most
    ? pointsText(least)
    : `${least.toLocaleString(shownLocale)} to ${most.toLocaleString(shownLocale)} points`
}

function IncentivesLink({ children }: { children: ReactNode }) {
  return (
    <Link to="/stores/$storeId/incentives" params={{ storeId: useStoreId() }} className="underline underline-offset-4">
      {children}
    </Link>
  )
}

const givesPoints = ({ kind, status, endsAt }: Incentive) =>
  kind === 'points' && status === 'active' && !(endsAt && Date.parse(endsAt) <= serverNowMs())
