import type { SendingDomain, SendingRecord } from '../../../api/mail/sending-domain.ts'
import type { Tone } from '../../../components/Badge.tsx'
import { formatMoment } from '../../../components/values/dates.ts'

type Status = SendingDomain['status']

export const statusNames: Record<Status, string> = {
  none: 'None',
  pending: 'Waiting for its record',
  verified: 'Verified',
  degraded: 'Out of order',
  failed: 'Failed',
}

export const statusTones: Record<Status, Tone> = {
  none: 'plain',
  pending: 'warn',
  verified: 'good',
  degraded: 'danger',
  failed: 'danger',
}

export const recordNames: Record<SendingRecord['purpose'], string> = {
  dkim: 'Signature (DKIM)',
  dkim_next: 'Next signature (DKIM)',
  dkim_retired: 'Former signature (DKIM)',
  return_path: 'Return path',
  spf: 'SPF',
  dmarc: 'DMARC',
}

export const recordStatusNames: Record<SendingRecord['status'], string> = {
  missing: 'Not found',
  mismatch: 'Differs',
  ok: 'Found',
}

const afterMs = 72 * 3_600_000

export function domainStatusText({
  status,
  includedInPlan,
  failingSince,
  verifiedAt,
  sender,
  domain,
}: SendingDomain): string {
  const since = failingSince && formatMoment(failingSince)
  if (status === 'verified' && !includedInPlan)
    return `The domain stays. Email is sent from ${sender.from} until your plan includes a sending domain again.`
  switch (status) {
    case 'pending':
      return `Publish the required record at the DNS provider of ${domain}. We check for it every hour for two weeks. Until we find it, email is sent from ${sender.from}.`
    case 'verified':
      return failingSince
        ? `Its record has been missing or wrong since ${since}. Email is still signed by this domain. If the record stays missing, email is sent from the installation's address again from ${formatMoment(new Date(Date.parse(failingSince) + afterMs).toISOString())} on.`
        : `Email is sent from this domain, signed with its own key${verifiedAt ? ` since ${formatMoment(verifiedAt)}` : ''}. The record is checked daily.`
    case 'degraded':
      return `Its record has been missing or wrong for more than three days${since ? `, since ${since}` : ''}: email is sent from ${sender.from}. Once the record is back, email is sent from your domain again.`
    case 'failed':
      return `The record was missing or wrong for weeks, so we stopped checking for it. Email is sent from ${sender.from}. Publish the record and check again.`
    default:
      return ''
  }
}
