import { Field } from './Field.tsx'

type Props = {
  label: string
  unit: string
  hint?: string
  error?: string | undefined
  value: number
  min: number
  max: number
  disabled?: boolean
  onChange(value: number): void
}

export function NumberField({ label, unit, hint, error, value, onChange, ...rest }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="flex items-center gap-2.5">
          <input
            {...control}
            {...rest}
            type="number"
            inputMode="numeric"
            required
            step={1}
            value={Number.isNaN(value) ? '' : value}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            className="control w-24 tabular-nums"
          />
          <span className="text-sm text-quiet">{unit}</span>
        </span>
      )}
    </Field>
  )
}
