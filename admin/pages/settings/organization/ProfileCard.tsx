import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changeOrganization, type Organization } from '../../../api/account/organization.ts'
import { Button } from '../../../components/Button.tsx'
import { SelectField, TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useRefreshOrganization } from '../../../shell/use-refresh-organization.ts'
import { countries } from './countries.ts'

type Fields = { name: string; legalName: string; vatNumber: string; country: string; billingEmail: string }

const toFields = ({ name, legalName, vatNumber, country, billingEmail }: Organization): Fields => ({
  name,
  legalName: legalName ?? '',
  vatNumber: vatNumber ?? '',
  country: country ?? '',
  billingEmail: billingEmail ?? '',
})

const findChanges = (before: Fields, after: Fields) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([field, text]) => [field, text.trim()] as const)
      .filter(([field, text]) => text !== before[field as keyof Fields])
      .map(([field, text]) => [field, text === '' && field !== 'name' ? null : text]),
  )

export function ProfileCard({ organization, withBilling }: { organization: Organization; withBilling: boolean }) {
  const storeId = useStoreId()
  const refresh = useRefreshOrganization()
  const kept = toFields(organization)
  const [fields, setFields] = useState(kept)
  const saving = useMutation({
    mutationFn: () => changeOrganization(storeId, findChanges(kept, fields)),
    onSuccess: async (saved) => {
      setFields(toFields(saved))
      toast('Saved')
      return refresh()
    },
  })
  const change = Object.keys(findChanges(kept, fields))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const field = (name: keyof Fields) => ({
    value: fields[name],
    error: errorAt(saving.error, `/${name}`),
    onChange: ({ target }: { target: { value: string } }) => setFields({ ...fields, [name]: target.value }),
  })
  const problem = remainingError(saving.error, ['/name', '/legalName', '/vatNumber', '/country', '/billingEmail'])
  return (
    <Card title="Profile">
      <form onSubmit={submit} className="grid gap-5 px-5 pt-3 pb-5">
        <div className="max-w-[26rem]">
          <TextField
            label="Name"
            hint="Shown to members and partners, and in emails from this service."
            required
            maxLength={200}
            {...field('name')}
          />
        </div>
        {withBilling && (
          <fieldset className="grid gap-4">
            <legend className="pb-3">
              <span className="block font-medium">On invoices</span>
              <span className="block text-sm text-quiet">Existing invoices do not change.</span>
            </legend>
            <div className="grid max-w-[54rem] gap-4 sm:grid-cols-2">
              <TextField
                label="Legal name"
                hint="Leave blank to use the name above."
                maxLength={200}
                {...field('legalName')}
              />
              <SelectField label="Country" hint="Determines VAT." {...field('country')}>
                <option value="">Not said</option>
                {countries.map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <TextField
                label="VAT number"
                hint="Businesses in other EU countries are not charged VAT if they enter it."
                maxLength={40}
                autoComplete="off"
                spellCheck={false}
                {...field('vatNumber')}
              />
              <TextField
                label="Billing email"
                hint="Payment notices go to this address and to the owners."
                type="email"
                maxLength={320}
                {...field('billingEmail')}
              />
            </div>
          </fieldset>
        )}
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Button
          type="submit"
          look="primary"
          isBusy={saving.isPending}
          disabled={change.length === 0 || fields.name.trim() === ''}
          className="justify-self-start"
        >
          Save
        </Button>
      </form>
    </Card>
  )
}
