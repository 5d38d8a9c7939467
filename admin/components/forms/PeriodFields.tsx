import { TextField } from './Field.tsx'

type Period = { startsAt: string; endsAt: string }
type Props = Period & {
  /** What an empty end means. */
  endless: string
  error(path: string): string | undefined
  onChange(change: Partial<Period>): void
}

/** From when and until when something holds, in the reader's own zone. */
export function PeriodFields({ startsAt, endsAt, endless, error, onChange }: Props) {
  return (
    <>
      <TextField
        label="From"
        hint="Empty: at once."
        type="datetime-local"
        value={startsAt}
        error={error('/startsAt')}
        onChange={(event) => onChange({ startsAt: event.target.value })}
      />
      <TextField
        label="Until"
        hint={endless}
        type="datetime-local"
        value={endsAt}
        error={error('/endsAt')}
        onChange={(event) => onChange({ endsAt: event.target.value })}
      />
    </>
  )
}
