import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { isMissing } from '../../api/client.ts'
import { templateQuery } from '../../api/email-templates.ts'
import { buttonClass } from '../../components/Button.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { useStoreId } from '../../shell/use-store.ts'
import { TemplateEditor } from './TemplateEditor.tsx'

export function TemplatePage() {
  const storeId = useStoreId()
  const { name } = useParams({ from: '/signed-in/stores/$storeId/email/templates/$name' })
  const { locale } = useSearch({ from: '/signed-in/stores/$storeId/email/templates/$name' })
  const { data, error, refetch } = useQuery(templateQuery(storeId, name, locale))
  if (isMissing(error))
    return (
      <EmptyState
        icon="search"
        title="There is no such template"
        action={
          <Link to="/stores/$storeId/email/templates" params={{ storeId }} className={buttonClass()}>
            All templates
          </Link>
        }
      >
        The address may be mistyped, or its language is none.
      </EmptyState>
    )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <TemplateEditor key={`${data.name} ${data.locale}`} template={data} /> : <Loading />
}
