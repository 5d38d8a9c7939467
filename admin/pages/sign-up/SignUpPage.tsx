import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { installationQuery } from '../../api/account/session.ts'
import { type SignUp, signUp } from '../../api/account/sign-up.ts'
import { Button } from '../../components/Button.tsx'
import { Loading } from '../../components/EmptyState.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { Notice } from '../../components/Notice.tsx'
import { findAccountProblems } from '../sign-in/account-problems.ts'
import { SignInLayout, UnreadSignIn } from '../sign-in/SignInLayout.tsx'
import { shopAddress } from '../sign-in/shop-address.ts'
import { AskedPage } from './AskedPage.tsx'
import { ClosedPage } from './ClosedPage.tsx'
import { CodeField } from './CodeField.tsx'

export function SignUpPage() {
  const { code } = useSearch({ from: '/sign-up' })
  const installation = useQuery(installationQuery)
  if (installation.error && !installation.data)
    return <UnreadSignIn error={installation.error} onRetry={() => void installation.refetch()} />
  if (!installation.data) return <Loading />
  if (!installation.data.signUp) return <ClosedPage />
  return <Form code={code ?? installation.data.affiliateCode ?? ''} />
}

type Fields = Omit<SignUp, 'affiliateCode' | 'password'>
const empty: Fields = { name: '', email: '', organization: '', store: '', origin: '' }
const paths = [...Object.keys(empty), 'affiliateCode'].map((name) => `/${name}`)

function Form({ code: given }: { code: string }) {
  const [fields, setFields] = useState(empty)
  const [code, setCode] = useState(given)
  const [ownStore, setOwnStore] = useState<string>()
  const [isTried, setIsTried] = useState(false)
  // Most organizations have one store with the same name, so the organization's name is the default.
  const store = ownStore ?? fields.organization
  const asking = useMutation({
    mutationFn: () =>
      signUp({
        ...fields,
        email: fields.email.trim(),
        store,
        origin: shopAddress(fields.origin),
        ...(code.trim() !== '' && { affiliateCode: code.trim() }),
      }),
  })
  if (asking.isSuccess) return <AskedPage email={fields.email.trim()} confirmUrl={asking.data.confirmUrl} />
  const set = (name: keyof Fields) => (value: string) => setFields({ ...fields, [name]: value })
  const problems: { [Name in keyof Fields]?: string } = isTried ? findAccountProblems(fields) : {}
  const field = (name: keyof Fields) => ({
    required: true,
    value: fields[name],
    error: problems[name] ?? errorAt(asking.error, `/${name}`),
    onChange: ({ target }: { target: { value: string } }) => set(name)(target.value),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (Object.keys(findAccountProblems(fields)).length === 0) asking.mutate()
  }
  const problem = remainingError(asking.error, paths)
  return (
    <SignInLayout
      title="Sign up"
      intro="With an organization and its first store. You get an email with a link, and choose your password there."
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField label="Your name" autoComplete="name" autoFocus maxLength={80} {...field('name')} />
        <TextField label="Email" type="email" autoComplete="username" maxLength={320} {...field('email')} />
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
          hint="Where shoppers find it, such as https://shop.example.com."
          autoComplete="url"
          inputMode="url"
          spellCheck={false}
          maxLength={300}
          {...field('origin')}
        />
        <CodeField given={given} value={code} error={errorAt(asking.error, '/affiliateCode')} onChange={setCode} />
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Button type="submit" look="primary" isBusy={asking.isPending} className="mt-1">
          Sign up
        </Button>
        <Link to="/sign-in" className="justify-self-center text-sm text-quiet underline hover:text-text">
          Sign in instead
        </Link>
      </form>
    </SignInLayout>
  )
}
