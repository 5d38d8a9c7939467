// The page works without scripts. With scripts, the widgets' bundle activates the forms from the page's data.
import type { FastifyReply } from 'fastify'
import { fill } from '#locales/fill.ts'
import { type Note, textsIn } from '#locales/texts.ts'
import { isLoopbackHost } from '#platform/guarded-fetch/addresses.ts'
import { type Html, html, raw } from '#platform/pages/html.ts'
import { chooseDirection, type Page, sendPage } from '#platform/pages/page.ts'
import { writeAccent } from '#resources/email-branding/header-rules.ts'
import type { ShownIncentive } from '#resources/review-incentives/schema.ts'
import type { FormOrder, FormProduct, ShopQuestion } from '#resources/review-requests/form-links/rules.ts'
import { listAfter } from '#widgets/review-form/after.ts'
import { attributeStyles } from '#widgets/review-form/attribute-styles.ts'
import { type Ask, type FormProps, isolated } from '#widgets/review-form/model.ts'
import { styles } from '#widgets/review-form/styles.ts'
import type { PlacementSettings } from '../settings/schema.ts'
import { chooseHead, inScript, renderScript } from './page-head.ts'
import { pageStyle } from './page-style.ts'
import { renderForm, type Together } from './render-form.ts'
import { parseFirstName } from './rules.ts'
import { shopId } from './schema.ts'
import type { SentForm } from './sent-form.ts'

export type Look = {
  logoUrl: string | null
  /** Color of buttons and their text, and the color of links. */
  colors?: { button: string; buttonText: string; primary: string }
}

export type FormView = {
  url: string
  language: string
  store: { name: string; url: string | null }
  look: Look
  order: FormOrder
  shop: ShopQuestion | undefined
  chosen?: { productId?: string | undefined; rating?: number | undefined }
  first?: string | undefined
  sent: SentForm[]
  done?: string | undefined
  isOpened: boolean
  /** Offers in the reader's language. */
  offers: ReadonlyMap<string, ShownIncentive | undefined>
  usualDays: number | null
  asked: ReadonlyMap<string, readonly Ask[]>
  askRelationship: boolean
  settings: Pick<PlacementSettings['form'], 'asksForPhotos' | 'privacyUrl'>
  startForm(productId: string): string
  deriveDraftKey(productId: string): string
  scriptUrl: string
  status?: number
}

export async function sendFormPage(reply: FastifyReply, view: FormView): Promise<FastifyReply> {
  const { language, look, order, store } = view
  const [texts, page] = [textsIn('review-form', language), textsIn('hosted-form', language)]
  const back = store.url ? { url: store.url, text: fill(page.back, { store: isolated(store.name) }) } : undefined
  const products = chosenFirst(order.products, view.first)
  // After a review, the current offer may differ from the offer that the review got, so only forms name an offer.
  const listThen = (id: string) =>
    listAfter({ incentive: view.offers.get(id), usualDays: view.usualDays }, { fill, texts, language })
  const forms = products
    .filter((each) => !each.reviewed)
    .map(({ id }, i) => ({ ...toFormProps(view, id, `f${i}`), after: listThen(id), ...(back && { back }) }))
  const ofShop =
    view.shop?.asked && !view.shop.reviewed
      ? { ...toFormProps(view, shopId, shopId), after: listThen(shopId), ...(back && { back }) }
      : undefined
  const all = ofShop ? [...forms, ofShop] : forms
  const together = all.length > 1 ? { form: 'all', action: `${view.url}#${firstCard}` } : undefined
  const renderPlace = async (form: (typeof all)[number]) =>
    html`<div id="${form.id}-place">${raw(await renderForm({ ...form, texts }, together && { ...together, productId: form.productId }))}</div>`
  const cards = await Promise.all(
    products.map(async (product) => {
      const form = forms.find(({ productId }) => productId === product.id)
      const inside = form
        ? await renderPlace(form)
        : html`<div class="ev-done" role="status"><p class="ev-thanks">${texts.thanks}</p><p>${
            view.done === product.id ? texts.thanksText : texts.already
          }</p>${view.done === product.id && listThen(product.id).map((each) => html`<p>${each}</p>`)}${back && html`<p><a class="ev-back" href="${back.url}">${back.text}</a></p>`}</div>`
      return card(product, inside, {
        isFirst: product === products[0],
        isOpen: form?.id === 'f0' || view.sent.some(({ productId }) => productId === product.id),
        isOnly: products.length === 1,
        write: page.write,
        nameless: page.nameless,
      })
    }),
  )
  const thanks = html`<div class="ev-done" role="status"><p class="ev-thanks">${texts.thanks}</p><p>${texts.thanksText}</p></div>`
  const isShopDone = view.shop?.reviewed === true && view.done === shopId
  const shopCard =
    (ofShop || isShopDone) &&
    cardOfShop(
      view.shop?.question ?? fill(page.shopQuestion, { store: isolated(store.name) }),
      ofShop ? await renderPlace(ofShop) : thanks,
      {
        isOpen: forms.length === 0 || !ofShop || view.sent.some(({ productId }) => productId === shopId),
        write: page.write,
      },
    )
  const left = forms.length === 0 ? 'none' : products.length > forms.length ? 'some' : 'all'
  const { heading, intro, title } = chooseHead(page, store.name, left)
  const data = { url: view.url, openUrl: `${view.url}/open`, ...view.chosen, texts, forms: all }
  return sendPage(reply, {
    title,
    description: intro,
    locale: language,
    status: view.status ?? 200,
    style: `${pageStyle}${renderColors(look)}${styles}${attributeStyles}${hostedStyles}`,
    images: ['blob:', ...listOrigins([look.logoUrl, ...products.map((each) => each.imageUrl)])],
    ...(all.length > 0 && { script: renderScript(view.scriptUrl, page, store.name) }),
    body: html`<main dir="${chooseDirection(language)}">
${banner(look, store)}
<h1>${heading}</h1>
<p class="quiet">${intro}</p>
${together && renderFormElement(together)}${cards}${shopCard}
<footer>${order.orderNumber && html`<p>${fill(page.order, { number: isolated(order.orderNumber) })}</p>`}${
      // On a page with one form, the thanks contain the link back. With several forms, it is at the end of the page.
      back && (products.length > 1 || shopCard) && html`<p><a href="${back.url}">${back.text}</a></p>`
    }</footer>
</main>
${all.length > 0 && html`<script type="application/json" id="evident-forms">${raw(inScript(data))}</script>`}`,
  })
}

