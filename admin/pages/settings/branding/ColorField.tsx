import { Field } from '../../../components/forms/Field.tsx'
import { isColor } from './branding-form.ts'

type Props = { label: string; value: string; error: string | undefined; onChange(color: string): void }

export function ColorField({ label, value, error, onChange }: Props) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label={`${label}: pick a colour`}
            value={isColor(value) ? value : '#000000'}
            onChange={(event) => onChange(event.target.value)}
            className="h-10 w-12 shrink-0 rounded-lg border border-line-strong bg-surface p-1"
          />
          <input
            {...control}
            required
            pattern="#[0-9a-fA-F]{6}"
            title="A colour as #rrggbb"
            maxLength={7}
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="control min-w-0 font-mono text-sm"
          />
        </span>
      )}
    </Field>
  )
}
