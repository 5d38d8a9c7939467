import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { templateQuery } from '../../api/mail/email-templates.ts'
import { buttonClass } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { TemplateEditor } from './TemplateEditor.tsx'

export function TemplatePage() {
  const storeId = useStoreId()
  const { name } = useParams({ from: '/signed-in/stores/$storeId/email/templates/$name' })
  const { locale } = useSearch({ from: '/signed-in/stores/$storeId/email/templates/$name' })
  const query = useQuery(templateQuery(storeId, name, locale))
  const missing = (
    <EmptyState
      icon="search"
      title="Template not found"
      action={
        <Link to="/stores/$storeId/email/templates" params={{ storeId }} className={buttonClass()}>
          All templates
        </Link>
      }
    >
      Check the address and its language.
    </EmptyState>
  )
  return (
    <Loaded query={query} missing={missing}>
      {(template) => <TemplateEditor key={`${template.name} ${template.locale}`} template={template} />}
    </Loaded>
  )
}
