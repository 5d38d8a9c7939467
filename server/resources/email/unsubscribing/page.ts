import { textsIn } from '#locales/texts.ts'
import { type Html, html } from '#platform/pages/html.ts'
import type { Page } from '#platform/pages/page.ts'
import type { Category } from '../messages/schema.ts'

export type UnsubscribeView = {
  language: string
  storeName: string
  category: Exclude<Category, 'transactional'>
  left: 'nothing' | 'category' | 'all'
}

/** The page asks for a click on a button, because mail scanners open every link. */
export function unsubscribePage({ language, storeName, category, left }: UnsubscribeView): Page {
  const words = textsIn('unsubscribing', language)
  const mail = words.kinds[category]
  // Names are isolated, so that a name in another writing direction does not reverse the sentence.
  const say = (text: string) => withParts(text, { mail: html`${mail}`, store: html`<bdi>${storeName}</bdi>` })
  const title = left === 'nothing' ? words.title : words.doneTitle
  const sentence = left === 'nothing' ? words.question : left === 'category' ? words.done : words.doneAll
  return {
    title,
    locale: language,
    body: html`<main>
<div class="card">
<h1>${title}</h1>
<p>${say(sentence)}</p>
${
  left !== 'all' &&
  html`<form method="post" class="actions">
${left === 'nothing' && html`<button name="scope" value="category">${words.leave}</button>`}
<button name="scope" value="all" class="plain">${words.leaveAll}</button>
</form>`
}
</div>
</main>`,
  }
}

export function missingPage(language: string): Page {
  const { missingTitle, missing } = textsIn('unsubscribing', language)
  return {
    title: missingTitle,
    locale: language,
    status: 404,
    body: html`<main>
<div class="card">
<h1>${missingTitle}</h1>
<p>${missing}</p>
</div>
</main>`,
  }
}

const withParts = (text: string, parts: Record<string, Html>) =>
  text.split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? html`${piece}` : (parts[piece] ?? '')))
