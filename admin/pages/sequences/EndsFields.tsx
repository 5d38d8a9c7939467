import { SelectField } from '../../components/forms/Field.tsx'
import type { Draft } from './draft.ts'
import { endNames } from './names.ts'

type Event = Draft['goal'][number]
const events = Object.entries(endNames) as [Event, string][]

export function EndsFields({ draft, onChange }: { draft: Draft; onChange(change: Partial<Draft>): void }) {
  const { consent, exitOn, goal } = draft
  return (
    <div className="grid gap-5">
      <SelectField
        label="It writes to"
        hint="Consent is taken from the latest order that states it, and checked before every email."
        value={consent}
        onChange={(change) => onChange({ consent: change.target.value as Draft['consent'] })}
      >
        <option value="opted_in_only">Only customers who agreed to marketing</option>
        <option value="all_buyers">All customers who bought, wrote a review or joined</option>
      </SelectField>
      <div className="grid gap-5 sm:grid-cols-2">
        <Events
          legend="Ends early when"
          chosen={exitOn}
          always="order.cancelled"
          onChange={(next) => onChange({ exitOn: next })}
        />
        <Events
          legend="Goal"
          hint="Reaching the goal ends the sequence. A goal counts until 30 days after the last step."
          chosen={goal}
          onChange={(next) => onChange({ goal: next })}
        />
      </div>
    </div>
  )
}

type EventsProps = {
  legend: string
  hint?: string
  chosen: readonly Event[]
  always?: Event
  onChange(chosen: Event[]): void
}

function Events({ legend, hint, chosen, always, onChange }: EventsProps) {
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {events.map(([event, name]) => (
        <label key={event} className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={event === always || chosen.includes(event)}
            disabled={event === always}
            onChange={(change) =>
              onChange(change.target.checked ? [...chosen, event] : chosen.filter((each) => each !== event))
            }
          />
          {name}
          {event === always && <span className="text-quiet">(always)</span>}
        </label>
      ))}
      {hint && <p className="text-sm text-quiet">{hint}</p>}
    </fieldset>
  )
}
