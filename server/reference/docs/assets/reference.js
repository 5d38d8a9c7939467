// Opens the console in which calls are tried, when somebody asks for it. Nothing here may leave this service: no telemetry, no
// proxy, no hosted client, no fonts.

const settings = {
  url: '/api/v1/openapi.json',
  // The service answers under several names of one machine; requests may only go to the one in the address bar.
  servers: [{ url: new URL('/api/v1', location.href).href }],
  authentication: { preferredSecurityScheme: 'apiKey' },
  theme: 'none',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hideDarkModeToggle: true,
  showDeveloperTools: 'never',
  // A key typed into the page is forgotten with the page.
  persistAuth: false,
  defaultOpenFirstTag: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  orderSchemaPropertiesBy: 'preserve',
  documentDownloadType: 'json',
}

const place = document.querySelector('#reference')
const button = document.querySelector('#start')
button.addEventListener('click', openConsole)
// An address of a place within the console leads there.
if (/^#(tag|model|description)\b/.test(location.hash)) openConsole()

function openConsole() {
  button.disabled = true
  button.textContent = 'Opening …'
  const script = document.createElement('script')
  script.src = place.dataset.script
  script.addEventListener('load', showConsole)
  script.addEventListener('error', () => {
    script.remove()
    button.disabled = false
    button.textContent = 'It could not be loaded. Try again'
  })
  document.head.append(script)
}

function showConsole() {
  place.replaceChildren()
  place.focus()
  globalThis.Scalar.createApiReference(place, settings)
}
