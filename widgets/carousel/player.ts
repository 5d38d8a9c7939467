// Turns the cards by itself, where the page asks for that: `autoplay`, with the seconds that each stays. Never for a visitor who
// wants less movement, and not while somebody reads, holds or does not see it.
import { make } from '../make.ts'
import type { Texts } from '../shown/texts.ts'

const usualSeconds = 7
const leastSeconds = 4

/** The button that holds it, or nothing where it stands still anyway. */
export function createPlayer(
  element: HTMLElement,
  list: HTMLElement,
  turn: () => void,
  texts: Texts,
): HTMLButtonElement | false {
  if (!element.hasAttribute('autoplay') || matchMedia('(prefers-reduced-motion: reduce)').matches) return false
  const seconds = Math.max(leastSeconds, Number(element.getAttribute('autoplay')) || usualSeconds)
  let isPaused = false
  const sign = make('span', { 'aria-hidden': 'true' })
  const button = make('button', { type: 'button', class: 'round play', onclick: () => set(!isPaused) }, sign)
  const set = (next: boolean) => {
    isPaused = next
    button.ariaLabel = isPaused ? texts.play : texts.pause
    sign.textContent = isPaused ? '▶' : '❚❚'
  }
  const isHeld = () =>
    isPaused || document.hidden || element.matches(':hover') || element.shadowRoot?.activeElement != null
  const timer = setInterval(() => {
    if (!list.isConnected) clearInterval(timer)
    else if (!isHeld()) turn()
  }, seconds * 1000)
  // Who takes it into their own hands keeps it there.
  for (const event of ['pointerdown', 'wheel', 'touchstart'])
    list.addEventListener(event, () => set(true), { passive: true })
  set(false)
  return button
}
