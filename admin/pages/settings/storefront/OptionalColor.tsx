import { Field } from '../../../components/forms/Field.tsx'
import { isColor } from './theme-options.ts'

type Props = {
  label: string
  usual: string
  hint?: string | undefined
  /** Text shown instead of `usual`, for a default that is not a fixed color. */
  placeholder?: string
  value: string | null
  error: string | undefined
  onChange(color: string | null): void
}

export function OptionalColor({ label, usual, hint, placeholder = usual, value, error, onChange }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label={`${label}: pick a colour`}
            value={value && isColor(value) ? value.toLowerCase() : usual}
            onChange={(event) => onChange(event.target.value)}
            className="h-10 w-12 sm:h-9 shrink-0 rounded-lg border border-line-strong bg-surface p-1"
          />
          <input
            {...control}
            pattern="#[0-9a-fA-F]{6}"
            title="A colour as #rrggbb"
            maxLength={7}
            spellCheck={false}
            placeholder={placeholder}
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value || null)}
            className="control min-w-0 font-mono text-sm"
          />
        </span>
      )}
    </Field>
  )
}
