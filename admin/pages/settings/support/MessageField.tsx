import { Field } from '../../../components/forms/Field.tsx'

type Props = { label: string; hint?: string; value: string; onChange(value: string): void }

export function MessageField({ label, hint, value, onChange }: Props) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          required
          rows={5}
          maxLength={10_000}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="control h-auto py-2.5"
        />
      )}
    </Field>
  )
}
