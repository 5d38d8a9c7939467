// Hydrates the forms of the hosted page and records the view, which mail scanners cannot trigger.
import { h, hydrate } from 'preact'
import { toContent } from './content.ts'
import { ReviewForm } from './form.ts'
import type { Texts } from './model.ts'
import { type FormProps, noValues, type Values } from './model.ts'
import { transportTo } from './transport.ts'

type Attributes = typeof import('./extras.ts')
type PageForm = Omit<FormProps, 'texts'> & { productId: string }
type PageData = { url: string; openUrl: string; productId?: string; rating?: number; texts: Texts; forms: PageForm[] }

/** Id of the element with the data from which the forms were rendered. A shop's page has no such element. */
const placeOfData = 'evident-forms'

export function hydratePage(): void {
  const text = document.getElementById(placeOfData)?.textContent
  if (!text) return
  const data = JSON.parse(text) as PageData
  const opening = { isTold: false }
  whenSeen(async () => {
    const { productId, rating } = data
    const response = await fetch(data.openUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ productId, rating }),
      keepalive: true,
    })
    opening.isTold = response.ok
  })
  const enlivenAll = (attributes?: Attributes) => {
    for (const props of data.forms) {
      const place = document.getElementById(`${props.id}-place`)
      if (place) enliven(data.url, opening, place, { ...props, ...attributes, texts: data.texts })
    }
  }
  // If the questions fail to load, the form works as it does without scripts.
  if (data.forms.some(({ asked, askRelationship }) => asked?.[0] || askRelationship))
    import('./extras.ts').then(enlivenAll, () => {})
  else enlivenAll()
}

function enliven(
  url: string,
  opening: { isTold: boolean },
  place: HTMLElement,
  { productId, answersIn, ...props }: PageForm & { texts: Texts } & Partial<Attributes>,
): void {
  // Without scripts, all products share one form, through `form` attributes and distinct field names.
  for (const field of place.querySelectorAll<HTMLInputElement>('[form]')) {
    field.removeAttribute('form')
    field.name = field.name.replace(/.*\./, '')
  }
  const transport = transportTo({
    uploadUrl: `${url}/uploads`,
    submitUrl: `${url}/reviews`,
    toBody: (sent, photoIds) => ({
      ...toContent(sent),
      productId,
      photoIds,
      startedAt: props.hidden?.startedAt,
      isOpenTold: opening.isTold,
    }),
  })
  hydrate(h(ReviewForm, { ...props, typed: typedIn(place, props.initial?.values, answersIn), transport }), place)
}

function typedIn(
  place: HTMLElement,
  given: Partial<Values> = {},
  answersIn?: Attributes['answersIn'],
): Partial<Values> {
  const form = place.querySelector('form')
  if (!form) return {}
  const sent = new FormData(form)
  const texts = Object.keys(noValues).flatMap((name) => {
    const value = sent.get(name)
    return typeof value === 'string' && value !== String(given[name as keyof Values] ?? '') ? [[name, value]] : []
  })
  const { rating, consent, ...rest } = Object.fromEntries(texts) as Record<string, string>
  return {
    ...rest,
    ...(answersIn && { answers: answersIn(sent) }),
    ...(rating && { rating: Number(rating) }),
    ...(consent && { consent: true }),
  }
}

/** A prerendered page or a background tab is not visible yet, so the work waits. */
function whenSeen(work: () => Promise<void>): void {
  const isSeen = () => document.visibilityState === 'visible' && !(document as { prerendering?: boolean }).prerendering
  const attempt = () => {
    if (!isSeen()) return
    for (const event of events) document.removeEventListener(event, attempt)
    work().catch(() => {})
  }
  const events = ['visibilitychange', 'prerenderingchange']
  for (const event of events) document.addEventListener(event, attempt)
  attempt()
}
