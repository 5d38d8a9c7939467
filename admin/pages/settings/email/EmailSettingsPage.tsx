import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { emailSettingsQuery } from '../../../api/mail/email.ts'
import { sendingDomainQuery } from '../../../api/mail/sending-domain.ts'
import { buttonClass } from '../../../components/Button.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Page } from '../../../components/Page.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { ShopQuestionCard } from './ShopQuestionCard.tsx'

export function EmailSettingsPage() {
  const storeId = useStoreId()
  const query = useQuery({ ...emailSettingsQuery(storeId), refetchOnWindowFocus: false })
  return (
    <Page
      title="Email"
      intro="Recipients, times and sender of review requests."
      actions={
        <Link to="/stores/$storeId/email/templates" params={{ storeId }} className={buttonClass()}>
          Templates
        </Link>
      }
    >
      <MissingReplyAddress />
      <Loaded query={query}>{(settings) => <SettingsForm settings={settings} />}</Loaded>
      <ShopQuestionCard />
    </Page>
  )
}

/** Replies to the operator's address reach the store only with a reply-to address. */
function MissingReplyAddress() {
  const storeId = useStoreId()
  const { data } = useQuery(sendingDomainQuery(storeId))
  if (!data || data.sender.replyTo || (data.status === 'verified' && data.includedInPlan)) return null
  return (
    <Notice tone="warn">
      Replies from customers reach nobody.{' '}
      <Link to="/stores/$storeId/settings/sending-domain" params={{ storeId }} className="font-semibold underline">
        Set a reply address
      </Link>{' '}
      that you read.
    </Notice>
  )
}
