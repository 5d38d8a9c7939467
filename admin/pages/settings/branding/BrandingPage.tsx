import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { brandingQuery } from '../../../api/mail/email-templates.ts'
import { buttonClass } from '../../../components/Button.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Page } from '../../../components/Page.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { SendMeButton } from '../../templates/SendMeButton.tsx'
import { BrandingForm } from './BrandingForm.tsx'

export function BrandingPage() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const query = useQuery(brandingQuery(storeId))
  return (
    <Page
      title="Branding"
      intro="Your brand in emails, review forms and widgets."
      actions={
        <>
          {isAtLeast('ADMIN') && <SendMeButton />}
          <Link to="/stores/$storeId/email/templates" params={{ storeId }} className={buttonClass()}>
            Templates
          </Link>
        </>
      }
    >
      <Loaded query={query}>{(branding) => <BrandingForm branding={branding} />}</Loaded>
    </Page>
  )
}
