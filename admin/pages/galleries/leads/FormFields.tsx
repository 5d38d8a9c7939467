import type { LeadForm } from '../../../api/content/galleries.ts'
import { Switch } from '../../../components/forms/Choice.tsx'
import { Field, SelectField, TextField } from '../../../components/forms/Field.tsx'
import { Options } from '../../../components/forms/Options.tsx'
import type { FormDraft } from './form-draft.ts'

export type FieldsProps = {
  draft: FormDraft
  error(name: string): string | undefined
  onChange(change: Partial<FormDraft>): void
}

const needs = { off: 'Not asked', optional: 'Optional', required: 'Required' }
const asked = { name: 'Name', phone: 'Telephone', message: 'Message' }

export function FormFields({ draft, error, onChange }: FieldsProps) {
  const words = (name: 'title' | 'buttonLabel' | 'privacyUrl', label: string, more: object = {}) => (
    <TextField
      label={label}
      dir="auto"
      maxLength={500}
      value={draft[name]}
      error={error(name)}
      onChange={(event) => onChange({ [name]: event.target.value })}
      {...more}
    />
  )
  const text = (name: 'intro' | 'consentText' | 'successText', label: string, hint?: string) => (
    <Field label={label} hint={hint} error={error(name)}>
      {(control) => (
        <textarea
          {...control}
          dir="auto"
          rows={2}
          maxLength={500}
          required={name === 'consentText' && draft.enabled}
          className="control h-auto py-2"
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <Switch
        label="Show a form below the photos"
        hint="Visitors can send you messages from the gallery in your shop."
        isOn={draft.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
      {words('title', 'Title')}
      {text('intro', 'Introduction')}
      {text(
        'consentText',
        'Consent text',
        'For instance: I agree that my message is stored to answer it. Each lead contains this text, word for word.',
      )}
      {words('privacyUrl', 'Address of your privacy policy', { type: 'url', dir: 'ltr', maxLength: 2048 })}
      <fieldset className="grid gap-3 sm:grid-cols-3">
        <legend className="pb-2 text-sm font-medium">Fields besides the email address</legend>
        {(Object.keys(asked) as (keyof LeadForm['fields'])[]).map((name) => (
          <SelectField
            key={name}
            label={asked[name]}
            value={draft.fields[name]}
            onChange={(event) =>
              onChange({ fields: { ...draft.fields, [name]: event.target.value as keyof typeof needs } })
            }
          >
            <Options names={needs} />
          </SelectField>
        ))}
      </fieldset>
      {words('buttonLabel', 'Button', { hint: 'Leave blank to use “Send”.' })}
      {text('successText', 'Thanks', 'Shown after sending. Leave blank to thank visitors in their language.')}
    </>
  )
}
