import { Switch } from '../../../components/forms/Choice.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import type { FieldsProps } from './fields-props.ts'

export function LimitFields(props: FieldsProps) {
  return (
    <>
      <QuietHours {...props} />
      <FrequencyCap {...props} />
    </>
  )
}

function QuietHours({ settings: { quietHours }, set, error }: FieldsProps) {
  return (
    <div className="grid gap-4">
      <Switch
        label="Quiet hours"
        hint="No requests are sent in these hours. We use the buyer's time zone if their country has only one, and the store's otherwise."
        isOn={quietHours !== null}
        onChange={(isOn) => set({ quietHours: isOn ? { start: '21:00', end: '08:00' } : null })}
      />
      {quietHours && (
        <div className="flex flex-wrap gap-4 pl-11.5">
          {(['start', 'end'] as const).map((edge) => (
            <TextField
              key={edge}
              label={edge === 'start' ? 'From' : 'To'}
              type="time"
              required
              className="w-36"
              value={quietHours[edge]}
              error={error(`/quietHours/${edge}`)}
              onChange={(event) => set({ quietHours: { ...quietHours, [edge]: event.target.value } })}
            />
          ))}
        </div>
      )}
    </div>
  )
}

const noCap = { requestDays: null, hoursBetween: null, perWeek: null }

function FrequencyCap({ settings: { frequencyCap }, set, error }: FieldsProps) {
  const cap = frequencyCap ?? noCap
  const setCap = (change: Partial<typeof cap>) => {
    const after = { ...cap, ...change }
    set({ frequencyCap: after.requestDays === null && after.hoursBetween === null ? null : after })
  }
  return (
    <div className="grid gap-4">
      <Switch
        label="One request per person"
        hint="Orders of one person that are due together share one email. Orders of that person that become due in the days after it are skipped."
        isOn={cap.requestDays !== null}
        onChange={(isOn) => setCap({ requestDays: isOn ? 3 : null })}
      />
      {cap.requestDays !== null && (
        <div className="pl-11.5">
          <NumberField
            label="Asked once in"
            unit="days"
            min={1}
            max={90}
            value={cap.requestDays}
            error={error('/frequencyCap/requestDays')}
            onChange={(requestDays) => setCap({ requestDays })}
          />
        </div>
      )}
      <Switch
        label="Limit per address"
        hint="Requests, reminders and sequence emails beyond the limit wait."
        isOn={cap.hoursBetween !== null}
        onChange={(isOn) => setCap(isOn ? { hoursBetween: 24, perWeek: 3 } : { hoursBetween: null, perWeek: null })}
      />
      {cap.hoursBetween !== null && cap.perWeek !== null && (
        <div className="flex flex-wrap gap-x-8 gap-y-4 pl-11.5">
          <NumberField
            label="Minimum time between emails"
            unit="hours"
            min={1}
            max={168}
            value={cap.hoursBetween}
            error={error('/frequencyCap/hoursBetween')}
            onChange={(hoursBetween) => setCap({ hoursBetween })}
          />
          <NumberField
            label="Maximum in seven days"
            unit="requests and reminders"
            min={1}
            max={20}
            value={cap.perWeek}
            error={error('/frequencyCap/perWeek')}
            onChange={(perWeek) => setCap({ perWeek })}
          />
        </div>
      )}
    </div>
  )
}
