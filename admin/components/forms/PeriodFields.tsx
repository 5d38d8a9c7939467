import { TextField } from './Field.tsx'

type Period = { startsAt: string; endsAt: string }
type Props = Period & {
  endless: string
  error(path: string): string | undefined
  onChange(change: Partial<Period>): void
}

export function PeriodFields({ startsAt, endsAt, endless, error, onChange }: Props) {
  return (
    <>
      <TextField
        label="From"
        hint="Leave blank to start immediately."
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
