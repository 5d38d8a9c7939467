// The consent page. Every text of the program is isolated (`bdi`), so it cannot reorder the text around it.

import { type Texts as TextsOf, textsIn } from '#locales/texts.ts'
import { type Html, html, raw } from '#platform/pages/html.ts'
import type { Page } from '#platform/pages/page.ts'
import { areasAsked, buildPolicySource, type Language, type OpenArea } from '../rules.ts'
import type { GrantedRole } from '../schema.ts'
import { type Access, type Choices, optionsFor } from './choices.ts'
import type { AuthorizationRequest, NoteName } from './request.ts'
import { consentStyle } from './style.ts'

type Texts = TextsOf<'program-consent'>

export type Consent = {
  language: Language
  request: AuthorizationRequest
  person: string
  organization: { id: string; name: string }
  others: readonly { name: string; href: string }[]
  stores: readonly { id: string; name: string }[]
  roles: readonly GrantedRole[]
  open: readonly OpenArea[]
  choices: Choices
  problem?: 'needsStore' | 'needsScope'
  /** Hidden fields of the form: the request, and a ticket that ties the form to this session. */
  hidden: Readonly<Record<string, string>>
}

export function consentPage(consent: Consent): Page {
  const { language, request, organization, problem, hidden } = consent
  const texts = textsIn('program-consent', language)
  const { client, redirectUri } = request
  return {
    locale: language,
    title: texts.title.replace('{client}', client.name),
    style: consentStyle,
    formAction: [buildPolicySource(redirectUri)],
    status: problem ? 400 : 200,
    body: html`<main id="main">
${brand}
<div class="card">
<h1>${filled(texts.heading, { client: client.name, organization: organization.name })}</h1>
<p class="quiet">${filled(texts.signedIn, { person: consent.person })}</p>
${client.host === undefined ? html`<p class="quiet">${texts.registered}</p>` : html`<p class="warn">${filled(texts.unverified, { host: client.host })}</p>`}
<p class="quiet">${filled(texts.leadsTo, { place: formatRedirectPlace(redirectUri) })}</p>
${
  consent.others.length > 0 &&
  html`<p class="quiet">${texts.otherOrganization} ${consent.others.map(({ name, href }) => html`<a href="${href}"><bdi>${name}</bdi></a> `)}</p>`
}
<form method="post" action="/oauth/authorize">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${problem && html`<p class="bad" role="alert" id="problem">${texts[problem]}</p>`}
${storesField(texts, consent)}
${roleField(texts, consent)}
${accessField(texts, consent)}
<h2>${texts.always}</h2>
<ul class="facts">${texts.facts.map((fact) => html`<li>${fact}</li>`)}</ul>
<div class="actions">
<button name="decision" value="approve">${texts.approve}</button>
<button class="plain" name="decision" value="deny" formnovalidate>${texts.deny}</button>
</div>
</form>
</div>
</main>`,
  }
}

export function notePage(language: Language, name: NoteName, status: number, reason?: string): Page {
  const texts = textsIn('program-consent', language)
  const { heading, text } = texts.notes[name]
  return {
    locale: language,
    title: heading,
    style: consentStyle,
    status,
    body: html`<main id="main">
${brand}
<div class="card">
<h1>${heading}</h1>
<p>${text}</p>
${reason && html`<p class="quiet"><code dir="ltr" lang="en">The document ${reason}.</code></p>`}
<p><a href="/admin/">${texts.back}</a></p>
</div>
</main>`,
  }
}

const storesField = (texts: Texts, { stores, choices, problem }: Consent) =>
  html`<fieldset${describedBy(problem === 'needsStore')}>
<legend>${texts.stores}</legend>
<p class="quiet">${texts.storesHint}</p>
${stores.map(
  ({ id, name }) =>
    html`<label class="choice"><input type="checkbox" name="store" value="${id}"${checked(choices.stores.includes(id))}> <span><bdi>${name}</bdi></span></label>`,
)}
</fieldset>`

const roleField = (texts: Texts, { roles, choices }: Consent) =>
  html`<fieldset>
<legend>${texts.role}</legend>
${roles.map((role) => {
  const { name, text } = texts.roles[role]
  return html`<label class="choice"><input type="radio" name="role" value="${role}"${checked(role === choices.role)}> <span><strong>${name}</strong><br>${text}</span></label>`
})}
</fieldset>`

function accessField(texts: Texts, consent: Consent): Html {
  const { request, choices, open, problem } = consent
  const options = optionsFor(request.scopes)
  const sentences: Record<Access, string> = { all: texts.accessAll, read: texts.accessRead, some: texts.accessSome }
  return html`<fieldset class="access"${describedBy(problem === 'needsScope')}>
<legend>${texts.access}</legend>
${
  options.length > 1
    ? options.map(
        (each) =>
          html`<label class="choice"><input type="radio" name="access" value="${each}"${checked(each === choices.access)}> <span>${sentences[each]}</span></label>`,
      )
    : html`<input type="hidden" name="access" value="${options[0] ?? 'some'}">`
}
<div class="areas${options.length > 1 && raw(' optional')}">
${areasAsked(request.scopes, open).map(({ area, reads, writes }) => {
  const box = (verb: 'read' | 'write', word: string) => {
    const scope = `${area}:${verb}`
    return html`<label><input type="checkbox" name="scope" value="${scope}"${checked(choices.scopes.includes(scope))}> ${word}</label>`
  }
  return html`<fieldset class="area"><legend>${(texts.areas as Readonly<Record<string, string>>)[area] ?? area}</legend>${reads && box('read', texts.see)}${writes && box('write', texts.change)}</fieldset>`
})}
</div>
</fieldset>`
}

const checked = (is: boolean) => is && raw(' checked')
const describedBy = (is: boolean) => is && raw(' aria-describedby="problem"')

function formatRedirectPlace(uri: string): string {
  const { host, protocol } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1)
}

const filled = (sentence: string, words: Readonly<Record<string, string>>): Html =>
  html`${sentence.split(/(\{\w+\})/).map((part) => {
    const word = words[part.slice(1, -1)]
    return part.startsWith('{') && word !== undefined ? html`<bdi>${word}</bdi>` : part
  })}`

const brand = html`<p class="brand"><svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24"><path fill="var(--accent)" d="M6 1.5h12A4.5 4.5 0 0 1 22.5 6v8.5A4.5 4.5 0 0 1 18 19h-5.2l-4.3 3.7a.8.8 0 0 1-1.3-.6V19H6a4.5 4.5 0 0 1-4.500-4.500V6A4.500 4.500 0 0 1 6 1.500Z"/><path fill="none" stroke="var(--on-accent)" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round" d="m7.200 10.400 3.300 3.200 6.300-6.600"/></svg> Evident</p>`
