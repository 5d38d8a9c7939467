import type { SendingDomain } from '../../../api/mail/sending-domain.ts'
import { Badge } from '../../../components/Badge.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { PlanNotice } from '../../../shell/PlanNotice.tsx'
import { planText, usePlanGate } from '../../../shell/store/plan-gate.ts'
import { useRole } from '../../../shell/store/use-store.ts'
import { DomainActions } from './DomainActions.tsx'
import { DomainForm } from './DomainForm.tsx'
import { domainStatusText, statusNames, statusTones } from './labels.ts'
import { Records } from './Records.tsx'

export function DomainCard({ domain }: { domain: SendingDomain }) {
  const { isAtLeast } = useRole()
  const gate = usePlanGate('custom_sending_domain')
  const mayChange = isAtLeast('ADMIN')
  if (domain.status === 'none') {
    return (
      <Card title="Your own domain">
        {gate?.enabled === false ? (
          <PlanNotice feature="custom_sending_domain" name="A sending domain">
            Email is sent from this installation's address, in your store's name. You can set the name and the reply
            address on every plan.
          </PlanNotice>
        ) : mayChange ? (
          <div className="grid gap-5 p-5 pt-2">
            <p className="text-sm text-quiet">
              Email is sent from this installation's address. Email from your own domain shows your address and is
              signed with your own key. Mailbox providers then judge it by your domain alone.
            </p>
            <DomainForm submitLabel="Add the domain" />
          </div>
        ) : (
          <EmptyState icon="lock" title="No domain yet">
            Owners and admins can add one.
          </EmptyState>
        )}
      </Card>
    )
  }
  return (
    <section className="card min-w-0 overflow-hidden" aria-labelledby="domain">
      <div className="grid gap-3 p-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 id="domain" className="text-lg font-semibold tracking-tight break-all">
            {domain.domainUnicode}
          </h2>
          <Badge tone={domain.failingSince && domain.status === 'verified' ? 'warn' : statusTones[domain.status]}>
            {statusNames[domain.status]}
          </Badge>
        </div>
        <DomainStatus domain={domain} />
        {gate?.enabled === false && (
          <Notice tone="warn">
            {gate.lapsed ? lapsedText : `${planText('A sending domain', gate)} Your settings stay.`}
          </Notice>
        )}
        {mayChange && <DomainActions domain={domain} isGated={gate?.enabled === false} />}
        {domain.checkedAt && (
          <p className="text-xs text-quiet">
            Last checked <Time at={domain.checkedAt} />
          </p>
        )}
      </div>
      <Records domain={domain} />
    </section>
  )
}

function DomainStatus({ domain }: { domain: SendingDomain }) {
  const text = domainStatusText(domain)
  const { status, failingSince } = domain
  if (status === 'degraded' || status === 'failed' || (status === 'verified' && failingSince))
    return <Notice tone="warn">{text}</Notice>
  return <p className="text-sm text-quiet">{text}</p>
}

const lapsedText = 'The subscription has expired. You can remove the domain, but not change it.'
