import { TextField } from '../../../components/forms/Field.tsx'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import { type FieldsProps, maxPoints } from './program-form.ts'

export function ReferralFields({ values: { referral, currency }, set, error }: FieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        label="Referral reward"
        unit="points"
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
