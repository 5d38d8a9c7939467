import { useQuery } from '@tanstack/react-query'
import { type EmailSettings, emailSettingsQuery } from '../../api/mail/email.ts'
import { type ReviewSettings, reviewSettingsQuery } from '../../api/reviews/settings.ts'
import { Badge } from '../../components/Badge.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'

const requests: Readonly<Record<string, (settings: EmailSettings) => string | undefined>> = {
  review_request: findReasonOff,
  review_reminder: (settings) =>
    findReasonOff(settings) ?? (settings.reminders === 0 ? 'Off: no reminders set' : undefined),
}

const forms: Readonly<Record<string, (settings: ReviewSettings) => string | undefined>> = {
  review_receipt: ({ receipts }) => (receipts ? undefined : 'Off: receipts are off'),
  review_buyers_only: ({ buyersOnly }) => (buyersOnly ? undefined : 'Off: anyone can review'),
}

const places: Readonly<Record<string, string>> = {
  lead_confirmation: 'Set in each gallery',
  lead_notice: 'Set in each gallery',
  sequence_mail: 'Set in each sequence',
}

/** An email that has no setting responds to an event. Only a suppressed address prevents it. */
export function SendingState({ template }: { template: string }) {
  const storeId = useStoreId()
  const [ofRequest, ofForm, place] = [requests[template], forms[template], places[template]]
  const { data: email } = useQuery({ ...emailSettingsQuery(storeId), enabled: ofRequest !== undefined })
  const { data: reviews } = useQuery({ ...reviewSettingsQuery(storeId), enabled: ofForm !== undefined })
  if (ofRequest) return email ? <OnOrOff reason={ofRequest(email)} /> : null
  if (ofForm) return reviews ? <OnOrOff reason={ofForm(reviews)} /> : null
  return <Badge>{place ?? 'Always sent'}</Badge>
}

const OnOrOff = ({ reason }: { reason: string | undefined }) =>
  reason ? <Badge>{reason}</Badge> : <Badge tone="good">On</Badge>

function findReasonOff({ requestsEnabled }: EmailSettings): string | undefined {
  return requestsEnabled ? undefined : 'Off: review requests are off'
}
