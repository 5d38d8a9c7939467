import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type TemplateSummary, templatesQuery } from '../../api/mail/email-templates.ts'
import { Badge } from '../../components/Badge.tsx'
import { buttonClass } from '../../components/Button.tsx'
import { languageName } from '../../components/forms/languages.ts'
import { Icon } from '../../components/Icon.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Page } from '../../components/Page.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { categoryNames, templateName } from '../messages/labels.ts'
import { SettingsTabs } from '../settings/SettingsLayout.tsx'
import { templateMeanings } from './meanings.ts'
import { SendMeButton } from './SendMeButton.tsx'

export function TemplatesPage() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const query = useQuery(templatesQuery(storeId))
  return (
    <>
      <SettingsTabs />
      <Page
        title="Templates"
        intro={intro(query.data)}
        actions={
          <>
            {isAtLeast('ADMIN') && <SendMeButton />}
            <Link to="/stores/$storeId/settings/branding" params={{ storeId }} className={buttonClass()}>
              Branding
            </Link>
          </>
        }
      >
        <Loaded query={query}>
          {(templates) => (
            <ul className="grid gap-4 md:grid-cols-2">
              {templates.map((template) => (
                <TemplateCard key={template.name} template={template} />
              ))}
            </ul>
          )}
        </Loaded>
      </Page>
    </>
  )
}

function intro(templates: readonly TemplateSummary[] = []): string {
  const count = Math.max(0, ...templates.map(({ builtInLocales }) => builtInLocales.length))
  if (count === 0) return 'Emails to your customers. You can write your own texts for each language.'
  return `Emails to your customers, in ${count} languages. You can write your own texts for each language.`
}

function TemplateCard({ template: { name, description, category, customizedLocales } }: { template: TemplateSummary }) {
  const storeId = useStoreId()
  return (
    <li className="card relative grid content-start gap-2 p-5 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-semibold tracking-tight">
          <Link
            to="/stores/$storeId/email/templates/$name"
            params={{ storeId, name }}
            className="outline-none after:absolute after:inset-0"
          >
            {templateName(name)}
          </Link>
        </h2>
        <Icon name="chevronRight" className="size-5 text-quiet" />
      </div>
      <p className="text-sm text-quiet">{templateMeanings[name] ?? description}</p>
      <p className="mt-1 flex flex-wrap gap-1.5">
        <Badge>{categoryNames[category]}</Badge>
        {customizedLocales.map((locale) => (
          <Badge key={locale} tone="accent" icon="pencil">
            {languageName(locale)}
          </Badge>
        ))}
        {customizedLocales.length === 0 && <Badge>Default</Badge>}
      </p>
    </li>
  )
}
