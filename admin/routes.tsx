import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { storesQuery } from './api/account.ts'
import { sessionQuery } from './api/session.ts'
import { Toasts } from './components/Toasts.tsx'
import { type RequestTab, readRequestTab } from './pages/requests/tabs.ts'
import { readInboxSearch } from './pages/reviews/search.ts'
import { rememberedStore } from './shell/remembered-store.ts'
import { Shell } from './shell/Shell.tsx'
import { CrashPage, CrashPane, MissingPage, NoStorePage, PendingPage } from './shell/States.tsx'

type Context = { queryClient: QueryClient }

const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  notFoundComponent: MissingPage,
  errorComponent: CrashPage,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } => ({ next: ownPath(search.next) }),
  component: lazyRouteComponent(() => import('./pages/sign-in/SignInPage.tsx'), 'SignInPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations/$token',
  component: lazyRouteComponent(() => import('./pages/sign-in/InvitationPage.tsx'), 'InvitationPage'),
})

/** Everything below is for people who are signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  async beforeLoad({ context, location }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.publicHref }, replace: true })
    return { stores: await context.queryClient.ensureQueryData(storesQuery) }
  },
  errorComponent: CrashPage,
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad({ context: { stores } }) {
    const remembered = rememberedStore()
    const store = stores.find((each) => each.id === remembered) ?? stores[0]
    if (store) throw redirect({ to: '/stores/$storeId/reviews', params: { storeId: store.id }, replace: true })
  },
  component: NoStorePage,
})

/** The mailbox is a store's; who comes without one is led to theirs. */
const mailboxHome = createRoute({
  getParentRoute: () => signedIn,
  path: '/mailbox',
  beforeLoad({ context: { stores } }) {
    const store = stores.find(({ id }) => id === rememberedStore()) ?? stores[0]
    throw store
      ? redirect({ to: '/stores/$storeId/mailbox', params: { storeId: store.id }, replace: true })
      : redirect({ to: '/', replace: true })
  },
})

const store = createRoute({
  getParentRoute: () => signedIn,
  path: '/stores/$storeId',
  component: Shell,
})

const storeHome = createRoute({
  getParentRoute: () => store,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/stores/$storeId/reviews', params, replace: true })
  },
})

const reviews = createRoute({
  getParentRoute: () => store,
  path: '/reviews',
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import('./pages/reviews/InboxPage.tsx'), 'InboxPage'),
})

const review = createRoute({
  getParentRoute: () => reviews,
  path: '/$reviewId',
  component: lazyRouteComponent(() => import('./pages/reviews/ReviewPane.tsx'), 'ReviewPane'),
})

const products = createRoute({
  getParentRoute: () => store,
  path: '/products',
  validateSearch: (search: Record<string, unknown>): { q?: string } => ({ q: textOf(search.q) }),
  component: lazyRouteComponent(() => import('./pages/products/ProductsPage.tsx'), 'ProductsPage'),
})

const coverage = createRoute({
  getParentRoute: () => store,
  path: '/products/identifiers',
  component: lazyRouteComponent(() => import('./pages/products/IdentifiersPage.tsx'), 'IdentifiersPage'),
})

const feed = createRoute({
  getParentRoute: () => store,
  path: '/products/feed',
  component: lazyRouteComponent(() => import('./pages/products/FeedPage.tsx'), 'FeedPage'),
})

const product = createRoute({
  getParentRoute: () => store,
  path: '/products/$productId',
  component: lazyRouteComponent(() => import('./pages/products/ProductPage.tsx'), 'ProductPage'),
})

const imports = createRoute({
  getParentRoute: () => store,
  path: '/imports',
  component: lazyRouteComponent(() => import('./pages/imports/ImportsPage.tsx'), 'ImportsPage'),
})

const importRun = createRoute({
  getParentRoute: () => store,
  path: '/imports/$importId',
  component: lazyRouteComponent(() => import('./pages/imports/ImportPage.tsx'), 'ImportPage'),
})

const orders = createRoute({
  getParentRoute: () => store,
  path: '/orders',
  component: lazyRouteComponent(() => import('./pages/orders/OrdersPage.tsx'), 'OrdersPage'),
})

const order = createRoute({
  getParentRoute: () => store,
  path: '/orders/$orderId',
  component: lazyRouteComponent(() => import('./pages/orders/OrderPage.tsx'), 'OrderPage'),
})

const requests = createRoute({
  getParentRoute: () => store,
  path: '/requests',
  validateSearch: (search: Record<string, unknown>): { state?: RequestTab } => ({
    state: readRequestTab(search.state),
  }),
  component: lazyRouteComponent(() => import('./pages/requests/RequestsPage.tsx'), 'RequestsPage'),
})

const messages = createRoute({
  getParentRoute: () => store,
  path: '/email/messages',
  component: lazyRouteComponent(() => import('./pages/messages/MessagesPage.tsx'), 'MessagesPage'),
})

