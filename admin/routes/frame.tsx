import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { lazy } from 'react'
import { storesQuery } from '../api/account/account.ts'
import { sessionQuery } from '../api/account/session.ts'
import { firstRunQuery } from '../api/first-run.ts'
import { Toasts } from '../components/Toasts.tsx'
import { readSignOnSearch } from '../pages/settings/single-sign-on/search.ts'
import { takeAwaitedConsent } from '../shell/awaited-consent.ts'
import { MissingPane } from '../shell/MissingPane.tsx'
import { Shell } from '../shell/Shell.tsx'
import { CrashPage, MissingPage, NoStorePage } from '../shell/States.tsx'
import { rememberedStore } from '../shell/store/remembered-store.ts'
import { ownPath } from '../state/own-path.ts'

type Context = { queryClient: QueryClient }

const Palette = lazy(() => import('../palette/Palette.tsx').then((loaded) => ({ default: loaded.Palette })))

export const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  notFoundComponent: MissingPage,
  errorComponent: CrashPage,
})

export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string; singleSignOn?: string } => ({
    next: ownPath(search.next, window.location.origin),
    ...readSignOnSearch(search),
  }),
  component: lazyRouteComponent(() => import('../pages/sign-in/SignInPage.tsx'), 'SignInPage'),
})

export const firstAccount = createRoute({
  getParentRoute: () => root,
  path: '/first-account',
  component: lazyRouteComponent(() => import('../pages/sign-in/FirstAccountPage.tsx'), 'FirstAccountPage'),
})

export const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: ({ code }: Record<string, unknown>): { code?: string } => {
    // The router parses an all-digit code as a number, which is converted back.
    const text = typeof code === 'number' ? String(code) : code
    return typeof text === 'string' && text.length <= 32 ? { code: text } : {}
  },
  component: lazyRouteComponent(() => import('../pages/sign-up/SignUpPage.tsx'), 'SignUpPage'),
})

export const signUpLink = createRoute({
  getParentRoute: () => root,
  path: '/sign-up/$token',
  component: lazyRouteComponent(() => import('../pages/sign-up/ConfirmPage.tsx'), 'ConfirmPage'),
})

export const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations/$token',
  component: lazyRouteComponent(() => import('../pages/sign-in/InvitationPage.tsx'), 'InvitationPage'),
})

export const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../pages/sign-in/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
})

export const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  component: lazyRouteComponent(() => import('../pages/sign-in/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
})

export const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/two-factor',
  validateSearch: (search: Record<string, unknown>): { next?: string } => ({
    next: ownPath(search.next, window.location.origin),
  }),
  async beforeLoad({ context, location }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.publicHref }, replace: true })
  },
  component: lazyRouteComponent(() => import('../pages/settings/security/SecondFactorPage.tsx'), 'SecondFactorPage'),
})

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  async beforeLoad({ context, location }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.publicHref }, replace: true })
    return { stores: await context.queryClient.ensureQueryData(storesQuery) }
  },
  errorComponent: CrashPage,
})

export const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad({ context: { stores } }) {
    const awaited = takeAwaitedConsent()
    const consented = stores.find(({ id }) => id === awaited)
    if (consented)
      throw redirect({
        to: '/stores/$storeId/settings/shop',
        params: { storeId: consented.id },
        search: {},
        replace: true,
      })
    const remembered = rememberedStore()
    const store = stores.find((each) => each.id === remembered) ?? stores[0]
    if (store) throw redirect({ to: '/stores/$storeId', params: { storeId: store.id }, replace: true })
  },
  component: NoStorePage,
})

/** The mailbox belongs to a store, so a URL without a store redirects to the last opened store. */
export const mailboxHome = createRoute({
  getParentRoute: () => signedIn,
  path: '/mailbox',
  beforeLoad({ context: { stores } }) {
    const store = stores.find(({ id }) => id === rememberedStore()) ?? stores[0]
    throw store
      ? redirect({ to: '/stores/$storeId/mailbox', params: { storeId: store.id }, replace: true })
      : redirect({ to: '/', replace: true })
  },
})

export const store = createRoute({
  getParentRoute: () => signedIn,
  path: '/stores/$storeId',
  // The navigation waits for this query, because a late first-steps link would move all links below it.
  async loader({ context: { queryClient, stores }, params: { storeId } }) {
    if (stores.some(({ id }) => id === storeId))
      await queryClient.prefetchQuery({ ...firstRunQuery(storeId), retry: false, staleTime: 60_000 })
  },
  component: () => <Shell Palette={Palette} />,
})

export const missing = createRoute({
  getParentRoute: () => store,
  path: '/$',
  component: MissingPane,
})

/** An unknown URL redirects into a store, where the person can use the navigation. */
export const elsewhere = createRoute({
  getParentRoute: () => signedIn,
  path: '/$',
  beforeLoad({ context: { stores }, params }) {
    const store = stores.find(({ id }) => id === rememberedStore()) ?? stores[0]
    // The URL matches no route, so its parameters have no type.
    if (store) throw redirect({ to: `/stores/${store.id}/${params._splat}` as '/', replace: true })
  },
  component: MissingPage,
})
