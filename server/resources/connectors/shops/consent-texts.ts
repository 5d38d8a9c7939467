import type { IncomingHttpHeaders } from 'node:http'
import { pageLanguage } from '#platform/http/page-language.ts'

type Refusal = { title: string; why: string; next: string }

/** `{shop}`, `{store}`, `{organization}` and `{person}` are replaced by names. */
export type ConsentTexts = {
  title: string
  heading: string
  receives: string
  warning: string
  signedOut: string
  signIn: string
  signedIn: string
  connect: string
  notAllowed: string
  otherAccount: string
  leave: string
  back: string
  refused: Refusal
  elsewhere: Refusal
  lapsed: Refusal
  busy: Refusal
  failed: Refusal
}

const en: ConsentTexts = {
  title: 'Connect {shop}',
  heading: 'Connect {shop} to {store}?',
  receives: 'The store {store} of the organization {organization} receives the orders and products of {shop}.',
  warning: 'Close this page if you do not know this store. Nothing is connected until you continue.',
  signedOut: 'Sign in as an owner or admin of {organization} to continue.',
  signIn: 'Sign in to continue',
  signedIn: 'You are signed in as {person}.',
  connect: 'Connect shop',
  notAllowed: 'You are signed in as {person}, who is no owner or admin of this store.',
  otherAccount: 'Sign out, sign in as an owner or admin of {organization}, and connect the shop again.',
  leave: 'Go to your stores',
  back: 'Back to your shop',
  refused: {
    title: 'The shop was not connected',
    why: 'The answer of Shopify was not accepted. It works once, for ten minutes, and for the shop that you entered.',
    next: 'Nothing was changed. Go to Settings, Shop, and connect the shop again. Install the app in that same shop.',
  },
  elsewhere: {
    title: 'The shop was not connected',
    why: 'This shop is connected to another organization.',
    next: 'Nothing was changed. Disconnect it there first, or remove the app at Shopify. Then connect it here.',
  },
  lapsed: {
    title: 'The shop was not connected',
    why: 'The subscription of this store has expired.',
    next: 'Nothing was changed. Renew the subscription under Settings → Organization → Billing, and connect the shop again.',
  },
  busy: {
    title: 'Too many attempts',
    why: 'Too many attempts came from your network within a short time.',
    next: 'Wait a minute and load this page again. After ten minutes, start again under Settings, Shop.',
  },
  failed: {
    title: 'The shop could not be connected',
    why: 'Something failed on our side.',
    next: 'Go to Settings, Shop, in a few minutes, and connect the shop again. If it fails again, write to your operator.',
  },
}

const de: ConsentTexts = {
  title: '{shop} verbinden',
  heading: '{shop} mit {store} verbinden?',
  receives: 'Der Store {store} der Organisation {organization} erhält die Bestellungen und Produkte von {shop}.',
  warning: 'Schließen Sie diese Seite, wenn Sie diesen Store nicht kennen. Vorher wird nichts verbunden.',
  signedOut: 'Melden Sie sich als Inhaber oder Admin von {organization} an, um fortzufahren.',
  signIn: 'Anmelden und fortfahren',
  signedIn: 'Sie sind als {person} angemeldet.',
  connect: 'Shop verbinden',
  notAllowed: 'Sie sind als {person} angemeldet und weder Inhaber noch Admin dieses Stores.',
  otherAccount:
    'Melden Sie sich ab, dann als Inhaber oder Admin von {organization} an, und verbinden Sie den Shop erneut.',
  leave: 'Zu Ihren Stores',
  back: 'Zurück zu Ihrem Shop',
  refused: {
    title: 'Der Shop wurde nicht verbunden',
    why: 'Die Antwort von Shopify wurde nicht angenommen. Sie gilt einmal, zehn Minuten lang und für den eingegebenen Shop.',
    next: 'Es wurde nichts geändert. Verbinden Sie den Shop unter Einstellungen, Shop erneut. Installieren Sie die App in demselben Shop.',
  },
  elsewhere: {
    title: 'Der Shop wurde nicht verbunden',
    why: 'Dieser Shop ist mit einer anderen Organisation verbunden.',
    next: 'Es wurde nichts geändert. Trennen Sie ihn zuerst dort, oder entfernen Sie die App bei Shopify. Verbinden Sie ihn dann hier.',
  },
  lapsed: {
    title: 'Der Shop wurde nicht verbunden',
    why: 'Das Abonnement dieses Stores ist abgelaufen.',
    next: 'Es wurde nichts geändert. Verlängern Sie es unter Einstellungen, Abrechnung, und verbinden Sie den Shop erneut.',
  },
  busy: {
    title: 'Zu viele Versuche',
    why: 'Aus Ihrem Netzwerk kamen in kurzer Zeit zu viele Versuche.',
    next: 'Warten Sie eine Minute und laden Sie diese Seite neu. Nach zehn Minuten beginnen Sie unter Einstellungen, Shop erneut.',
  },
  failed: {
    title: 'Der Shop konnte nicht verbunden werden',
    why: 'Bei uns ist etwas fehlgeschlagen.',
    next: 'Verbinden Sie den Shop in einigen Minuten unter Einstellungen, Shop erneut. Schreiben Sie Ihrem Betreiber, wenn es wieder fehlschlägt.',
  },
}

const known = { en, de }

export function consentTexts(headers: IncomingHttpHeaders): { language: string; texts: ConsentTexts } {
  const language = pageLanguage(headers, Object.keys(known))
  return { language, texts: language === 'de' ? de : en }
}
