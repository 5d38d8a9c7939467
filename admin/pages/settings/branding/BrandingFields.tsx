import { useQuery } from '@tanstack/react-query'
import { templatesQuery } from '../../../api/mail/email-templates.ts'
import { Field, SelectField, TextField } from '../../../components/forms/Field.tsx'
import { languageName } from '../../../components/forms/languages.ts'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import { Card } from '../../../components/Page.tsx'
import { useStore, useStoreId } from '../../../shell/store/use-store.ts'
import { type BrandingValues, type ColorName, colorNames, cornerNames, fontNames } from './branding-form.ts'
import { ColorField } from './ColorField.tsx'
import { LogoUpload } from './LogoUpload.tsx'

type Props = {
  values: BrandingValues
  set(change: Partial<BrandingValues>): void
  error(path: string): string | undefined
}

export function BrandingFields(props: Props) {
  return (
    <>
      <Logo {...props} />
      <Colors {...props} />
      <Footer {...props} />
      <Sender {...props} />
    </>
  )
}

function Logo({ values, set, error }: Props) {
  return (
    <Card title="Logo">
      <div className="grid gap-5 p-5 pt-4">
        <LogoUpload
          uploadId={values.logoUploadId}
          error={error('/logoUploadId')}
          onUpload={(logoUploadId) => set({ logoUploadId })}
        />
        <TextField
          label="Address of the image"
          type="url"
          maxLength={1000}
          placeholder="https://cdn.example.com/logo.png"
          hint="An https address of a PNG, JPEG or GIF. Leave blank to show the store's name."
          disabled={values.logoUploadId !== undefined}
          value={values.logoUrl ?? ''}
          error={error('/logoUrl')}
          onChange={(event) => set({ logoUrl: event.target.value || null })}
        />
        <NumberField
          label="Width"
          unit="pixels"
          min={24}
          max={400}
          value={values.logoWidth}
          error={error('/logoWidth')}
          onChange={(logoWidth) => set({ logoWidth })}
        />
      </div>
    </Card>
  )
}

function Colors({ values, set, error }: Props) {
  return (
    <Card title="Colors and fonts">
      <div className="grid gap-5 p-5 pt-4 sm:grid-cols-2">
        {(Object.keys(colorNames) as ColorName[]).map((name) => (
          <ColorField
            key={name}
            label={colorNames[name]}
            value={values.colors[name]}
            error={error(`/colors/${name}`)}
            onChange={(color) => set({ colors: { ...values.colors, [name]: color } })}
          />
        ))}
        <SelectField
          label="Letters"
          value={values.fontFamily}
          error={error('/fontFamily')}
          onChange={(event) => set({ fontFamily: event.target.value as BrandingValues['fontFamily'] })}
        >
          {Object.entries(fontNames).map(([font, name]) => (
            <option key={font} value={font}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Corners"
          value={values.corners}
          error={error('/corners')}
          onChange={(event) => set({ corners: event.target.value as BrandingValues['corners'] })}
        >
          {Object.entries(cornerNames).map(([corners, name]) => (
            <option key={corners} value={corners}>
              {name}
            </option>
          ))}
        </SelectField>
        <p className="text-sm text-quiet sm:col-span-2">
          Text on buttons, links and small print get a readable color automatically.
        </p>
      </div>
    </Card>
  )
}

function Footer({ values, set, error }: Props) {
  return (
    <Card title="Footer">
      <div className="grid gap-5 p-5 pt-4">
        <Area
          label="Postal address"
          hint="Most countries require it in emails like these."
          maxLength={300}
          value={values.footerAddress}
          error={error('/footerAddress')}
          onChange={(footerAddress) => set({ footerAddress })}
        />
        <Area
          label="Footer text"
          maxLength={500}
          value={values.footerText}
          error={error('/footerText')}
          onChange={(footerText) => set({ footerText })}
        />
      </div>
    </Card>
  )
}

type AreaProps = {
  label: string
  hint?: string
  maxLength: number
  value: string | null
  error: string | undefined
  onChange(value: string | null): void
}

function Area({ label, hint, maxLength, value, error, onChange }: AreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={maxLength}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
          className="control h-auto py-2"
        />
      )}
    </Field>
  )
}

function Sender({ values, set, error }: Props) {
  const { name } = useStore()
  const { data: templates } = useQuery(templatesQuery(useStoreId()))
  const locales = new Set([...(templates?.[0]?.builtInLocales ?? []), values.defaultLocale])
  return (
    <Card title="Sender and language">
      <div className="grid gap-5 p-5 pt-4">
        <TextField
          label="Sender name"
          maxLength={80}
          placeholder={name}
          hint="Leave blank to use the store's name."
          value={values.senderName ?? ''}
          error={error('/senderName')}
          onChange={(event) => set({ senderName: event.target.value || null })}
        />
        <SelectField
          label="Language"
          hint="Used for customers whose language has no template."
          value={values.defaultLocale}
          error={error('/defaultLocale')}
          onChange={(event) => set({ defaultLocale: event.target.value })}
        >
          {[...locales].map((locale) => (
            <option key={locale} value={locale}>
              {languageName(locale)}
            </option>
          ))}
        </SelectField>
      </div>
    </Card>
  )
}
