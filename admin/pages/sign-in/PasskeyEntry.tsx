import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  cancelSignIn,
  ceremonyProblem,
  isCancelled,
  signInByPasskey,
  usePasskeyObstacle,
} from '../../api/account/passkeys.ts'
import { ApiError } from '../../api/client.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'

/** A passkey challenge expires after five minutes, so it is renewed earlier. */
const renewMs = 240_000

/** `isOffered` also shows passkeys in the email field's autofill. The field needs `webauthn` in its `autocomplete`. */
export function PasskeyEntry({ onDone, isOffered = false }: { onDone(): Promise<void>; isOffered?: boolean }) {
  const isPossible = usePasskeyObstacle() === null
  const entering = useMutation({ mutationFn: () => signInByPasskey(), onSuccess: onDone })
  const done = useRef(onDone)
  done.current = onDone
  const isWaiting = isPossible && isOffered && !entering.isPending && !entering.isSuccess
  useEffect(() => {
    if (!isWaiting) return
    const offer = () =>
      signInByPasskey({ isOffered: true }).then(
        () => done.current(),
        () => undefined,
      )
    void offer()
    const renewing = setInterval(() => void offer(), renewMs)
    return () => {
      clearInterval(renewing)
      void cancelSignIn()
    }
  }, [isWaiting])
  if (!isPossible) return null
  return (
    <>
      <Button icon="key" isBusy={entering.isPending} onClick={() => entering.mutate()}>
        Use a passkey
      </Button>
      {entering.error && !isCancelled(entering.error) && <Notice tone="danger">{formatReason(entering.error)}</Notice>}
    </>
  )
}

function formatReason(error: Error): string {
  if (error instanceof ApiError && error.code === 'passkey_refused')
    return 'This passkey was not accepted. It may have been removed from your account; sign in another way.'
  return ceremonyProblem(error) ?? error.message
}
