import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type FirstAccount, makeFirstAccount } from '../../api/account/first-account.ts'
import { installationQuery, sessionQuery } from '../../api/account/session.ts'
import { ApiError } from '../../api/client.ts'
import { Button } from '../../components/Button.tsx'
import { Loading } from '../../components/EmptyState.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { Snippet } from '../../components/forms/Snippet.tsx'
import { Notice } from '../../components/Notice.tsx'
import { findAccountProblems } from './account-problems.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { passwordWeakness } from './password-strength.ts'
import { SignInLayout, UnreadSignIn } from './SignInLayout.tsx'
import { shopAddress } from './shop-address.ts'

export function FirstAccountPage() {
  const installation = useQuery(installationQuery)
  // The token is in the URL fragment, which browsers never send. It expires when the first account exists.
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)))
  if (installation.error && !installation.data)
    return <UnreadSignIn error={installation.error} onRetry={() => void installation.refetch()} />
  if (!installation.data) return <Loading />
  const { firstAccount, signUp } = installation.data
  if (firstAccount === null) return <Navigate to="/sign-in" search={{}} replace />
  return <Form token={token} needsToken={firstAccount === 'token'} maySignUp={signUp} />
}

type Fields = Required<Omit<FirstAccount, 'timezone'>>
const empty: Fields = { name: '', email: '', password: '', organization: '', store: '', origin: '', token: '' }
const paths = Object.keys(empty).map((name) => `/${name}`)

type Props = { token: string; needsToken: boolean; maySignUp: boolean }

function Form({ token, needsToken, maySignUp }: Props) {
  const [fields, setFields] = useState({ ...empty, token })
  const [ownStore, setOwnStore] = useState<string>()
  const [isTried, setIsTried] = useState(false)
  // Most organizations have one store with the same name, so the organization's name is the default.
  const store = ownStore ?? fields.organization
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const making = useMutation({
    mutationFn: () => {
      const { token: shown, ...asked } = fields
      return makeFirstAccount({
        ...asked,
        email: fields.email.trim(),
        store,
        origin: shopAddress(fields.origin),
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(shown.trim() !== '' && { token: shown.trim() }),
      })
    },
    onSuccess: async ({ storeEnvId }) => {
      queryClient.clear()
      await queryClient.fetchQuery(sessionQuery)
      await navigate({ to: '/stores/$storeId/setup', params: { storeId: storeEnvId }, replace: true })
    },
  })
  const isTokenWrong = making.error instanceof ApiError && making.error.code === 'first_account_token'
  const set = (name: keyof Fields) => (value: string) => setFields({ ...fields, [name]: value })
  const problems: { [Name in keyof Fields]?: string } = isTried ? findAccountProblems(fields) : {}
  const field = (name: keyof Fields) => ({
    required: true,
    value: fields[name],
    error: problems[name] ?? errorAt(making.error, `/${name}`),
    onChange: ({ target }: { target: { value: string } }) => set(name)(target.value),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (Object.keys(findAccountProblems(fields)).length === 0) making.mutate()
  }
  const problem = isTokenWrong ? undefined : remainingError(making.error, paths)
  return (
    <SignInLayout
      title="Create the first account"
      intro="There is no account here yet. The first one owns the first organization, and can invite others."
      below={<OtherWays />}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField label="Your name" autoComplete="name" autoFocus maxLength={80} {...field('name')} />
        <TextField label="Email" type="email" autoComplete="username" maxLength={320} {...field('email')} />
        <NewPasswordField
          label="Password"
          value={fields.password}
          onChange={set('password')}
          error={problems.password ?? passwordWeakness(making.error, '/password')}
        />
        <TextField label="Organization" autoComplete="organization" maxLength={200} {...field('organization')} />
        <TextField
          label="Store"
          hint="The name that shoppers see."
          autoComplete="off"
          maxLength={200}
          {...field('store')}
          value={store}
          onChange={({ target }) => setOwnStore(target.value)}
        />
        <TextField
          label="Address of the shop"
          hint="Where shoppers find it, such as https://shop.example.com. Widgets work there and nowhere else."
          autoComplete="url"
          inputMode="url"
          spellCheck={false}
          maxLength={300}
          {...field('origin')}
        />
        {(needsToken || fields.token !== '') && (
          <TextField
            label="Token"
            hint="When the service started, it printed a link to this page. The token is the end of that link."
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            {...field('token')}
            error={isTokenWrong ? 'That is not the token that the service printed.' : errorAt(making.error, '/token')}
          />
        )}
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Button type="submit" look="primary" isBusy={making.isPending} className="mt-1">
          Create account
        </Button>
        {maySignUp && (
          <Link to="/sign-up" className="justify-self-center text-sm text-quiet underline hover:text-text">
            You do not run the service? Sign up
          </Link>
        )}
      </form>
    </SignInLayout>
  )
}

const demo = 'npm run -s evident -- demo'

function OtherWays() {
  return (
    <section aria-labelledby="other-ways" className="card grid w-full max-w-[25rem] gap-4 p-6 sm:p-8">
      <h2 id="other-ways" className="font-semibold tracking-tight">
        Only looking around?
      </h2>
      <Snippet
        title="A demo shop"
        meaning="Run this in a terminal on the machine of the service. The command prints how to sign in."
        code={demo}
      />
    </section>
  )
}
