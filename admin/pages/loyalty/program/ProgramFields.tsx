import { Switch } from '../../../components/forms/Choice.tsx'
import { SelectField, TextField } from '../../../components/forms/Field.tsx'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import { Card } from '../../../components/Page.tsx'
import { type FieldsProps, zones } from './program-form.ts'

export function ProgramFields({ values, set, isNew }: Pick<FieldsProps, 'values' | 'set'> & { isNew: boolean }) {
  return (
    <Card title="Program">
      <div className="grid gap-5 p-5 pt-4">
        <Switch
          label="Loyalty program"
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
