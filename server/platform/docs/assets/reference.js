// Starts the API reference. Nothing here may leave this service: no telemetry, no proxy, no hosted client, no fonts.

globalThis.Scalar.createApiReference('#reference', {
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
})
