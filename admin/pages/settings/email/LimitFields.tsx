import { Switch } from '../../../components/Choice.tsx'
import { TextField } from '../../../components/Field.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import type { FieldsProps } from './fields-props.ts'

/** What keeps a request waiting although it is due. */
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
        hint="No request goes out then, by the buyer's own clock where their country has one time, else by the store's. It waits for the end."
        isOn={quietHours !== null}
        onChange={(isOn) => set({ quietHours: isOn ? { start: '21:00', end: '08:00' } : null })}
      />
      {quietHours && (
        <div className="flex flex-wrap gap-4 pl-6.5">
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

function FrequencyCap({ settings: { frequencyCap }, set, error }: FieldsProps) {
  return (
    <div className="grid gap-4">
      <Switch
        label="A limit for each address"
        hint="Whoever orders often is not asked for every order at once. What is too much waits."
        isOn={frequencyCap !== null}
        onChange={(isOn) => set({ frequencyCap: isOn ? { hoursBetween: 24, perWeek: 3 } : null })}
      />
      {frequencyCap && (
        <div className="flex flex-wrap gap-x-8 gap-y-4 pl-6.5">
          <NumberField
            label="Between two of them at least"
            unit="hours"
            min={1}
            max={168}
            value={frequencyCap.hoursBetween}
            error={error('/frequencyCap/hoursBetween')}
            onChange={(hoursBetween) => set({ frequencyCap: { ...frequencyCap, hoursBetween } })}
          />
          <NumberField
            label="In any seven days at most"
            unit="requests and reminders"
            min={1}
            max={20}
            value={frequencyCap.perWeek}
            error={error('/frequencyCap/perWeek')}
            onChange={(perWeek) => set({ frequencyCap: { ...frequencyCap, perWeek } })}
          />
        </div>
      )}
    </div>
  )
}
