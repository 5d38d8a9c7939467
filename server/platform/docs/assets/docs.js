// Comforts of the guides. Every page reads and works without this script.

addCopyButtons()
showContentsWhenWide()
markCurrentSection()

function addCopyButtons() {
  // Browsers offer the clipboard only to pages from https or this machine.
  if (!navigator.clipboard) return
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
    button.setAttribute('aria-live', 'polite')
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent.trimEnd())
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 1500)
    })
    block.append(button)
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
  const links = new Map([...document.querySelectorAll('.contents a')].map((link) => [link.hash.slice(1), link]))
  const headings = [...document.querySelectorAll('article :is(h2, h3)[id]')].filter(({ id }) => links.has(id))
  if (headings.length === 0) return
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 140)
    const current = passed.at(-1)?.id ?? headings[0].id
    for (const [id, link] of links) setCurrent(link, id === current)
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

function setCurrent(link, isCurrent) {
  if (isCurrent) link.setAttribute('aria-current', 'location')
  else link.removeAttribute('aria-current')
}
