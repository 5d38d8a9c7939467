import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  acceptTransfer,
  endTransfer,
  type Organization,
  type Transfer,
  transferQuery,
} from '../../../api/account/organization.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { formatMoment } from '../../../components/values/dates.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { useRefreshOrganization } from '../../../shell/use-refresh-organization.ts'
import { TransferDialog } from './TransferDialog.tsx'

export function OwnershipCard({ organization }: { organization: Organization }) {
  const query = useQuery({ ...transferQuery(useStoreId()), enabled: organization.transferOpen })
  return (
    <Card title="Ownership">
      <div className="grid gap-4 px-5 pt-2 pb-5">
        {organization.transferOpen ? (
          <Loaded query={query} rows={1} missing={<NoneOpen isClosing={organization.closing} />}>
            {(transfer) => <Open transfer={transfer} />}
          </Loaded>
        ) : (
          <NoneOpen isClosing={organization.closing} />
        )}
      </div>
    </Card>
  )
}

function NoneOpen({ isClosing }: { isClosing: boolean }) {
  const { isAtLeast } = useRole()
  const [isAsking, setIsAsking] = useState(false)
  if (!isAtLeast('OWNER')) return <p className="text-sm text-quiet">The transfer has ended.</p>
  return (
    <>
      <p className="max-w-[44rem] text-sm text-quiet">
        Transfer ownership to another member. Once they accept, they are an owner and you are an admin. Other owners
        keep their role.
      </p>
      <Button disabled={isClosing} onClick={() => setIsAsking(true)} className="justify-self-start">
        Hand it over …
      </Button>
      {isAsking && <TransferDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}

type Ending = 'accept' | 'decline' | 'withdraw'

function Open({ transfer: { from, to, expiresAt } }: { transfer: Transfer }) {
  const storeId = useStoreId()
  const { isAtLeast, organization } = useRole()
  const { data: session } = useQuery(sessionQuery)
  const [asking, setAsking] = useState<Ending>()
  const isForMe = session?.user.id === to.userId
  const close = () => setAsking(undefined)
  return (
    <>
      <Notice tone={isForMe ? 'warn' : 'plain'} icon="people">
        {isForMe
          ? `${from.name} wants to hand ${organization} over to you.`
          : `${from.name} wants to hand ${organization} over to ${to.name}.`}{' '}
        It can be accepted until {formatMoment(expiresAt)}. Nothing changes before it is accepted.
      </Notice>
      {isForMe ? (
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={() => setAsking('accept')}>
            Accept
          </Button>
          <Button onClick={() => setAsking('decline')}>Decline</Button>
        </div>
      ) : (
        isAtLeast('OWNER') && (
          <Button onClick={() => setAsking('withdraw')} className="justify-self-start">
            Withdraw it
          </Button>
        )
      )}
      {asking === 'accept' && (
        <Answer
          title={`Take ${organization} over?`}
          label="Accept"
          act={() => acceptTransfer(storeId)}
          said={`You are an owner of ${organization}`}
          onClose={close}
        >
          <p>
            You become its owner, with its bills, keys and members, and {from.name} becomes an admin, immediately. Only
            you can hand it back.
          </p>
        </Answer>
      )}
      {asking === 'decline' && (
        <Answer title="Decline?" label="Decline" act={() => endTransfer(storeId)} said="Declined" onClose={close}>
          <p>
            {organization} stays with {from.name}, who gets an email.
          </p>
        </Answer>
      )}
      {asking === 'withdraw' && (
        <Answer
          title="Withdraw the transfer?"
          label="Withdraw it"
          act={() => endTransfer(storeId)}
          said="Withdrawn"
          onClose={close}
        >
          <p>{to.name} cannot accept it any more, and gets an email.</p>
        </Answer>
      )}
    </>
  )
}

type AnswerProps = {
  title: string
  label: string
  said: string
  children: ReactNode
  act(): Promise<unknown>
  onClose(): void
}

function Answer({ title, label, said, children, act, onClose }: AnswerProps) {
  const refresh = useRefreshOrganization()
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={label}
      act={act}
      onDone={() => {
        toast(said)
        void refresh()
      }}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
