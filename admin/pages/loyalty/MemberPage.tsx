import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type Member, memberQuery } from '../../api/loyalty.ts'
import { BackLink } from '../../components/BackLink.tsx'
import { Badge } from '../../components/Badge.tsx'
import { Button, buttonClass } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card, Page } from '../../components/Page.tsx'
import { formatDay } from '../../components/values/dates.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { BirthdayDialog } from './BirthdayDialog.tsx'
import { GrantDialog } from './GrantDialog.tsx'
import { JournalCard } from './JournalCard.tsx'
import { InPlan } from './LoyaltyPage.tsx'
import { pointsText } from './labels.ts'
import { RedemptionsCard } from './RedemptionsCard.tsx'

export function MemberPage() {
  const { memberId } = useParams({ from: '/signed-in/stores/$storeId/loyalty/members/$memberId' })
  // The key is the member's id, so a dialog never stays open for another member.
  return (
    <InPlan>
      <KnownMember key={memberId} id={memberId} />
    </InPlan>
  )
}

function KnownMember({ id }: { id: string }) {
  const query = useQuery(memberQuery(useStoreId(), id))
  return (
    <Loaded query={query} missing={<Nobody />}>
      {(member) => <Details member={member} />}
    </Loaded>
  )
}

function Details({ member }: { member: Member }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const [dialog, setDialog] = useState<'grant' | 'birthday'>()
  const close = () => setDialog(undefined)
  return (
    <Page
      back={<ToAll />}
      title={member.email ?? member.emailLast4}
      intro={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {member.tier && <Badge tone="accent">{member.tier}</Badge>}
          <span>Member since {formatDay(member.createdAt)}</span>
          <Birthday member={member} onChange={() => setDialog('birthday')} />
        </span>
      }
      actions={
        <>
          {member.email && (
            <Link
              to="/stores/$storeId/customers/$email"
              params={{ storeId, email: member.email }}
              className={buttonClass()}
            >
              Customer page
            </Link>
          )}
          {isAtLeast('ADMIN') && (
            <Button look="primary" icon="plus" onClick={() => setDialog('grant')}>
              Give or take points
            </Button>
          )}
        </>
      }
    >
      <Facts member={member} />
      <JournalCard memberId={member.id} />
      <RedemptionsCard memberId={member.id} />
      {dialog === 'grant' && <GrantDialog member={member} onClose={close} />}
      {dialog === 'birthday' && <BirthdayDialog member={member} onClose={close} />}
    </Page>
  )
}

function Birthday({ member: { birthday }, onChange }: { member: Member; onChange(): void }) {
  const { isAtLeast } = useRole()
  return (
    <span className="inline-flex items-center gap-1.5">
      {birthday ? `Birthday on ${dayName(birthday)}` : 'No birthday known'}
      {isAtLeast('MEMBER') && (
        <button type="button" onClick={onChange} className="font-medium text-accent underline-offset-4 hover:underline">
          Change<span className="sr-only"> the birthday</span>
        </button>
      )}
    </span>
  )
}

const dayFormat = new Intl.DateTimeFormat(shownLocale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
// 2024 was a leap year, so it has every possible birthday.
const dayName = (birthday: string) => dayFormat.format(new Date(`2024-${birthday}T00:00:00Z`))

function Facts({ member: { balance, spendable, pending, tierPoints, nextExpiry } }: { member: Member }) {
  const facts: [string, string, string?][] = [
    [
      'Balance',
      pointsText(balance),
      balance < 0
        ? 'Points were taken back after they were spent, for example for a cancelled order. New points pay this off.'
        : undefined,
    ],
    ['To spend', pointsText(spendable)],
    ['Pending', pointsText(pending), pending > 0 ? 'Earned, but not available yet.' : undefined],
    ['Earned in total, minus refunds', pointsText(tierPoints)],
    nextExpiry
      ? ['Next to expire', pointsText(nextExpiry.points), `After ${formatDay(nextExpiry.at)}`]
      : ['Next to expire', 'None'],
  ]
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 p-5 sm:grid-cols-3 lg:grid-cols-5">
        {facts.map(([name, value, note]) => (
          <div key={name} className="grid content-start gap-0.5">
            <dt className="text-sm text-quiet">{name}</dt>
            <dd className={`text-lg font-semibold tabular-nums ${value.startsWith('-') ? 'text-danger' : ''}`}>
              {value}
            </dd>
            {note && <dd className="text-xs text-quiet">{note}</dd>}
          </div>
        ))}
      </dl>
    </Card>
  )
}

function ToAll() {
  return (
    <BackLink to="/stores/$storeId/loyalty/members" params={{ storeId: useStoreId() }}>
      All members
    </BackLink>
  )
}

function Nobody() {
  return (
    <EmptyState icon="people" title="Member not found" action={<ToAll />}>
      Erasing a customer deletes their points too.
    </EmptyState>
  )
}
