// The search of the documentation. It searches the index in the browser.

const field = document.querySelector('#question')
const list = document.querySelector('#found')
const told = document.querySelector('#told')
const most = 30
let entries

start()

async function start() {
  field.hidden = false
  field.value = new URLSearchParams(location.search).get('q') ?? ''
  field.addEventListener('input', show)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') moveTo(event, list.querySelector('a'))
    if (event.key === 'Enter') list.querySelector('a')?.click()
  })
  list.addEventListener('keydown', (event) => {
    const item = event.target.closest('li')
    if (event.key === 'ArrowDown') moveTo(event, item?.nextElementSibling?.querySelector('a'))
    if (event.key === 'ArrowUp') moveTo(event, item?.previousElementSibling?.querySelector('a') ?? field)
  })
  entries = await (await fetch(list.dataset.index)).json()
  show()
  field.focus()
}

function moveTo(event, target) {
  if (!target) return
  event.preventDefault()
  target.focus()
}

function show() {
  const question = field.value.trim()
  history.replaceState(null, '', question ? `?q=${encodeURIComponent(question)}` : location.pathname)
  const words = question.toLowerCase().split(/\s+/).filter(Boolean)
  const found = words.length === 0 || !entries ? [] : find(words)
  list.replaceChildren(...found.slice(0, most).map(itemOf))
  told.textContent = !question ? '' : found.length === 0 ? 'Nothing found.' : `${found.length} found`
}

/** A result contains every word. Words in a title count more than words in a text, and an equal title counts most. */
function find(words) {
  const scored = entries.flatMap((entry) => {
    const title = entry.title.toLowerCase()
    const text = `${entry.within} ${entry.text}`.toLowerCase()
    let score = title === words.join(' ') ? 100 : 0
    for (const word of words) {
      if (title.includes(word)) score += title.startsWith(word) ? 12 : 8
      else if (text.includes(word)) score += 2
      else return []
    }
    return [{ entry, score }]
  })
  return scored.sort((a, b) => b.score - a.score).map(({ entry }) => entry)
}

function itemOf({ kind, title, within, href, text }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = href
  link.append(
    part('small', within ? `${kind} · ${within}` : kind),
    part('strong', title),
    part('span', text.slice(0, 160)),
  )
  item.append(link)
  return item
}

function part(name, text) {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
