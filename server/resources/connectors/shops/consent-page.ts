// Pages of Shopify's consent flow. Names are isolated with `bdi`, because strangers chose them.
import type { IncomingHttpHeaders } from 'node:http'
import { type Texts, textsIn } from '#locales/texts.ts'
import { pageLanguage } from '#platform/http/page-language.ts'
import { type Html, html } from '#platform/pages/html.ts'
import type { Page } from '#platform/pages/page.ts'
import type { AppError } from '#platform/values/errors.ts'
import { isUuid } from '#platform/values/ids.ts'

const style = 'a.button { text-decoration: none; display: inline-block; }'

export type Names = { shop: string; store: string; organization: string; person?: string }

export type ConsentView = {
  names: Names
  state: 'signed out' | 'allowed' | 'not allowed'
  answer: string
  path: string
}

export function confirmPage(headers: IncomingHttpHeaders, { names, state, answer, path }: ConsentView): Page {
  const { language, texts } = consentTexts(headers)
  const line = (text: string) => html`<p>${filled(text, names)}</p>`
  return {
    title: texts.title.replace('{shop}', names.shop),
    locale: language,
    style,
    body: html`<main>
<div class="card">
<h1>${filled(texts.heading, names)}</h1>
${line(texts.receives)}
${line(texts.warning)}
${line(state === 'signed out' ? texts.signedOut : state === 'allowed' ? texts.signedIn : texts.notAllowed)}
${
  state === 'not allowed'
    ? html`${line(texts.otherAccount)}<p class="actions"><a class="button" href="/admin">${texts.leave}</a></p>`
    : html`<form method="post" action="${path}">
<input type="hidden" name="answer" value="${answer}">
<div class="actions"><button>${state === 'allowed' ? texts.connect : texts.signIn}</button></div>
</form>`
}
</div>
</main>`,
  }
}

/** `state` names the store in which the consent flow began. The link leads to that store's page, which asks to sign in. */
export function refusedPage(headers: IncomingHttpHeaders, error: AppError, state: string): Page {
  const { language, texts } = consentTexts(headers)
  const { title, why, next } = chooseRefusal(error, texts)
  const storeEnvId = state.split('.')[1] ?? ''
  const path = isUuid(storeEnvId) ? `/admin/stores/${storeEnvId}/settings/shop` : '/admin'
  return {
    title,
    locale: language,
    style,
    body: html`<main>
<div class="card">
<h1>${title}</h1>
<p>${why}</p>
<p>${next}</p>
<p class="actions"><a class="button" href="${path}">${texts.back}</a></p>
</div>
</main>`,
  }
}

function chooseRefusal({ status, code }: AppError, texts: Texts<'shop-consent'>) {
  if (status === 429) return texts.busy
  if (status >= 500) return texts.failed
  if (code === 'shop_connected_elsewhere') return texts.elsewhere
  return code === 'subscription_expired' ? texts.lapsed : texts.refused
}

const filled = (text: string, names: Names): Html =>
  html`${text.split(/(\{\w+\})/).map((part) => {
    const name = names[part.slice(1, -1) as keyof Names]
    return part.startsWith('{') && name !== undefined ? html`<bdi>${name}</bdi>` : part
  })}`

function consentTexts(headers: IncomingHttpHeaders) {
  const language = pageLanguage(headers, ['en', 'de'])
  return { language, texts: textsIn('shop-consent', language) }
}
