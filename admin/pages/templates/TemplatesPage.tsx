import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type TemplateSummary, templatesQuery } from '../../api/mail/email-templates.ts'
import { Badge } from '../../components/Badge.tsx'
import { languageName } from '../../components/forms/languages.ts'
import { Icon } from '../../components/Icon.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Page } from '../../components/Page.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { categoryNames, templateName } from '../messages/labels.ts'
import { readFirstBranches } from './chips.ts'
import { templateMeanings } from './meanings.ts'
import { RequestFigures } from './RequestFigures.tsx'
import { SendingState } from './SendingState.tsx'
import { SendMeButton } from './SendMeButton.tsx'
import { SubjectLine } from './SubjectLine.tsx'
import { Thumbnail } from './Thumbnail.tsx'

export function TemplatesPage() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const query = useQuery(templatesQuery(storeId))
  return (
    <Page title="Templates" intro={intro(query.data)} actions={isAtLeast('ADMIN') && <SendMeButton />}>
      <Loaded query={query}>
        {(templates) =>
          [...Map.groupBy(templates, ({ category }) => category)].map(([category, group]) => (
            <section key={category} aria-labelledby={category} className="grid gap-3">
              <h2 id={category} className="font-semibold tracking-tight">
                {categoryNames[category]}
              </h2>
              <ul className="grid gap-4 md:grid-cols-2">
                {group.map((template) => (
                  <TemplateCard key={template.name} template={template} />
                ))}
              </ul>
            </section>
          ))
        }
      </Loaded>
    </Page>
  )
}

function intro(templates: readonly TemplateSummary[] = []): string {
  const count = Math.max(0, ...templates.map(({ builtInLocales }) => builtInLocales.length))
  if (count === 0) return 'Emails to your customers. You can write your own texts for each language.'
  return `Emails to your customers, in ${count} languages. You can write your own texts for each language.`
}

function TemplateCard({ template }: { template: TemplateSummary }) {
  const { name, description, subject, customizedLocales } = template
  const storeId = useStoreId()
  return (
    <li className="card relative flex gap-4 p-4 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <Thumbnail name={name} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <h3 className="font-semibold tracking-tight">
          <Link
            to="/stores/$storeId/email/templates/$name"
            params={{ storeId, name }}
            className="outline-none after:absolute after:inset-0"
          >
            {templateName(name)}
          </Link>
        </h3>
        <p className="text-sm text-quiet">{templateMeanings[name] ?? description}</p>
        {subject !== '' && (
          <p dir="auto" className="line-clamp-2 pt-1 text-sm wrap-anywhere">
            <span className="text-quiet">Subject: </span>
            <SubjectLine subject={readFirstBranches(subject)} />
          </p>
        )}
        <RequestFigures template={name} />
        <p className="mt-auto flex flex-wrap gap-1.5 pt-1.5 empty:hidden">
          <SendingState template={name} />
          {customizedLocales.length > 0 && (
            <Badge tone="accent" icon="pencil">
              Edited: {customizedLocales.map(languageName).join(', ')}
            </Badge>
          )}
        </p>
      </div>
      <Icon name="chevronRight" className="size-5 self-center text-quiet" />
    </li>
  )
}
