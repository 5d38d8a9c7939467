import { Switch } from '../../components/forms/Choice.tsx'
import { Field, SelectField, TextField } from '../../components/forms/Field.tsx'
import { NumberField } from '../../components/forms/NumberField.tsx'
import { Card } from '../../components/Page.tsx'
import { type FieldsProps, zones } from './program-form.ts'

export function EarningFields({ values, set, error, isNew }: FieldsProps & { isNew: boolean }) {
  return (
    <Card title="Points for orders">
      <div className="grid gap-5 p-5 pt-4">
        <Switch
          label="The programme runs"
          hint={
            isNew
              ? 'Orders from the moment you save count. While it is off nothing is earned or spent.'
              : 'While it is off nothing is earned or spent; earned points stay, and orders of that time are counted once it is on again.'
          }
          isOn={values.enabled}
          onChange={(enabled) => set({ enabled })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Points per unit of currency"
            hint="A change counts for orders placed from then on."
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
          <NumberField
            label="Points can be spent after"
            unit="days"
            hint="Such as the time in which goods can be sent back."
            min={0}
            max={365}
            value={values.holdDays}
            error={error('/holdDays')}
            onChange={(holdDays) => set({ holdDays })}
          />
          <TextField
            label="Only orders in this currency"
            hint="Empty: each order counts in its own. Points are never converted."
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
            hint="Points lapse and birthdays are counted in this time zone."
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
      </div>
    </Card>
  )
}
