// A real Medusa 2. The test that starts it sets the database and the port, and turns the admin pages on.
const { defineConfig, loadEnv } = require('@medusajs/framework/utils')

loadEnv(process.env.NODE_ENV || 'development', __dirname)

module.exports = defineConfig({
  admin: { disable: !process.env.ADMIN },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    // Without these options, the session cookie would require https.
    cookieOptions: { secure: false, sameSite: 'lax' },
    http: {
      adminCors: 'http://127.0.0.1',
      authCors: 'http://127.0.0.1',
      storeCors: 'http://127.0.0.1',
      jwtSecret: 'of-a-shop-that-lives-for-a-minute',
      cookieSecret: 'of-a-shop-that-lives-for-a-minute',
    },
  },
})
