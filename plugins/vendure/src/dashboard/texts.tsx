import { useUserSettings } from '@vendure/dashboard'

const en = {
  isGerman: false,
  unconfigured: 'Set EVIDENT_CONNECTION to the connection string that Evident shows, and start the server again.',
  refused: 'EVIDENT_CONNECTION does not work: ',
  failure: 'Evident refused.',
  unmigrated: 'The tables of the plugin are missing. Generate a migration, run it, and start again.',
  ready: 'Connect makes an administrator who only reads products, orders and customers, and hands it to Evident.',
  connected: 'Connected. Evident reads products and orders, and stars appear in the shop.',
  moved:
    'The connection string belongs to another store than the stars of this shop. To keep these stars, set EVIDENT_CONNECTION to the string of their store, and start the server again.',
  connect: 'Connect',
  again: 'Connect again',
  disconnect: 'Disconnect',
  disconnects:
    'This deletes the administrator and the role that Connect made. Evident then reads no products and orders. The stars stay in this shop.',
  change: 'Change the store',
  changes: 'This deletes the stars in this shop, and changes that were not sent yet. Reviews stay in Evident.',
  cancel: 'Cancel',
  open: 'Open Evident',
  reviews: 'Reviews',
  stars: (rating: string) => `${rating} out of 5 stars`,
  counted: (count: number) => (count === 1 ? '1 review' : `${count} reviews`),
  none: 'No reviews yet.',
  away: 'Evident does not answer now.',
  last: 'The stars shown are the last known ones.',
  apart: 'Evident is not connected. Open the page Evident to see the reason.',
  answer: 'Answer',
  save: 'Save the answer',
  request: 'Review request',
  unasked: 'There is no request for this order.',
  scheduled: 'The request for a review is planned.',
  sent: 'The customer was asked for a review.',
  failed: 'The request for a review could not be sent.',
  skipped: 'The customer is not asked for a review.',
  reason: 'Reason: ',
  /** Translations by error code. Empty here, because the server's own sentences are English. */
  refusals: {} as Record<string, string>,
}

const de: typeof en = {
  isGerman: true,
  unconfigured: 'Setzen Sie EVIDENT_CONNECTION auf die Verbindungszeile aus Evident, und starten Sie den Server neu.',
  refused: 'EVIDENT_CONNECTION funktioniert nicht: ',
  failure: 'Evident hat abgelehnt.',
  unmigrated: 'Die Tabellen des Plugins fehlen. Erstellen Sie eine Migration, führen Sie sie aus, und starten Sie neu.',
  ready:
    'Verbinden erstellt einen Administrator, der nur Produkte, Bestellungen und Kunden liest, und übergibt ihn an Evident.',
  connected: 'Verbunden. Evident liest Produkte und Bestellungen, und der Shop zeigt Sterne.',
  moved:
    'Die Verbindungszeile gehört zu einem anderen Store als die Sterne dieses Shops. Um die Sterne zu behalten, setzen Sie EVIDENT_CONNECTION auf die Zeile ihres Stores, und starten Sie den Server neu.',
  connect: 'Verbinden',
  again: 'Neu verbinden',
  disconnect: 'Trennen',
  disconnects:
    'Das löscht den Administrator und die Rolle, die Verbinden erstellt hat. Evident liest dann keine Produkte und Bestellungen mehr. Die Sterne bleiben in diesem Shop.',
  change: 'Store wechseln',
  changes:
    'Das löscht die Sterne in diesem Shop und Änderungen, die noch nicht gesendet sind. Bewertungen bleiben in Evident.',
  cancel: 'Abbrechen',
  open: 'Evident öffnen',
  reviews: 'Bewertungen',
  stars: (rating) => `${rating.replace('.', ',')} von 5 Sternen`,
  counted: (count) => (count === 1 ? '1 Bewertung' : `${count} Bewertungen`),
  none: 'Noch keine Bewertungen.',
  away: 'Evident antwortet gerade nicht.',
  last: 'Die Sterne sind die zuletzt bekannten.',
  apart: 'Evident ist nicht verbunden. Die Seite Evident nennt den Grund.',
  answer: 'Antworten',
  save: 'Antwort speichern',
  request: 'Bewertungsanfrage',
  unasked: 'Zu dieser Bestellung gibt es keine Anfrage.',
  scheduled: 'Die Bewertungsanfrage ist geplant.',
  sent: 'Der Kunde wurde um eine Bewertung gebeten.',
  failed: 'Die Bewertungsanfrage konnte nicht gesendet werden.',
  skipped: 'Der Kunde wird nicht um eine Bewertung gebeten.',
  reason: 'Grund: ',
  refusals: {
    foreign: 'Sie beginnt nicht mit „evc1_“. Kopieren Sie die ganze Zeile.',
    newer: 'Sie gehört zu einer neueren Version dieses Plugins. Aktualisieren Sie das Plugin.',
    cutOff: 'Sie ist abgeschnitten. Kopieren Sie die ganze Zeile.',
    altered: 'Sie ist abgeschnitten oder verändert. Kopieren Sie die ganze Zeile noch einmal.',
    incomplete: 'Sie ist unvollständig. Erstellen Sie in Evident eine neue.',
    unconfigured: 'Setzen Sie EVIDENT_CONNECTION, und führen Sie zuerst die Migration aus.',
    no_address: 'Die Adresse dieses Servers fehlt.',
    no_bearer: "Ergänzen Sie 'bearer' in authOptions.tokenMethod, denn so meldet sich Evident an.",
    away: 'Evident antwortet gerade nicht.',
    unexpected: 'Evident antwortet mit einem Fehler.',
    address_refused:
      'Die Adresse dieses Servers muss mit https:// beginnen und öffentlich erreichbar sein. Ändern Sie sie, und verbinden Sie neu.',
    address_not_public:
      'Die Adresse dieses Servers muss öffentlich erreichbar sein. Ändern Sie sie, und verbinden Sie neu.',
    address_on_this_machine:
      'Evident ruft nur öffentliche Adressen mit https:// auf. Um einen Shop auf diesem Rechner auszuprobieren, starten Sie Evident mit WEBHOOK_ALLOW_PRIVATE=true.',
    shop_unreachable: 'Evident erreicht diesen Server nicht.',
    credentials_refused: 'Der Shop hat die Zugangsdaten abgelehnt.',
    empty: 'Schreiben Sie zuerst eine Antwort.',
    forbidden: 'Die Verbindungszeile erlaubt keine Antworten. Erstellen Sie in Evident eine neue.',
  },
}

/** Texts in the language that the person has chosen for the dashboard. */
export function useTexts(): typeof en {
  return useUserSettings().settings.displayLanguage.startsWith('de') ? de : en
}

type Refusal = { code?: string | null; message?: string | null; address?: string | null }

/** The sentence of the chosen language for this code, or the server's English one. */
export function describe(t: typeof en, { code, message, address }: Refusal): string {
  const own = t.refusals[code ?? '']
  return own ? `${own}${address ? ` (${address})` : ''}` : (message ?? t.failure)
}

export function Label({ name }: { name: 'reviews' | 'request' }) {
  return <>{useTexts()[name]}</>
}
