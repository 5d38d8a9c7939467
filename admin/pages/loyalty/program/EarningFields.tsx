import { Switch } from '../../../components/forms/Choice.tsx'
import { Field, SelectField, TextField } from '../../../components/forms/Field.tsx'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import { Card } from '../../../components/Page.tsx'
import { useStore } from '../../../shell/store/use-store.ts'
import { type FieldsProps, zones } from './program-form.ts'

export function EarningFields({ values, set, error, isNew }: FieldsProps & { isNew: boolean }) {
  const { currency } = useStore()
  return (
    <Card title="Program">
      <div className="grid gap-5 p-5 pt-4">
        <Switch
          label="Turn on the program"
          hint={
            isNew
              ? 'Orders count from the moment you save. While it is off, members earn and spend nothing.'
              : 'While it is off, members keep their points but earn and spend none. Orders from that time count once it is on again.'
          }
          isOn={values.enabled}
          onChange={(enabled) => set({ enabled })}
        />
        <Switch
          label="Shoppers redeem rewards themselves"
          hint="Signed-in shoppers redeem rewards and share a referral link in the loyalty widget of your shop."
          isOn={values.shopperRedeems}
          onChange={(shopperRedeems) => set({ shopperRedeems })}
        />
        <Field
          label={`Points per 1 ${values.currency || currency}`}
          hint="A change applies to new orders."
          error={error('/pointsPerUnit')}
        >
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="decimal"
              required
              min={0}
              max={1000}
              step={0.0001}
              value={Number.isNaN(values.pointsPerUnit) ? '' : values.pointsPerUnit}
              onChange={(event) => set({ pointsPerUnit: event.target.valueAsNumber })}
              className="control w-32 tabular-nums"
            />
          )}
        </Field>
      </div>
    </Card>
  )
}

export function OrderFields({ values, set, error }: FieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        label="Points can be spent after"
        unit="days"
        hint="Use the time in which customers can return goods."
        min={0}
        max={365}
        value={values.holdDays}
        error={error('/holdDays')}
        onChange={(holdDays) => set({ holdDays })}
      />
      <TextField
        label="Only orders in this currency"
        hint="Leave blank to count every order in its own currency. Points are never converted."
        placeholder="EUR"
        pattern="[A-Z]{3}"
        title="Three capital letters such as EUR"
        maxLength={3}
        autoComplete="off"
        value={values.currency ?? ''}
        error={error('/currency')}
        onChange={(event) => set({ currency: event.target.value.toUpperCase() || null })}
      />
      <SelectField
        label="Time zone"
        hint="Used for expiry dates and birthdays."
        value={values.timezone}
        error={error('/timezone')}
        onChange={(event) => set({ timezone: event.target.value })}
      >
        {!zones.includes(values.timezone) && <option>{values.timezone}</option>}
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
    </div>
  )
}
