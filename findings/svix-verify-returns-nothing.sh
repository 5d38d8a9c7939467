#!/usr/bin/env bash
# svix 2.5.0 (npm): `Webhook.verify` returns nothing and does not parse the body.
#
# The package `standardwebhooks` implements the same scheme with the same constructor, headers and method names, and its `verify`
# returns the parsed body, as svix did before version 2. Code moved from standardwebhooks to svix, such as `const event = wh.verify(body, headers)`,
# verifies correctly and then reads fields of `undefined`. standardwebhooks 1.1.1 in turn refuses a signed body that is not JSON,
# although the specification signs bytes; svix accepts it.
#
# Seen:
#   svix              JSON: undefined     text: undefined
#   standardwebhooks  JSON: {"a":1}       text: SyntaxError
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts svix@2.5.0 standardwebhooks@1.1.1
cat >try.mjs <<'JS'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

async function verified(Webhook, body) {
  const webhook = new Webhook(secret)
  const now = new Date()
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': webhook.sign('msg_1', now, body),
  }
  try {
    return JSON.stringify(await webhook.verify(body, headers))
  } catch (error) {
    return error.name
  }
}

for (const [name, Webhook] of [['svix', Svix], ['standardwebhooks', Standard]])
  console.log(`${name} JSON: ${await verified(Webhook, '{"a":1}')} text: ${await verified(Webhook, 'hello')}`)
JS
node try.mjs | tee seen.txt
diff seen.txt - <<'SEEN' && echo "unchanged: svix's verify returns nothing"
svix JSON: undefined text: undefined
standardwebhooks JSON: {"a":1} text: SyntaxError
SEEN
