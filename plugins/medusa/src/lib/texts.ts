// Sentences of the admin pages. The server composes them, so that the code of the admin pages stays small.
import { type Fault, faults } from './connection.ts'
import type { Answer } from './evident.ts'
import { readRefusal } from './refusal.ts'
import { describeReason } from './request-reasons.ts'

const en = {
  unconfigured: 'Set EVIDENT_CONNECTION to the connection string that Evident shows, and start the shop again.',
  refused: 'EVIDENT_CONNECTION does not work:',
  ready: 'Connect makes a secret API key in your name and hands it to Evident, which then reads products and orders.',
  connected: 'Connected. Evident reads products and orders, and stars appear in the shop.',
  moved:
    'The connection string belongs to another store than the stars of this shop. To keep these stars, set EVIDENT_CONNECTION to the string of their store, and start the shop again.',
  changes: 'This deletes the stars in this shop, and changes that were not sent yet. Reviews stay in Evident.',
  disconnects:
    'This deletes the secret API key that Connect made. Evident then reads no products and orders. The stars stay in this shop.',
  apart: 'Evident is not connected. Open the page Evident to see the reason.',
  away: 'Evident does not answer now.',
  last: 'The stars shown are the last known ones.',
  unasked: 'There is no request for this order.',
  scheduled: 'The request for a review is planned.',
  sent: 'The customer was asked for a review.',
  failed: 'The request for a review could not be sent.',
  skipped: 'The customer is not asked for a review.',
  reason: 'Reason:',
  empty: 'Write an answer first.',
  forbidden: 'The connection string does not allow answers. Make a new one in Evident.',
  addressless: 'The address of this backend is missing.',
  unexpected: 'Evident answers with the status',
}

const de: typeof en = {
  unconfigured: 'Setzen Sie EVIDENT_CONNECTION auf die Verbindungszeile aus Evident, und starten Sie den Shop neu.',
  refused: 'EVIDENT_CONNECTION funktioniert nicht:',
  ready:
    'Verbinden erstellt in Ihrem Namen einen geheimen API-Schlüssel und übergibt ihn an Evident, das damit Produkte und Bestellungen liest.',
  connected: 'Verbunden. Evident liest Produkte und Bestellungen, und der Shop zeigt Sterne.',
  moved:
    'Die Verbindungszeile gehört zu einem anderen Store als die Sterne dieses Shops. Um die Sterne zu behalten, setzen Sie EVIDENT_CONNECTION auf die Zeile ihres Stores, und starten Sie den Shop neu.',
  changes:
    'Das löscht die Sterne in diesem Shop und Änderungen, die noch nicht gesendet sind. Bewertungen bleiben in Evident.',
  disconnects:
    'Das löscht den geheimen API-Schlüssel, den Verbinden erstellt hat. Evident liest dann keine Produkte und Bestellungen mehr. Die Sterne bleiben in diesem Shop.',
  apart: 'Evident ist nicht verbunden. Die Seite Evident nennt den Grund.',
  away: 'Evident antwortet gerade nicht.',
  last: 'Die Sterne sind die zuletzt bekannten.',
  unasked: 'Zu dieser Bestellung gibt es keine Anfrage.',
  scheduled: 'Die Bewertungsanfrage ist geplant.',
  sent: 'Der Kunde wurde um eine Bewertung gebeten.',
  failed: 'Die Bewertungsanfrage konnte nicht gesendet werden.',
  skipped: 'Der Kunde wird nicht um eine Bewertung gebeten.',
  reason: 'Grund:',
  empty: 'Schreiben Sie zuerst eine Antwort.',
  forbidden: 'Die Verbindungszeile erlaubt keine Antworten. Erstellen Sie in Evident eine neue.',
  addressless: 'Die Adresse dieses Backends fehlt.',
  unexpected: 'Evident antwortet mit dem Status',
}

const germanFaults: Record<Fault, string> = {
  foreign: 'Sie beginnt nicht mit „evc1_“. Kopieren Sie die ganze Zeile.',
  newer: 'Sie gehört zu einer neueren Version dieses Plugins. Aktualisieren Sie das Plugin.',
  cutOff: 'Sie ist abgeschnitten. Kopieren Sie die ganze Zeile.',
  altered: 'Sie ist abgeschnitten oder verändert. Kopieren Sie die ganze Zeile noch einmal.',
  incomplete: 'Sie ist unvollständig. Erstellen Sie in Evident eine neue.',
}

/** German sentences for error codes of Evident, whose own sentences are English. */
const germanRefusals: Record<string, string> = {
  shop_unreachable: 'Evident erreicht diesen Shop nicht. Versuchte Adresse:',
  credentials_refused: 'Der Shop hat den Schlüssel abgelehnt. Versuchte Adresse:',
  address_refused:
    'Die Adresse dieses Backends muss mit https:// beginnen und öffentlich erreichbar sein. Ändern Sie sie, und verbinden Sie neu. Versuchte Adresse:',
  address_not_public:
    'Die Adresse dieses Backends muss öffentlich erreichbar sein. Ändern Sie sie, und verbinden Sie neu. Versuchte Adresse:',
  address_on_this_machine:
    'Evident ruft nur öffentliche Adressen mit https:// auf. Um einen Shop auf diesem Rechner auszuprobieren, starten Sie Evident mit WEBHOOK_ALLOW_PRIVATE=true. Versuchte Adresse:',
}

export type Texts = typeof en

/** The language that the admin page names in its request. */
export const textsFor = (req: { query: Record<string, unknown> }): Texts =>
  String(req.query.lang).startsWith('de') ? de : en

export const describeFault = (t: Texts, fault: Fault): string => (t === de ? germanFaults : faults)[fault]

/** Says why Evident refused to connect to `address`. */
export function describeRefusal(t: Texts, answer: Answer | undefined, address: string): string {
  const { code, message } = readRefusal(answer, address)
  if (code === 'away') return t.away
  if (code === 'unexpected') return `${t.unexpected} ${answer?.status}.`
  const german = t === de && germanRefusals[code ?? '']
  if (german) return `${german} ${address}`
  return message
}

export function describeRequest(t: Texts, request: { state: string; reason?: string | null } | null): string {
  if (!request) return t.unasked
  const text = t[request.state as keyof Texts] ?? request.state
  return request.reason ? `${text} ${t.reason} ${describeReason(request.reason, t === de)}.` : text
}
