import { Card } from '../../../components/Page.tsx'
import { formatUnit } from '../../../components/values/Money.tsx'
import { useStore } from '../../../shell/store/use-store.ts'
import { type FieldsProps, maxPoints } from './program-form.ts'
import { ReferralFields } from './ReferralFields.tsx'
import { ReviewsRow } from './ReviewsRow.tsx'
import { WayRow } from './WayRow.tsx'

/** Points that a way gives when it is switched on. */
const usual = { order: 1, birthday: 100, advocate: 200, friend: 100 }

export function WaysCard(props: FieldsProps) {
  const { values, set, error } = props
  const store = useStore()
  const { pointsPerUnit, birthdayPoints, referral } = values
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
        <ReviewsRow {...props} />
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
