import { requireOwnPage } from '#platform/auth/credentials.ts'
import type { Passkey as Found } from '#platform/auth/passkeys.ts'
import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { page, pageOfAll, pageQuery } from '#platform/calls/paging/page.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { personAnswer } from '../sign-in/rules.ts'
import { SignedIn } from '../sign-in/schema.ts'
import { requireSignedIn } from '../two-factor/commands.ts'
import { addPasskey, beginAdding, beginSignIn, deletePasskey, renamePasskey, signInByPasskey } from './commands.ts'
import { Assertion, CreationOptions, NameChange, NewPasskey, OwnPassword, Passkey, RequestOptions } from './schema.ts'

export default [
  operation({
    id: 'auth.begin_passkey_sign_in',
    http: 'POST /auth/sign-in/passkey/options',
    tenancy: 'public',
    doc: {
      summary: 'Get options for a passkey sign-in',
      description:
        'The request names no account: the browser offers its passkeys for this service. Send the result to `POST /auth/sign-in/passkey` in the same browser, once, within five minutes.',
    },
    output: { body: RequestOptions, errors: ['passkeys_unavailable', 'origin_forbidden'] },
    run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { publicKey, cookie } = beginSignIn(ctx)
      return answer(200, { publicKey }, { 'set-cookie': [cookie] })
    },
  }),
  operation({
    id: 'auth.sign_in_by_passkey',
    http: 'POST /auth/sign-in/passkey',
    tenancy: 'public',
    doc: {
      summary: 'Sign in with a passkey',
      description:
        'Sets the session cookie. The authenticator must verify its holder by PIN, finger or face; the passkey then counts as both factors. Failures slow down further attempts, as wrong passwords do.',
    },
    input: {
      body: withExample(Assertion, {
        credential: {
          id: 'UbZ7sHlRz0aYk2m1vQ8tXw',
          rawId: 'UbZ7sHlRz0aYk2m1vQ8tXw',
          type: 'public-key',
          response: {
            clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
            authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
            signature: 'MEUCIQDd3yZ1r0Q4',
            userHandle: 'MDE5YTlmNGUtN2ExMC03YjZj',
          },
        },
      }),
    },
    output: { body: SignedIn, errors: ['passkey_refused', 'passkeys_unavailable', 'origin_forbidden'] },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { person, cookies } = await signInByPasskey(ctx, ctx.body.credential)
      return answer(200, { user: personAnswer(person) }, { 'set-cookie': cookies })
    },
  }),
  operation({
    id: 'auth.list_passkeys',
    http: 'GET /auth/passkeys',
    tenancy: 'public',
    doc: {
      summary: 'List passkeys, newest first',
      description: 'Returns the passkeys of the caller, newest first, one page at a time.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(Passkey), errors: ['unauthenticated'] },
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
    id: 'auth.begin_passkey',
    http: 'POST /auth/passkeys/options',
    tenancy: 'public',
    doc: {
      summary: 'Get options to create a passkey',
      description:
        "Returns the options with which the browser creates a passkey. Needs the password. Send the browser's result to `POST /auth/passkeys` in the same session, within five minutes. An account has at most 20 passkeys.",
    },
    input: { body: withExample(OwnPassword, { password: 'seven-blue-kettles' }) },
    output: {
      body: CreationOptions,
      errors: [
        ...(['unauthenticated', 'password_wrong', 'two_factor_required'] as const),
        ...(['too_many_passkeys', 'passkeys_unavailable', 'origin_forbidden'] as const),
      ],
    },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return { publicKey: await beginAdding(ctx, await requireSignedIn(ctx), ctx.body.password) }
    },
  }),
  operation({
    id: 'auth.add_passkey',
    http: 'POST /auth/passkeys',
    tenancy: 'public',
    doc: {
      summary: 'Add a passkey',
      description: 'The person gets an email. The session then counts as signed in with two factors.',
    },
    input: {
      body: withExample(NewPasskey, {
        name: 'Work laptop',
        credential: {
          id: 'UbZ7sHlRz0aYk2m1vQ8tXw',
          rawId: 'UbZ7sHlRz0aYk2m1vQ8tXw',
          type: 'public-key',
          response: {
            clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
            attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
            transports: ['internal'],
          },
        },
      }),
    },
    output: {
      body: Passkey,
      status: 201,
      errors: [
        ...(['unauthenticated', 'passkey_refused', 'two_factor_required', 'passkey_known'] as const),
        ...(['too_many_passkeys', 'passkeys_unavailable', 'origin_forbidden'] as const),
      ],
    },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return toPasskey(await addPasskey(ctx, await requireSignedIn(ctx), ctx.body))
    },
  }),
  operation({
    id: 'auth.rename_passkey',
    http: 'PATCH /auth/passkeys/:id',
    tenancy: 'public',
    doc: { summary: 'Rename a passkey', description: 'Changes the name that the caller gave a passkey.' },
    input: { params: byId, body: withExample(NameChange, { name: 'Key ring' }) },
    output: { body: Passkey, errors: ['unauthenticated', 'origin_forbidden'] },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return toPasskey(await renamePasskey(ctx, await requireSignedIn(ctx), ctx.params.id, ctx.body.name))
    },
  }),
  operation({
    id: 'auth.remove_passkey',
    http: 'POST /auth/passkeys/:id/remove',
    tenancy: 'public',
    doc: {
      summary: 'Delete a passkey',
      description:
        'Deletes a passkey of the caller. Needs the password, and ends all other sessions. The person gets an email.',
    },
    input: { params: byId, body: withExample(OwnPassword, { password: 'seven-blue-kettles' }) },
    output: { errors: ['unauthenticated', 'password_wrong', 'two_factor_required', 'origin_forbidden'] },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      await deletePasskey(ctx, await requireSignedIn(ctx), ctx.params.id, ctx.body.password)
      return undefined
    },
  }),
]

const toPasskey = ({ createdAt, lastUsedAt, ...rest }: Found) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
