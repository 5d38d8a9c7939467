// A real Medusa 2 without its admin pages. The test that starts it sets the database and the port.
const { defineConfig } = require('@medusajs/framework/utils')

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      adminCors: 'http://127.0.0.1',
      authCors: 'http://127.0.0.1',
      storeCors: 'http://127.0.0.1',
      jwtSecret: 'of-a-shop-that-lives-for-a-minute',
      cookieSecret: 'of-a-shop-that-lives-for-a-minute',
    },
  },
})
