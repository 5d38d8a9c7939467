import { TabLinks } from '../../shell/navigation/TabLinks.tsx'
import { useRole } from '../../shell/store/use-store.ts'

const requests = { to: '/stores/$storeId/requests', label: 'Review requests' }
const messages = { to: '/stores/$storeId/email/messages', label: 'Messages' }
const suppressions = { to: '/stores/$storeId/email/suppressions', label: 'Suppressions' }
const mailbox = { to: '/stores/$storeId/mailbox', label: 'Mailbox' }

export function MailTabs({ isInPage = false }: { isInPage?: boolean }) {
  const { isAtLeast } = useRole()
  const tabs = isAtLeast('ADMIN') ? [requests, messages, suppressions, mailbox] : [requests, messages, suppressions]
  return <TabLinks label="Sent emails" tabs={tabs} isInPage={isInPage} />
}
