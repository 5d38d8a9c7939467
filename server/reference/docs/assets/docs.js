// Conveniences of the guides. Every page works without this script.

const languageKey = 'evident-docs-language'
let examplesMade = 0
let store = 'YOUR_STORE_ID'

addLanguageTabs()
addCopyButtons()
showContentsWhenWide()
markCurrentSection()
openSearchByKey()
showStore(remembered('evident.store'))
makeForms()

/** Shows each example in one language, the same on every page. Without scripts all languages are visible. */
function addLanguageTabs() {
  const groups = [...document.querySelectorAll('.languages')].map(tabsOf)
  const choose = (language) => {
    for (const group of groups) group.show(language)
  }
  for (const { bar, tabs } of groups) {
    for (const tab of tabs)
      tab.addEventListener('click', () => {
        // The examples above change their heights too, so scroll the clicked example back to its place.
        const before = bar.getBoundingClientRect().top
        choose(tab.dataset.language)
        remember(tab.dataset.language)
        scrollBy({ top: bar.getBoundingClientRect().top - before, behavior: 'instant' })
      })
    bar.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!step) return
      event.preventDefault()
      const next = tabs.at((tabs.indexOf(document.activeElement) + step) % tabs.length)
      next.click()
      next.focus()
    })
  }
  choose(remembered(languageKey))
}

function tabsOf(group) {
  const id = `example-${++examplesMade}`
  const panels = [...group.querySelectorAll(':scope > .code')]
  const bar = document.createElement('div')
  bar.className = 'tabs'
  bar.role = 'tablist'
  bar.ariaLabel = 'Language of the example'
  const tabs = panels.map((panel, at) => {
    const label = panel.querySelector('.language')
    const tab = document.createElement('button')
    Object.assign(tab, {
      type: 'button',
      className: 'tab',
      textContent: label.textContent,
      id: `${id}-${at}`,
      role: 'tab',
    })
    tab.dataset.language = panel.dataset.language
    panel.role = 'tabpanel'
    panel.setAttribute('aria-labelledby', tab.id)
    label.remove()
    return tab
  })
  bar.append(...tabs)
  group.prepend(bar)
  group.dataset.ready = ''
  const show = (language) => {
    const found = panels.findIndex((panel) => panel.dataset.language === language)
    for (const [at, panel] of panels.entries()) {
      const isShown = at === Math.max(found, 0)
      panel.hidden = !isShown
      tabs[at].setAttribute('aria-selected', String(isShown))
      tabs[at].tabIndex = isShown ? 0 : -1
    }
  }
  return { bar, tabs, show }
}

// A browser may refuse access to its storage.
function remembered(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function remember(language) {
  try {
    localStorage.setItem(languageKey, language)
  } catch {}
}

function addCopyButtons() {
  // Browsers allow the clipboard only on pages from https or this machine.
  if (!navigator.clipboard) return
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', ariaLive: 'polite' })
    const show = (text) => Object.assign(button, { textContent: text, className: text })
    show('Copy')
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent.trimEnd())
      show('Copied')
      setTimeout(show, 1500, 'Copy')
    })
    ;(block.querySelector('.title') ?? block).append(button)
  }
}

function showContentsWhenWide() {
  const contents = document.querySelector('.contents')
  if (!contents) return
  const wide = matchMedia('(min-width: 75rem)')
  const follow = () => {
    contents.open = wide.matches
  }
  follow()
  wide.addEventListener('change', follow)
}

function markCurrentSection() {
  // Pages of the reference contain the list of sections twice, and show only one.
  const links = Map.groupBy(document.querySelectorAll('.contents a, .within a'), (link) => link.hash.slice(1))
  const headings = [...document.querySelectorAll('article :is(h2, h3)[id]')].filter(({ id }) => links.has(id))
  if (headings.length === 0) return
  // Measures the section of a call. Measuring the heading inside would make the browser lay out the whole section.
  const topOf = (heading) => (heading.closest('.call') ?? heading).getBoundingClientRect().top
  const mark = () => {
    const passed = headings.filter((heading) => topOf(heading) < 140)
    const current = passed.at(-1)?.id ?? headings[0].id
    for (const [id, same] of links) for (const link of same) link.ariaCurrent = id === current ? 'location' : null
  }
  let waiting = false
  addEventListener(
    'scroll',
    () => {
      if (waiting) return
      waiting = true
      requestAnimationFrame(() => {
        waiting = false
        mark()
      })
    },
    { passive: true },
  )
  mark()
}

function openSearchByKey() {
  addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, select, textarea')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    document.querySelector('.find').click()
  })
}

/** Examples name the store that the admin application opened last, or that a form names. */
function showStore(id) {
  if (!id) return
  for (const text of document.querySelectorAll('.examples .hl-string'))
    text.textContent = text.textContent.replace(store, id)
  store = id
}

/** Builds the form of a call when it is opened, by a click or by the page's URL. */
function makeForms() {
  const source = document.currentScript.dataset.try
  if (!source) return
  addEventListener('input', ({ target }) => target.className === 'store' && showStore(target.value))
  for (const place of document.querySelectorAll('details.try'))
    place.addEventListener('toggle', async () => {
      if (!place.open) return
      try {
        const { makeForm } = await import(source)
        await makeForm(place)
        showStore(place.querySelector('.store')?.value)
      } catch {
        // The form could not be loaded. The section closes, so that opening it loads the form again.
        place.open = false
      }
    })
  if (!new URLSearchParams(location.search).has('try')) return
  const call = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('.call')
  if (call) call.querySelector('.try').open = true
}
