import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type EmailSettings, emailSettingsQuery } from '../../api/mail/email.ts'
import { Badge } from '../../components/Badge.tsx'
import { buttonClass } from '../../components/Button.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { sentence } from '../../texts/sentence.ts'
import { askingTime } from '../settings/email/asking-time.ts'
import { daysText } from '../settings/email/labels.ts'
import { useProviderName } from '../settings/email/use-connections.ts'

export function SettingsSummaryCard() {
  const storeId = useStoreId()
  const query = useQuery(emailSettingsQuery(storeId))
  const isOn = query.data?.requestsEnabled
  return (
    <Card
      title="How buyers are asked"
      actions={isOn !== undefined && (isOn ? <Badge tone="good">On</Badge> : <Badge tone="warn">Off</Badge>)}
    >
      <Loaded query={query} rows={2}>
        {(settings) => (
          <>
            {!settings.requestsEnabled && (
              <p className="px-5 pt-3 text-sm text-quiet">Requests are switched off: due requests are skipped.</p>
            )}
            <div className="max-lg:hidden">
              <Facts settings={settings} />
              <p className="px-5 pb-5">
                <SettingsLink change="Change settings" className={buttonClass('secondary', 'small')} />
              </p>
            </div>
            {/* Without room beside the results, all facts would push the list of requests off the first screen. */}
            <p className="px-5 pt-1 pb-4 text-sm lg:hidden">
              {sentence(askingTime(settings))}, {reminderText(settings)} ·{' '}
              <SettingsLink change="Change" className="underline underline-offset-4" />
            </p>
          </>
        )}
      </Loaded>
    </Card>
  )
}

const reminderText = ({ reminders }: EmailSettings) =>
  reminders === 0 ? 'no reminder' : reminders === 1 ? 'one reminder' : 'two reminders'

function SettingsLink({ change, className }: { change: string; className: string }) {
  const { isAtLeast } = useRole()
  return (
    <Link to="/stores/$storeId/settings/email" params={{ storeId: useStoreId() }} className={className}>
      {isAtLeast('ADMIN') ? change : 'See the settings'}
    </Link>
  )
}

function Facts({ settings }: { settings: EmailSettings }) {
  const { reminders, reminderDelayDays, consent, quietHours, provider } = settings
  const sender = useProviderName(provider)
  return (
    <dl className="grid gap-2 p-5 pt-3 text-sm">
      <Fact name="Asked">{sentence(askingTime(settings))}</Fact>
      <Fact name="Reminded">
        {reminders === 0 ? 'Never' : `${reminders === 1 ? 'Once' : 'Twice'}, ${daysText(reminderDelayDays)} later`}
      </Fact>
      <Fact name="Recipients">{consent === 'all_buyers' ? 'All buyers' : 'Those who agreed to email'}</Fact>
      <Fact name="Quiet hours">{quietHours ? `${quietHours.start} to ${quietHours.end}` : 'None'}</Fact>
      <Fact name="Sent by">{sender}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3">
      <dt className="text-quiet">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