const mailbox = createRoute({
  getParentRoute: () => store,
  path: '/mailbox',
  component: lazyRouteComponent(() => import('./pages/mailbox/MailboxPage.tsx'), 'MailboxPage'),
})

const mail = createRoute({
  getParentRoute: () => mailbox,
  path: '/$mailId',
  component: lazyRouteComponent(() => import('./pages/mailbox/MailPane.tsx'), 'MailPane'),
})

const customers = createRoute({
  getParentRoute: () => store,
  path: '/customers',
  component: lazyRouteComponent(() => import('./pages/customers/CustomersPage.tsx'), 'CustomersPage'),
})

const customer = createRoute({
  getParentRoute: () => store,
  path: '/customers/$email',
  component: lazyRouteComponent(() => import('./pages/customers/CustomerPage.tsx'), 'CustomerPage'),
})

const settings = createRoute({
  getParentRoute: () => store,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/SettingsLayout.tsx'), 'SettingsLayout'),
})

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/stores/$storeId/settings/members', params, replace: true })
  },
})

const keys = createRoute({
  getParentRoute: () => settings,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./pages/settings/keys/KeysPage.tsx'), 'KeysPage'),
})

const members = createRoute({
  getParentRoute: () => settings,
  path: '/members',
  component: lazyRouteComponent(() => import('./pages/settings/members/MembersPage.tsx'), 'MembersPage'),
})

const stores = createRoute({
  getParentRoute: () => settings,
  path: '/stores',
  component: lazyRouteComponent(() => import('./pages/settings/stores/StoresPage.tsx'), 'StoresPage'),
})

const auditLog = createRoute({
  getParentRoute: () => settings,
  path: '/audit-log',
  component: lazyRouteComponent(() => import('./pages/settings/audit-log/AuditLogPage.tsx'), 'AuditLogPage'),
})

const emailSettings = createRoute({
  getParentRoute: () => store,
  path: '/settings/email',
  component: lazyRouteComponent(() => import('./pages/settings/email/EmailSettingsPage.tsx'), 'EmailSettingsPage'),
})

const branding = createRoute({
  getParentRoute: () => store,
  path: '/settings/branding',
  component: lazyRouteComponent(() => import('./pages/settings/branding/BrandingPage.tsx'), 'BrandingPage'),
})

const templates = createRoute({
  getParentRoute: () => store,
  path: '/email/templates',
  component: lazyRouteComponent(() => import('./pages/templates/TemplatesPage.tsx'), 'TemplatesPage'),
})

const template = createRoute({
  getParentRoute: () => store,
  path: '/email/templates/$name',
  validateSearch: (search: Record<string, unknown>): { locale?: string } => ({ locale: textOf(search.locale) }),
  component: lazyRouteComponent(() => import('./pages/templates/TemplatePage.tsx'), 'TemplatePage'),
})

const suppressions = createRoute({
  getParentRoute: () => store,
  path: '/email/suppressions',
  component: lazyRouteComponent(() => import('./pages/suppressions/SuppressionsPage.tsx'), 'SuppressionsPage'),
})

const sendingDomain = createRoute({
  getParentRoute: () => store,
  path: '/settings/sending-domain',
  component: lazyRouteComponent(
    () => import('./pages/settings/sending-domain/SendingDomainPage.tsx'),
    'SendingDomainPage',
  ),
})

const connections = createRoute({
  getParentRoute: () => store,
  path: '/settings/connections',
  component: lazyRouteComponent(() => import('./pages/settings/connections/ConnectionsPage.tsx'), 'ConnectionsPage'),
})

const connection = createRoute({
  getParentRoute: () => store,
  path: '/settings/connections/$connectionId',
  component: lazyRouteComponent(() => import('./pages/settings/connections/ConnectionPage.tsx'), 'ConnectionPage'),
})

const storefront = createRoute({
  getParentRoute: () => store,
  path: '/settings/storefront',
  component: lazyRouteComponent(() => import('./pages/settings/storefront/StorefrontPage.tsx'), 'StorefrontPage'),
})

const tree = root.addChildren([
  signIn,
  invitation,
  signedIn.addChildren([
    home,
    mailboxHome,
    store.addChildren([
      storeHome,
      reviews.addChildren([review]),
      products,
      coverage,
      feed,
      product,
      imports,
      importRun,
      requests,
      messages,
      suppressions,
      mailbox.addChildren([mail]),
      orders,
      order,
      customers,
      customer,
      settings.addChildren([settingsHome, keys, members, stores, auditLog]),
      emailSettings,
      branding,
      templates,
      template,
      sendingDomain,
      connections,
      connection,
      storefront,
    ]),
  ]),
])

export function createAdminRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: '/admin',
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: CrashPane,
    scrollRestoration: true,
    scrollToTopSelectors: ['#main'],
  })
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Where to go after signing in is read from the address, so it may lead nowhere but into this application. */
function ownPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined
}
