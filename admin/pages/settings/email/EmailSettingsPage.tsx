import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { emailSettingsQuery } from '../../../api/email.ts'
import { buttonClass } from '../../../components/Button.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Page } from '../../../components/Page.tsx'
import { useStoreId } from '../../../shell/use-store.ts'
import { SettingsForm } from './SettingsForm.tsx'

export function EmailSettingsPage() {
  const storeId = useStoreId()
  const query = useQuery({ ...emailSettingsQuery(storeId), refetchOnWindowFocus: false })
  return (
    <Page
      title="E-mail"
      width="normal"
      intro="Whom the store asks for a review, when, and by whom the mail is sent."
      actions={
        <Link to="/stores/$storeId/email/templates" params={{ storeId }} className={buttonClass()}>
          Templates
        </Link>
      }
    >
      <Loaded query={query}>{(settings) => <SettingsForm settings={settings} />}</Loaded>
    </Page>
  )
}
