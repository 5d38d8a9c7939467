#!/usr/bin/env bash
# zapier-platform-core 19.1.0 (npm): an answer 429 never reaches the app's own code, and the API's message is lost.
#
# The platform throws `ThrottledError` with a text of its own before any `afterResponse`. `skipThrowForStatus: true` does not change
# that. A comment in the source says "unless throwForThrottlingEarly is set to true"; true changes nothing. Only
# `throwForThrottlingEarly: false` lets `afterResponse` see the answer.
#
# Seen: "The server returned 429 (Too Many Requests)" without the flag, with true and with skipThrowForStatus; the API's own words with false.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts zapier-platform-core@19.1.0
cat >try.cjs <<'JS'
const http = require('node:http')
const zapier = require('zapier-platform-core')

const body = JSON.stringify({ message: 'At most 10 calls a second. Retry in 7 seconds.' })
const api = http.createServer((_request, response) => {
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' })
  response.end(body)
})

async function messageWith(options) {
  const app = {
    version: '1.0.0',
    platformVersion: zapier.version,
    triggers: {},
    searches: {},
    creates: {
      call: {
        key: 'call',
        noun: 'Call',
        display: { label: 'Call', description: 'Calls the API once.' },
        operation: {
          inputFields: [],
          perform: (z) => z.request({ url: `http://127.0.0.1:${api.address().port}/`, ...options }),
        },
      },
    },
    afterResponse: [
      (response, z) => {
        if (response.status === 429) throw new z.errors.ThrottledError(response.json.message, 7)
        return response
      },
    ],
  }
  try {
    await zapier.createAppTester(app)(app.creates.call.operation.perform, {})
    return 'no error'
  } catch (error) {
    return JSON.parse(error.message).message
  }
}

api.listen(0, '127.0.0.1', async () => {
  console.log('SEEN none:', await messageWith({}))
  console.log('SEEN throwForThrottlingEarly true:', await messageWith({ throwForThrottlingEarly: true }))
  console.log('SEEN skipThrowForStatus true:', await messageWith({ skipThrowForStatus: true }))
  console.log('SEEN throwForThrottlingEarly false:', await messageWith({ throwForThrottlingEarly: false }))
  api.close()
})
JS
node try.cjs | sed -n 's/^SEEN //p' | tee seen.txt
diff seen.txt - <<'SEEN' && echo "unchanged: the API's message is lost unless throwForThrottlingEarly is false"
none: The server returned 429 (Too Many Requests)
throwForThrottlingEarly true: The server returned 429 (Too Many Requests)
skipThrowForStatus true: The server returned 429 (Too Many Requests)
throwForThrottlingEarly false: At most 10 calls a second. Retry in 7 seconds.
SEEN
