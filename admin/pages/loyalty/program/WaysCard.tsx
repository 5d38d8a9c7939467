import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Incentive, incentivesQuery } from '../../../api/reviews/incentives.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { formatUnit } from '../../../components/values/Money.tsx'
import { useStore, useStoreId } from '../../../shell/store/use-store.ts'
import { type FieldsProps, maxPoints } from './program-form.ts'
import { ReferralFields } from './ReferralFields.tsx'
import { WayRow } from './WayRow.tsx'

/** Points that a way gives when it is switched on. */
const usual = { order: 1, review: 50, birthday: 100, advocate: 200, friend: 100 }

export function WaysCard(props: FieldsProps) {
  const { values, set, error } = props
  const store = useStore()
  const { pointsPerUnit, reviewPoints, birthdayPoints, referral } = values
  const unit = formatUnit(values.currency || store.currency)
  return (
    <Card title="Ways to earn">
      <ul className="mt-4 grid">
        <WayRow
          icon="receipt"
          name="Orders"
          hint="A change applies to new orders."
          error={error('/pointsPerUnit')}
          isEarning={pointsPerUnit !== 0}
          onSwitch={(isOn) => set({ pointsPerUnit: isOn ? usual.order : 0 })}
          points={{
            ...{ label: `Points per ${unit}`, unit: pointsPerUnit === 1 ? `point per ${unit}` : `points per ${unit}` },
            ...{ value: pointsPerUnit, max: 1000, step: 0.0001 },
            onChange: (points) => set({ pointsPerUnit: points }),
          }}
        />
        <WayRow
          icon="star"
          name="Reviews"
          hint={<ReviewsHint isOn={reviewPoints !== 0} />}
          error={error('/reviewPoints')}
          isEarning={reviewPoints !== 0}
          onSwitch={(isOn) => set({ reviewPoints: isOn ? usual.review : 0 })}
          points={{
            ...{ label: 'Review points', unit: 'points', value: reviewPoints, max: maxPoints, step: 1 },
            onChange: (points) => set({ reviewPoints: points }),
          }}
        />
        <WayRow
          icon="gift"
          name="Birthdays"
          hint="Once a year."
          error={error('/birthdayPoints')}
          isEarning={birthdayPoints !== 0}
          onSwitch={(isOn) => set({ birthdayPoints: isOn ? usual.birthday : 0 })}
          points={{
            ...{ label: 'Birthday points', unit: 'points', value: birthdayPoints, max: maxPoints, step: 1 },
            onChange: (points) => set({ birthdayPoints: points }),
          }}
        />
        <WayRow
          icon="people"
          name="Referrals"
          hint="Member and friend are rewarded once the points of the friend's first order can be spent."
          isEarning={referral.advocatePoints !== 0 || referral.friendPoints !== 0}
          onSwitch={(isOn) => {
            const [advocatePoints, friendPoints] = isOn ? [usual.advocate, usual.friend] : [0, 0]
            set({ referral: { ...referral, advocatePoints, friendPoints } })
          }}
        >
          <ReferralFields {...props} />
        </WayRow>
      </ul>
    </Card>
  )
}

function ReviewsHint({ isOn }: { isOn: boolean }) {
  return <>Incentives that give points use this number unless they have their own. {isOn && <Effect />}</>
}

/** Review points have an effect only through an incentive. */
function Effect() {
  const storeId = useStoreId()
  const { data, hasNextPage } = useInfiniteQuery(incentivesQuery(storeId))
  const giving = data?.pages.flatMap((page) => page.data).filter(givesPoints) ?? []
  const count = giving.filter(({ points }) => points === null).length
  if (count > 0)
    return <>{count === 1 ? 'Used by 1 incentive.' : `Used by ${count.toLocaleString(shownLocale)} incentives.`}</>
  if (!data || hasNextPage) return null
  if (giving.length > 0)
    return (
      <>
        Not used now: <IncentivesLink storeId={storeId}>your incentives</IncentivesLink> set their own points.
      </>
    )
  return (
    <span className="text-warn">
      No effect yet. <IncentivesLink storeId={storeId}>Create an incentive</IncentivesLink>
    </span>
  )
}

const IncentivesLink = ({ storeId, children }: { storeId: string; children: ReactNode }) => (
  <Link to="/stores/$storeId/incentives" params={{ storeId }} className="underline underline-offset-4">
    {children}
  </Link>
)

const givesPoints = ({ kind, status, endsAt }: Incentive) =>
  kind === 'points' && status === 'active' && !(endsAt && Date.parse(endsAt) <= serverNowMs())
