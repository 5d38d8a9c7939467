import { useQuery } from '@tanstack/react-query'
import { sendingDomainQuery } from '../../../api/mail/sending-domain.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { Page } from '../../../components/Page.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { DomainCard } from './DomainCard.tsx'
import { SenderCard } from './SenderCard.tsx'

const whileWaitingMs = 30_000

export function SendingDomainPage() {
  const storeId = useStoreId()
  const query = useQuery({
    ...sendingDomainQuery(storeId),
    // The service checks a pending domain regularly, so the page polls until the domain is verified.
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? whileWaitingMs : false),
  })
  return (
    <Page title="Sending domain" intro="The sender name customers see, and the address for their replies.">
      <Loaded query={query}>
        {(domain) => (
          <>
            <SenderCard domain={domain} />
            <DomainCard domain={domain} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
