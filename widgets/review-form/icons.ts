import { h } from 'preact'

const drawing = (d: string, more?: object) =>
  h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', ...more }, h('path', { d }))

export const starIcon = () => drawing('M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5-4.7-4.6 6.5-.9z')
const line = {
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': 1.8,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
}
export const closeIcon = () => drawing('M7 7l10 10M17 7L7 17', line)
export const retryIcon = () => drawing('M18.5 8.5A7.5 7.5 0 1 0 19.5 13M19 4v5h-5', line)
export const checkIcon = () => drawing('M4 12.5l5.5 5.5L20 7', { ...line, class: 'ev-tick' })
export const cameraIcon = () =>
  drawing('M4 8h3l1.6-2.5h6.8L17 8h3v11H4zM12 16.5a3.3 3.3 0 100-6.6 3.3 3.3 0 000 6.6z', line)
