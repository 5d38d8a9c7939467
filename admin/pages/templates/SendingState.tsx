import { useQuery } from '@tanstack/react-query'
import { type EmailSettings, emailSettingsQuery } from '../../api/mail/email.ts'
import { Badge } from '../../components/Badge.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'

/** Only requests and reminders have a setting. Every other email answers an event, so it is always on. */
export function SendingState({ template }: { template: string }) {
  const isSet = template === 'review_request' || template === 'review_reminder'
  const { data: settings } = useQuery({ ...emailSettingsQuery(useStoreId()), enabled: isSet })
  if (!isSet || !settings) return null
  const reason = findReasonOff(template, settings)
  return reason ? <Badge>{reason}</Badge> : <Badge tone="good">On</Badge>
}

function findReasonOff(template: string, { requestsEnabled, reminders }: EmailSettings): string | undefined {
  if (!requestsEnabled) return 'Off: review requests are off'
  return template === 'review_reminder' && reminders === 0 ? 'Off: no reminders set' : undefined
}
