import { useQuery } from '@tanstack/react-query'
import { deprecationsQuery } from '../../../api/account/deprecations.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { Notice } from '../../../components/Notice.tsx'
import { formatDay } from '../../../components/values/dates.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'

/** For one webhook, or for any. Only admins of the organization may read the deprecations. */
export function SignatureNotice({ webhookId }: { webhookId?: string }) {
  const { isAtLeast, isDelegate } = useRole()
  const { data } = useQuery({ ...deprecationsQuery(useStoreId()), enabled: isAtLeast('ADMIN') && !isDelegate })
  const received = data?.find(
    ({ removedAt, uses }) =>
      Date.parse(removedAt) > serverNowMs() &&
      uses.some(({ type, id }) => type === 'webhook' && (webhookId === undefined || id === webhookId)),
  )
  if (!received) return null
  return (
    <Notice tone="warn">
      Deliveries carry the signature <code className="font-mono text-xs">{received.item}</code> until{' '}
      {formatDay(received.removedAt)}. If your receiver verifies it, change the receiver to{' '}
      <code className="font-mono text-xs">x-service-signature-v2</code> before that day.{' '}
      <a href="/docs/webhooks#verify-the-signature" target="_blank" rel="noopener" className="underline">
        Verify the signature
      </a>
    </Notice>
  )
}
