// A real Vendure 3. Usage: `node server.cjs <port>`. The plugin beside this file is the guide's plugin, compiled.
const { bootstrap, JobQueueService } = require('@vendure/core')
const { existsSync, readFileSync, watchFile } = require('node:fs')
const { join } = require('node:path')
const { makeConfig, namedPlugins } = require('./config.cjs')

const [, , port, webhookUrl, webhookSecret] = process.argv
const compiled = join(__dirname, 'evident.plugin.js')
const plugins = namedPlugins()
if (existsSync(compiled)) {
  const { EvidentPlugin } = require(compiled)
  plugins.push(EvidentPlugin.init({ url: webhookUrl, secret: webhookSecret }))
  // These settings are known only after the shop is connected. A merchant restarts to apply them, but a restart would lose
  // this in-memory database.
  watchFile('connected.json', { interval: 50 }, () => {
    // The watcher also fires while the file does not exist yet.
    if (!existsSync('connected.json')) return
    const connected = JSON.parse(readFileSync('connected.json', 'utf8'))
    EvidentPlugin.init(connected)
    console.log(`Vendure tells ${connected.url} by ${connected.secret}`)
  })
}

bootstrap(makeConfig({ port, plugins })).then(async (app) => {
  await app.get(JobQueueService).start()
  console.log('Vendure is ready')
})
