import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { brandingQuery } from '../../../api/email-templates.ts'
import { buttonClass } from '../../../components/Button.tsx'
import { ErrorState, Loading } from '../../../components/EmptyState.tsx'
import { Page } from '../../../components/Page.tsx'
import { useStoreId } from '../../../shell/use-store.ts'
import { BrandingForm } from './BrandingForm.tsx'

export function BrandingPage() {
  const storeId = useStoreId()
  const { data, error, refetch } = useQuery(brandingQuery(storeId))
  return (
    <Page
      title="Branding"
      intro="How the mail to your customers looks, in every template."
      actions={
        <Link to="/stores/$storeId/email/templates" params={{ storeId }} className={buttonClass()}>
          Templates
        </Link>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <BrandingForm branding={data} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}
