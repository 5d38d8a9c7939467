import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../api/client.ts'
import { confirmSignUp, type OpenSignUp, signUpQuery } from '../../api/sign-up.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import { formatMoment } from '../../components/dates.ts'
import { Loading } from '../../components/EmptyState.tsx'
import { Notice } from '../../components/Notice.tsx'
import { SignInLayout, UnreadSignIn } from '../sign-in/SignInLayout.tsx'
import { ClosedPage } from './ClosedPage.tsx'
import { OpenedPage } from './OpenedPage.tsx'

/** What a mail's link leads to. It is pressed, not only opened: programs that look through mail open links too. */
export function ConfirmPage() {
  const { token } = useParams({ from: '/sign-up/$token' })
  const open = useQuery(signUpQuery(token))
  const confirming = useMutation({ mutationFn: () => confirmSignUp(token) })
  if (confirming.data && open.data) return <OpenedPage made={confirming.data} asked={open.data} />
  const refusal = confirming.error ?? open.error
  if (hasCode(refusal, 'link_used')) return <UsedPage />
  if (hasCode(refusal, 'sign_up_closed')) return <ClosedPage />
  if (isGone(refusal)) return <GonePage />
  if (open.error) return <UnreadSignIn error={open.error} onRetry={() => void open.refetch()} />
  if (!open.data) return <Loading />
  return (
    <Asked
      asked={open.data}
      isBusy={confirming.isPending}
      problem={confirming.error?.message}
      onConfirm={() => confirming.mutate()}
    />
  )
}

const hasCode = (error: Error | null, code: string) => error instanceof ApiError && error.code === code

const isGone = (error: Error | null) => error instanceof ApiError && (error.status === 404 || error.status === 400)

type AskedProps = { asked: OpenSignUp; isBusy: boolean; problem: string | undefined; onConfirm(): void }

function Asked({ asked: { organization, store, origin, email, expiresAt }, isBusy, problem, onConfirm }: AskedProps) {
  return (
    <SignInLayout
      title={`Open ${organization}`}
      intro={`This is what you asked for. The link works until ${formatMoment(expiresAt)}.`}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-sm">
        <Fact name="Owner">{email}</Fact>
        <Fact name="Organization">{organization}</Fact>
        <Fact name="First store">{store}</Fact>
        <Fact name="Its address">{origin}</Fact>
      </dl>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button look="primary" isBusy={isBusy} onClick={onConfirm}>
        Open it
      </Button>
      <p className="text-sm text-quiet">If it was not you, close this page: nothing is made.</p>
    </SignInLayout>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}

function UsedPage() {
  return (
    <SignInLayout title="This link was used already" intro="Sign in with the password that was chosen.">
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
      title="This link does not work any more"
      intro="It is older than a day, or an account of this address was made meanwhile. Sign in, or sign up once more."
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
