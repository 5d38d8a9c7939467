import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StorefrontSettings } from '../../../api/content/storefront.ts'
import { brandingQuery } from '../../../api/mail/email-templates.ts'
import { Switch } from '../../../components/forms/Choice.tsx'
import { SelectField, TextField } from '../../../components/forms/Field.tsx'
import { languageName } from '../../../components/forms/languages.ts'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import { Options } from '../../../components/forms/Options.tsx'
import { Card } from '../../../components/Page.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { OptionalColor } from './OptionalColor.tsx'
import { ThemePreview } from './ThemePreview.tsx'
import { cornerNames, locales, poolNames, schemeNames, sortNames, usual } from './theme-options.ts'

type Props = {
  settings: StorefrontSettings
  set(change: Partial<StorefrontSettings>): void
  error(path: string): string | undefined
}

export function LookFields({ settings: { theme }, set, error }: Props) {
  const storeId = useStoreId()
  const { data: branding } = useQuery(brandingQuery(storeId))
  const brandColor = branding?.updatedAt ? branding.colors.primary : undefined
  const inherited = theme.usesBrand ? brandColor : undefined
  const setTheme = (change: Partial<typeof theme>) => set({ theme: { ...theme, ...change } })
  return (
    <Card title="Look">
      <div className="grid gap-5 p-5 pt-4">
        <ThemePreview theme={inherited && !theme.accentColor ? { ...theme, accentColor: inherited } : theme} />
        <Switch
          label="Use your brand color"
          hint={
            <>
              One look for emails, form and widgets, from{' '}
              <Link
                to="/stores/$storeId/settings/branding"
                params={{ storeId }}
                className="underline underline-offset-4"
              >
                Branding
              </Link>
              {brandColor ? '.' : ', where none is chosen yet.'}
            </>
          }
          isOn={theme.usesBrand}
          onChange={(usesBrand) => setTheme({ usesBrand })}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <OptionalColor
            label="Buttons and links"
            usual={inherited ?? usual.light.accent}
            hint={inherited ? "Leave blank to use the brand's color." : undefined}
            value={theme.accentColor}
            error={error('/theme/accentColor')}
            onChange={(accentColor) => setTheme({ accentColor })}
          />
          <OptionalColor
            label="Stars"
            usual={usual.light.star}
            value={theme.starColor}
            error={error('/theme/starColor')}
            onChange={(starColor) => setTheme({ starColor })}
          />
          <SelectField
            label="Corners"
            value={theme.corners}
            error={error('/theme/corners')}
            onChange={(event) => setTheme({ corners: event.target.value as typeof theme.corners })}
          >
            <Options names={cornerNames} />
          </SelectField>
          <SelectField
            label="Light or dark"
            value={theme.colorScheme}
            error={error('/theme/colorScheme')}
            onChange={(event) => setTheme({ colorScheme: event.target.value as typeof theme.colorScheme })}
          >
            <Options names={schemeNames} />
          </SelectField>
        </div>
      </div>
    </Card>
  )
}

export function ListFields({ settings: { reviews, defaultLocale, policyUrl }, set, error }: Props) {
  return (
    <Card title="Reviews">
      <div className="grid items-start gap-5 p-5 pt-4 sm:grid-cols-2">
        <SelectField
          label="Order"
          hint="Visitors see this first and can change it."
          value={reviews.sort}
          error={error('/reviews/sort')}
          onChange={(event) => set({ reviews: { ...reviews, sort: event.target.value as typeof reviews.sort } })}
        >
          <Options names={sortNames} />
        </SelectField>
        <NumberField
          label="Immediately"
          unit="reviews"
          hint="A button loads more."
          min={1}
          max={50}
          value={reviews.pageSize}
          error={error('/reviews/pageSize')}
          onChange={(pageSize) => set({ reviews: { ...reviews, pageSize } })}
        />
        <SelectField
          label="Reviews of a product"
          hint="Reviews from elsewhere always say where they come from. Search engines get only the numbers of the product itself."
          value={reviews.pool}
          error={error('/reviews/pool')}
          onChange={(event) => set({ reviews: { ...reviews, pool: event.target.value as typeof reviews.pool } })}
        >
          <Options names={poolNames} />
        </SelectField>
        <SelectField
          label="Language"
          hint="Used if neither the page nor the visitor has a language."
          value={defaultLocale}
          error={error('/defaultLocale')}
          onChange={(event) => set({ defaultLocale: event.target.value })}
        >
          {[...new Set([...locales, defaultLocale])].map((locale) => (
            <option key={locale} value={locale}>
              {languageName(locale)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="How you collect and check reviews"
          type="url"
          maxLength={500}
          placeholder="https://shop.example.com/about-reviews"
          hint="A page on your website. EU and UK law require it."
          value={policyUrl ?? ''}
          error={error('/policyUrl')}
          onChange={(event) => set({ policyUrl: event.target.value || null })}
        />
      </div>
    </Card>
  )
}

export function FormFields({ settings: { form }, set, error }: Props) {
  const setForm = (change: Partial<typeof form>) => set({ form: { ...form, ...change } })
  return (
    <Card title="Form">
      <div className="grid gap-5 p-5 pt-4">
        <Switch
          label="Visitors can write a review on your pages"
          hint="If off, only links in review requests open the form."
          isOn={form.enabled}
          onChange={(enabled) => setForm({ enabled })}
        />
        <Switch
          label="Ask for photos"
          isOn={form.asksForPhotos}
          onChange={(asksForPhotos) => setForm({ asksForPhotos })}
        />
        <TextField
          label="Privacy policy"
          type="url"
          maxLength={500}
          placeholder="https://shop.example.com/privacy"
          hint="The form links to it where the author agrees."
          value={form.privacyUrl ?? ''}
          error={error('/form/privacyUrl')}
          onChange={(event) => setForm({ privacyUrl: event.target.value || null })}
        />
      </div>
    </Card>
  )
}
