import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { confirmSignUp, type SignUpConfirmation, signUpQuery } from '../../api/account/sign-up.ts'
import { ApiError } from '../../api/client.ts'
import { buttonClass } from '../../components/Button.tsx'
import { Loading } from '../../components/EmptyState.tsx'
import { SignInLayout, UnreadSignIn } from '../sign-in/SignInLayout.tsx'
import { ClosedPage } from './ClosedPage.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'
import { OpenedPage } from './OpenedPage.tsx'

/** Mail scanners open links too, so only submitting the form creates the account. */
export function ConfirmPage() {
  const { token } = useParams({ from: '/sign-up/$token' })
  const open = useQuery(signUpQuery(token))
  const confirming = useMutation({
    mutationFn: (confirmation: Required<SignUpConfirmation>) => confirmSignUp(token, confirmation),
  })
  if (confirming.data && confirming.variables)
    return <OpenedPage made={confirming.data} chosen={confirming.variables} />
  const refusal = confirming.error ?? open.error
  if (hasCode(refusal, 'link_used')) return <UsedPage />
  if (hasCode(refusal, 'sign_up_closed')) return <ClosedPage />
  if (isGone(confirming.error) || isGone(open.error) || isMalformed(open.error)) return <GonePage />
  if (open.error) return <UnreadSignIn error={open.error} onRetry={() => void open.refetch()} />
  if (!open.data) return <Loading />
  return (
    <ConfirmForm
      asked={open.data}
      isBusy={confirming.isPending}
      error={confirming.error}
      onConfirm={(confirmation) => confirming.mutate(confirmation)}
    />
  )
}

const hasCode = (error: Error | null, code: string) => error instanceof ApiError && error.code === code

const isGone = (error: Error | null) => error instanceof ApiError && error.status === 404

const isMalformed = (error: Error | null) => error instanceof ApiError && error.status === 400

function UsedPage() {
  return (
    <SignInLayout title="This link was used already" intro="Sign in with the password you chose.">
      <Link to="/sign-in" className={buttonClass('primary')}>
        Sign in
      </Link>
      <Link to="/forgot-password" className="justify-self-center text-sm text-quiet underline hover:text-text">
        Forgot your password?
      </Link>
    </SignInLayout>
  )
}

function GonePage() {
  return (
    <SignInLayout
      title="This link no longer works"
      intro="It is older than a day, a newer sign-up replaced it, or this address has an account now. Open the newest email, or sign up again."
    >
      <Link to="/sign-up" className={buttonClass('primary')}>
        Sign up
      </Link>
      <Link to="/sign-in" className="justify-self-center text-sm text-quiet underline hover:text-text">
        Sign in
      </Link>
    </SignInLayout>
  )
}
