import { requireOwnPage } from '#platform/auth/credentials.ts'
import type { Passkey as Found } from '#platform/auth/passkeys.ts'
import { answer, operation } from '#platform/calls/operation.ts'
import { page, pageOfAll, pageQuery } from '#platform/calls/paging/page.ts'
import { byId } from '#platform/values/wire.ts'
import { personAnswer } from '../sign-in/rules.ts'
import { SignedIn } from '../sign-in/schema.ts'
import { requireSignedIn } from '../two-factor/commands.ts'
import { addPasskey, beginAdding, beginSignIn, removePasskey, renamePasskey, signInByPasskey } from './commands.ts'
import { Assertion, CreationOptions, NameChange, NewPasskey, OwnPassword, Passkey, RequestOptions } from './schema.ts'

const own = { tenancy: 'public', manual: true } as const

export default [
  operation({
    ...own,
    id: 'auth.begin_passkey_sign_in',
    http: 'POST /auth/sign-in/passkey/options',
    summary: 'Ask for what the browser needs to sign in with a passkey.',
    description:
      'Nobody is named: the browser offers the passkeys that it has for this service. It answers with `POST /auth/sign-in/passkey`, in the same browser, within five minutes, and once.',
    returns: RequestOptions,
    errors: ['passkeys_unavailable', 'origin_forbidden'],
    run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { publicKey, cookie } = beginSignIn(ctx)
      return answer(200, { publicKey }, { 'set-cookie': [cookie] })
    },
  }),
  operation({
    ...own,
    id: 'auth.sign_in_by_passkey',
    http: 'POST /auth/sign-in/passkey',
    summary: 'Sign in with a passkey.',
    description:
      'Sets the session cookie. A passkey whose authenticator has verified its holder (PIN, finger, face) counts as both factors, and no other is accepted. Failures are slowed down as wrong passwords are.',
    body: Assertion,
    returns: SignedIn,
    errors: ['passkey_refused', 'passkeys_unavailable', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { person, cookies } = await signInByPasskey(ctx, ctx.body.credential)
      return answer(200, { user: personAnswer(person) }, { 'set-cookie': cookies })
    },
  }),
  operation({
    ...own,
    id: 'auth.list_passkeys',
    http: 'GET /auth/passkeys',
    summary: "List the signed-in person's passkeys, newest first.",
    query: pageQuery({}),
    returns: page(Passkey),
    errors: ['unauthenticated'],
    async run(ctx) {
      const { person } = await requireSignedIn(ctx)
      const all = (await ctx.services.users.passkeys.list(person.id)).map(toPasskey)
      return pageOfAll(
        all,
        ctx.query,
        ({ createdAt, id }) => ({ at: createdAt, id }),
        (row) => row,
      )
    },
  }),
  operation({
    ...own,
    id: 'auth.begin_passkey',
    http: 'POST /auth/passkeys/options',
    summary: 'Ask for what the browser needs to make a passkey.',
    description:
      'Takes the password. What the browser makes of it is added by `POST /auth/passkeys`, in the same session and within five minutes. An account has at most 20.',
    body: OwnPassword,
    returns: CreationOptions,
    errors: [
      ...(['unauthenticated', 'password_wrong', 'two_factor_required'] as const),
      ...(['too_many_passkeys', 'passkeys_unavailable', 'origin_forbidden'] as const),
    ],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return { publicKey: await beginAdding(ctx, await requireSignedIn(ctx), ctx.body.password) }
    },
  }),
  operation({
    ...own,
    id: 'auth.add_passkey',
    http: 'POST /auth/passkeys',
    summary: 'Add the passkey that the browser made.',
    description: 'The person is told by mail. The session counts as signed in by two factors from then on.',
    body: NewPasskey,
    returns: Passkey,
    status: 201,
    errors: [
      ...(['unauthenticated', 'passkey_refused', 'two_factor_required', 'passkey_known'] as const),
      ...(['too_many_passkeys', 'passkeys_unavailable', 'origin_forbidden'] as const),
    ],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return toPasskey(await addPasskey(ctx, await requireSignedIn(ctx), ctx.body))
    },
  }),
  operation({
    ...own,
    id: 'auth.rename_passkey',
    http: 'PATCH /auth/passkeys/:id',
    summary: 'Call a passkey otherwise.',
    params: byId,
    body: NameChange,
    returns: Passkey,
    errors: ['unauthenticated', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return toPasskey(await renamePasskey(ctx, await requireSignedIn(ctx), ctx.params.id, ctx.body.name))
    },
  }),
  operation({
    ...own,
    id: 'auth.remove_passkey',
    http: 'POST /auth/passkeys/:id/remove',
    summary: 'Remove a passkey; every other session ends.',
    description: 'Takes the password. The person is told by mail.',
    params: byId,
    body: OwnPassword,
    errors: ['unauthenticated', 'password_wrong', 'two_factor_required', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      await removePasskey(ctx, await requireSignedIn(ctx), ctx.params.id, ctx.body.password)
      return undefined
    },
  }),
]

const toPasskey = ({ createdAt, lastUsedAt, ...rest }: Found) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
