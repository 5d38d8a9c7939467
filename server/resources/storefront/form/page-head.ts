import type { Texts } from '#locales/texts.ts'

type PageTexts = Texts<'hosted-form'>

type Head = { heading: string; intro: string; title: string }

/** `left`: whether all, some or none of the order's products still lack a review. */
export function chooseHead(texts: PageTexts, storeName: string, left: 'all' | 'some' | 'none'): Head {
  const asking = { heading: texts.heading, text: texts.intro }
  const { heading, text: intro } = left === 'all' ? asking : left === 'some' ? texts.someDone : texts.allDone
  return { heading, intro, title: `${left === 'none' ? heading : texts.title} – ${storeName}` }
}

/**
 * Watches the forms of the hosted page: after a review, the next product opens and the heading changes. The form's element
 * with `role=status` announces the thanks to screen readers, so the focus can move to the next product.
 */
export function renderScript(formsUrl: string, texts: PageTexts, storeName: string): string {
  const [some, none] = [chooseHead(texts, storeName, 'some'), chooseHead(texts, storeName, 'none')]
  return `import ${inScript(formsUrl)}
const main = document.querySelector('main')
const [h1, p] = main.querySelectorAll(':scope>h1,:scope>.quiet')
const findSent = () => {
  const sent = [...main.querySelectorAll('.product:not(.is-done)')].filter((card) => card.querySelector('.ev-done'))
  for (const card of sent) card.classList.add('is-done')
  return sent.length > 0
}
findSent()
new MutationObserver(() => {
  if (!findSent()) return
  const next = main.querySelector('details.product:not(.is-done)')
  if (next) {
    next.open = true
    next.querySelector('[name=rating]').focus()
  }
  const {heading, intro, title} = main.querySelector('.product:not(.shop) .ev-form') ? ${inScript(some)} : ${inScript(none)}
  if (h1.textContent === heading) return
  h1.textContent = heading
  p.textContent = intro
  document.title = title
}).observe(main, {childList: true, subtree: true})`
}

/** JSON whose text cannot close the script element around it. */
export const inScript = (data: unknown): string => JSON.stringify(data).replace(/</g, '\\u003c')