export function notePage({
  language,
  status,
  note: { heading, text },
}: {
  language: string
  status: number
  note: Note
}): Page {
  const body = html`<main dir="${chooseDirection(language)}"><div class="card note"><h1>${heading}</h1><p>${text}</p></div></main>`
  return { title: heading, description: text, locale: language, status, style: pageStyle, body }
}

function toFormProps(view: FormView, productId: string, id: string) {
  const { chosen, order } = view
  const sent = view.sent.find((each) => each.productId === productId)
  const offer = view.offers.get(productId)
  const isOnly = order.products.length === 1 && productId !== shopId
  const rating = chosen?.productId === productId || isOnly ? chosen?.rating : undefined
  const given = { values: { authorName: parseFirstName(order.customerName), ...(rating && { rating }) } }
  return {
    id,
    productId,
    storeName: view.store.name,
    needsEmail: false,
    action: `${view.url}#${firstCard}`,
    hidden: {
      productId,
      // A form that is shown again keeps its start and its offer.
      startedAt: sent?.startedAt || view.startForm(productId),
      // Without scripts the submission counts as a view of the form, and contains the star that was clicked in the mail.
      ...(view.isOpened ? { isOpened: 'yes' } : chosen?.rating && { clickedRating: String(chosen.rating) }),
    },
    draftKey: view.deriveDraftKey(productId),
    ...(offer && { incentive: offer }),
    asked: [...(view.asked.get(productId) ?? [])],
    askRelationship: view.askRelationship,
    asksForPhotos: view.settings.asksForPhotos,
    privacyUrl: view.settings.privacyUrl,
    initial: sent ? { values: sent.values, photos: sent.photos, problems: sent.problems } : given,
  } satisfies Omit<FormProps, 'texts'> & { productId: string }
}

function chosenFirst(products: FormProduct[], id: string | undefined): FormProduct[] {
  const open = products.filter((each) => !each.reviewed)
  const first = products.find((each) => each.id === id) ?? open[0]
  return [...products].sort((a, b) => rank(a) - rank(b))
  function rank(product: FormProduct): number {
    return product === first ? 0 : product.reviewed ? 2 : 1
  }
}

const firstCard = 'first'

/**
 * One form for all products, so that the input for other products is preserved. Its first button is disabled, so that
 * pressing Enter submits no product.
 */
