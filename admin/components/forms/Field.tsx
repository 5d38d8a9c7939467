import { type ComponentProps, type ReactNode, useId } from 'react'
import { Select } from './Select.tsx'

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(hint || error)
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, ...(hasNote && { 'aria-describedby': noteId }), ...(error && { 'aria-invalid': true }) })}
      {hasNote && (
        <p id={noteId} className={`text-sm ${error ? 'text-danger' : 'text-quiet'}`}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'children'> & Omit<FieldProps, 'children'>

export function TextField({ label, hint, error, className = '', ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...control} {...rest} className={`control ${className}`} />}
    </Field>
  )
}

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & Omit<FieldProps, 'children'>

export function SelectField({ label, hint, error, children, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select {...control} {...rest} className="h-10 text-base sm:h-9">
          {children}
        </Select>
      )}
    </Field>
  )
}

type FilterProps = ComponentProps<'select'> & { label: string }

export function FilterSelect({ label, className = 'h-9', children, ...rest }: FilterProps) {
  return (
    <Select aria-label={label} {...rest} className={`${className} text-sm`}>
      {children}
    </Select>
  )
}
