import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { emailSettingsQuery } from '../../api/mail/email.ts'
import { buttonClass } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { TabLinks } from '../../shell/navigation/TabLinks.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { SendingNotice } from '../messages/SendingNotice.tsx'
import { askingTime } from '../settings/email/asking-time.ts'
import { CodeCard } from './CodeCard.tsx'
import { FileCard } from './FileCard.tsx'
import { PeopleForm } from './PeopleForm.tsx'
import { type Way, ways } from './search.ts'

export function AskPage() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const { by = 'people' } = useSearch({ from: '/signed-in/stores/$storeId/ask' })
  return (
    <Page
      title="Ask for a review"
      intro={<Automatic />}
      actions={
        <Link to="/stores/$storeId/requests" params={{ storeId }} className={buttonClass()}>
          View requests
        </Link>
      }
    >
      {isAtLeast('ADMIN') && <TabLinks label="Way to ask" tabs={tabs} isInPage />}
      <SendingNotice />
      {isAtLeast('ADMIN') ? (
        <>
          {by === 'people' && <PeopleForm />}
          {by === 'file' && <FileCard />}
          {by === 'code' && <CodeCard />}
        </>
      ) : (
        <Notice icon="lock">Only owners and admins can ask customers for reviews.</Notice>
      )}
    </Page>
  )
}

const tabs = (Object.entries(ways) as [Way, string][]).map(([by, label]) => ({
  to: '/stores/$storeId/ask',
  label,
  search: { by: by === 'people' ? undefined : by },
}))

/** Manual requests come on top of the automatic ones, so the page says whether those are on. */
function Automatic() {
  const storeId = useStoreId()
  const { data: settings } = useQuery(emailSettingsQuery(storeId))
  if (!settings) return 'By email, order file, or link.'
  if (settings.requestsEnabled)
    return <>By email, order file, or link. Buyers are also asked automatically, {askingTime(settings)}.</>
  return (
    <>
      By email, order file, or link. Buyers are not asked automatically.{' '}
      <Link to="/stores/$storeId/settings/email" params={{ storeId }} className="underline underline-offset-4">
        Change settings
      </Link>
    </>
  )
}