const renderFormElement = ({ form, action }: Omit<Together, 'productId'>): Html =>
  html`<form id="${form}" method="post" action="${action}" enctype="multipart/form-data" novalidate><button disabled hidden></button></form>`

type CardLook = { isFirst: boolean; isOpen: boolean; isOnly: boolean; write: string; nameless: string }

function card(
  { title, imageUrl, reviewed }: FormProduct,
  inside: Html,
  { isFirst, isOpen, isOnly, write, nameless }: CardLook,
): Html {
  const picture = isSecure(imageUrl)
    ? html`<img src="${imageUrl}" alt="" width="72" height="72" loading="lazy" referrerpolicy="no-referrer">`
    : null
  const head = html`${picture}<h2><bdi>${title ?? nameless}</bdi></h2>`
  const id = isFirst && html` id="${firstCard}"`
  if (isOnly || reviewed)
    return html`<section class="card product"${id}><div class="head">${head}</div>${inside}</section>`
  return html`<details class="card product"${id}${isOpen && raw(' open')}>
<summary class="head">${head}<span class="write" aria-hidden="true">${write}</span></summary>${inside}</details>`
}

/** Asks about the shop below the products, independent of the stars of the products. */
const cardOfShop = (question: string, inside: Html, { isOpen, write }: { isOpen: boolean; write: string }): Html =>
  html`<details class="card product shop"${isOpen && raw(' open')}>
<summary class="head"><h2><bdi>${question}</bdi></h2><span class="write" aria-hidden="true">${write}</span></summary>${inside}</details>`

const banner = ({ logoUrl }: Look, { name }: { name: string }) =>
  isSecure(logoUrl)
    ? html`<header><img class="logo" src="${logoUrl}" alt="${name}" referrerpolicy="no-referrer"></header>`
    : html`<header><strong><bdi>${name}</bdi></strong></header>`

const isSecure = (url: string | null): url is string => url !== null && listOrigins([url]).length > 0

/** Origins of pictures for the page's content security policy, which allows no other origin. */
function listOrigins(urls: (string | null)[]): string[] {
  const known = urls.flatMap((url) => (url && URL.canParse(url) ? new URL(url) : []))
  return [...new Set(known.filter(isOfSecureOrigin).map(({ origin }) => origin))]
}

/** Loopback traffic cannot be intercepted on a network, and a trial installation serves its pictures there. */
const isOfSecureOrigin = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))

const renderColors = ({ colors }: Look): string =>
  colors
    ? `${writeAccent(colors.primary)}body{border-block-start:.25rem solid var(--accent)}main{--evident-button:${colors.button};--evident-on-button:${colors.buttonText}}`
    : ''

/** Styles that only the hosted page needs: for forms before their script runs, the link back, phones, and older browsers. */
const hostedStyles = `
.ev-count{visibility:hidden}
.ev-alive .ev-count{visibility:visible}
.ev-adder input{max-width:100%;font:inherit;color:inherit}
.ev-adder .ev-add{display:none}
.ev-done .ev-back{display:inline-block;margin-top:1rem;font-weight:600}
main:has(.ev-form) .ev-thanks+p~*{display:none}
@media(max-width:30rem){.ev-stars{flex:1 0 100%}.ev-star{flex:1}.ev-star svg{width:100%;height:auto}.ev-rating{position:relative}.ev-word{position:absolute;inset-block:0 auto;inset-inline:auto 0}}
@supports not (color:light-dark(#000,#fff)){.ev-form,.ev-done,.ev-host{
--ev-accent:var(--evident-accent,var(--chosen-accent,#1d4ed8));--ev-star:var(--evident-star,#c2680a);
--ev-bg:var(--evident-background,#fff);--ev-over:var(--ev-bg);--ev-soft:var(--evident-muted,#5b636e);
--ev-line:var(--evident-border,#8a929d);--ev-off:var(--evident-star-empty,#d9dde3);--ev-fill:var(--evident-surface,#f4f6f8);
--ev-bad:var(--evident-danger,#b3261e);color:var(--evident-text,#1b1f24)}}
@supports (not (color:light-dark(#000,#fff))) and (not (color:oklch(from #000 l c h))){.ev-form,.ev-done,.ev-host{
--ev-on-accent:var(--evident-on-accent,#fff)}}
@supports not selector(:has(*)){.ev-star input{position:static;opacity:1;width:auto;height:auto}.ev-star svg{width:1.4rem;height:1.4rem}}
@supports not selector(:has(*)){.ev-answer input{position:static;opacity:1;width:auto;height:auto}}`
