// The heading of the hosted page: it asks for reviews, and no more for those that were sent.
import type { PageTexts } from './page-texts.ts'

type Head = { heading: string; intro: string; title: string }

/** `left` says which products of the order still have no review. */
export function headOf(texts: PageTexts, storeName: string, left: 'all' | 'some' | 'none'): Head {
  const [heading, intro] =
    left === 'all' ? [texts.heading, texts.intro] : left === 'some' ? texts.someDone : texts.allDone
  return { heading, intro, title: `${left === 'none' ? heading : texts.title} – ${storeName}` }
}

/**
 * Loads the forms, and changes the heading when one of them was sent. It is the page's own: the same forms stand in shops'
 * pages, where the heading is the shop's.
 */
export function scriptOf(formsUrl: string, texts: PageTexts, storeName: string): string {
  const [some, none] = [headOf(texts, storeName, 'some'), headOf(texts, storeName, 'none')]
  return `import ${inScript(formsUrl)}
const main = document.querySelector('main')
const [h1, p] = main.querySelectorAll(':scope>h1,:scope>.quiet')
new MutationObserver(() => {
  if (!main.querySelector('.ev-done')) return
  const {heading, intro, title} = main.querySelector('.ev-form') ? ${inScript(some)} : ${inScript(none)}
  if (h1.textContent === heading) return
  h1.textContent = heading
  p.textContent = intro
  document.title = title
}).observe(main, {childList: true, subtree: true})`
}

/** JSON that cannot end the script it is part of. */
export const inScript = (data: unknown): string => JSON.stringify(data).replace(/</g, '\\u003c')
