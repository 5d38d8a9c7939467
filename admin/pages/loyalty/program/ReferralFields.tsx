import { TextField } from '../../../components/forms/Field.tsx'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import type { FieldsProps } from './program-form.ts'

const maxPoints = 100_000_000

export function RewardingFields({
  values: { birthdayPoints, reviewPoints, referral, currency },
  set,
  error,
}: FieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        label="Birthday points"
        unit="points"
        hint="Once a year. 0 gives none."
        min={0}
        max={maxPoints}
        value={birthdayPoints}
        error={error('/birthdayPoints')}
        onChange={(points) => set({ birthdayPoints: points })}
      />
      <NumberField
        label="Review points"
        unit="points"
        hint="Incentives that give points use this number unless they have their own. Without an incentive, it has no effect."
        min={0}
        max={maxPoints}
        value={reviewPoints}
        error={error('/reviewPoints')}
        onChange={(points) => set({ reviewPoints: points })}
      />
      <NumberField
        label="Referral reward"
        unit="points"
        hint="Given once the points of the friend's first order can be spent."
        min={0}
        max={maxPoints}
        value={referral.advocatePoints}
        error={error('/referral/advocatePoints')}
        onChange={(advocatePoints) => set({ referral: { ...referral, advocatePoints } })}
      />
      <NumberField
        label="Reward for the friend"
        unit="points"
        min={0}
        max={maxPoints}
        value={referral.friendPoints}
        error={error('/referral/friendPoints')}
        onChange={(friendPoints) => set({ referral: { ...referral, friendPoints } })}
      />
      <TextField
        label={`The friend's first order comes to at least${currency ? ` (${currency})` : ''}`}
        inputMode="decimal"
        required
        pattern="[0-9]{1,15}(\.[0-9]{1,6})?"
        title="A decimal number with a point such as 20.00"
        maxLength={22}
        className="max-w-40 tabular-nums"
        value={referral.minimumTotal}
        error={error('/referral/minimumTotal')}
        onChange={(event) => set({ referral: { ...referral, minimumTotal: event.target.value.trim() } })}
      />
    </div>
  )
}
