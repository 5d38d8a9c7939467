import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Grant, revokeGrant } from '../../../api/reviews/grants.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { toast } from '../../../components/toasts.ts'
import { Time } from '../../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { grantStates, grantTones, matchNames } from '../../../texts/review-grants.ts'
import { useRefreshGrants } from './use-grant-change.ts'

export function GrantCard({ grant }: { grant: Grant }) {
  const { direction, state, store, terms } = grant
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const [isRevoking, setIsRevoking] = useState(false)
  const isLive = state === 'offered' || state === 'active'
  return (
    <li className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5">
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold tracking-tight break-words">{titleOf(grant)}</h2>
          <Badge tone={grantTones[state]}>{grantStates[state]}</Badge>
        </div>
        <p className="text-sm text-quiet">
          {terms.productIds === null
            ? 'All products'
            : `${terms.productIds.length} ${terms.productIds.length === 1 ? 'product' : 'products'}`}
          , matched by {terms.match.map((word) => matchNames[word]).join(', ')}
        </p>
        <p className="text-sm">
          <When grant={grant} />
        </p>
      </div>
      {isLive && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {state === 'active' && direction === 'received' && (
            <Link
              to="/stores/$storeId/reviews"
              params={{ storeId }}
              search={{ origin: 'shared' }}
              className="self-center text-sm font-medium text-accent underline underline-offset-4"
            >
              Show the copies in the inbox
            </Link>
          )}
          {isAtLeast('ADMIN') && <Button onClick={() => setIsRevoking(true)}>Revoke</Button>}
        </div>
      )}
      {isRevoking && <RevokeDialog grant={grant} name={store?.name} onClose={() => setIsRevoking(false)} />}
    </li>
  )
}

const titleOf = ({ direction, store }: Grant): string => {
  if (!store) return 'Offer to another store'
  return direction === 'given' ? `${store.name} shows your reviews` : `You show reviews of ${store.name}`
}

function When({ grant: { state, copies, expiresAt, acceptedAt, revokedAt } }: { grant: Grant }) {
  if (state === 'active')
    return (
      <>
        <span className="font-semibold tabular-nums">{copies.toLocaleString(shownLocale)}</span>{' '}
        {copies === 1 ? 'copy' : 'copies'}, accepted <Time at={acceptedAt ?? expiresAt} />
      </>
    )
  if (state === 'revoked')
    return (
      <>
        Revoked <Time at={revokedAt ?? expiresAt} />
      </>
    )
  return state === 'offered' ? (
    <>
      The code is unused. It expires <Time at={expiresAt} />.
    </>
  ) : (
    <>
      The code was not used. It expired <Time at={expiresAt} />.
    </>
  )
}

function RevokeDialog({ grant, name, onClose }: { grant: Grant; name: string | undefined; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshGrants()
  return (
    <ConfirmDialog
      title={grant.state === 'offered' ? 'Revoke this offer?' : 'Revoke this grant?'}
      confirmLabel="Revoke"
      isDangerous
      act={() => revokeGrant(storeId, grant.id)}
      onDone={() => {
        toast(grant.state === 'offered' ? 'The code no longer works' : 'The grant is revoked')
        void refresh()
      }}
      onClose={onClose}
    >
      {grant.state === 'offered' ? (
        <p>The code stops working immediately.</p>
      ) : grant.direction === 'given' ? (
        <p>
          {name} no longer shows your reviews. All copies there are deleted, with their replies and photos. Your own
          reviews stay.
        </p>
      ) : (
        <p>
          Your store no longer shows reviews of {name}. All copies here are deleted, with your replies to them and their
          photos.
        </p>
      )}
    </ConfirmDialog>
  )
}
