// Rotates the cards if the page sets `autoplay` to the seconds for each card, unless the visitor wants reduced motion. The
// rotation pauses while the tab is hidden, and while the pointer or the focus is in the element.
import { make } from '../make.ts'
import type { Texts } from './texts.ts'

const usualSeconds = 7
const leastSeconds = 4

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
  // Manual movement stops the rotation.
  for (const event of ['pointerdown', 'wheel', 'touchstart'])
    list.addEventListener(event, () => set(true), { passive: true })
  set(false)
  return button
}
