#!/usr/bin/env bash
# mjml 5.4.1 with liquidjs 10.30.1 (npm): a Liquid condition around MJML elements vanishes, so everybody gets these elements.
#
# A mail is often MJML first, compiled once, and Liquid second, filled in for each reader. MJML keeps text only inside some elements,
# such as <mj-text> and <mj-raw>. Text between elements is dropped, also with `validationLevel: 'strict'`, and no error is reported.
# A `{% if %}` around a section with a discount is gone after compilation, while the section stays. A `{% for %}` around a section
# vanishes too: its body is rendered once, with empty values. Inside <mj-raw> both work.
#
# Seen: the lines below.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mjml@5.4.1 liquidjs@10.30.1
cat >try.mjs <<'JS'
import { Liquid } from 'liquidjs'
import mjml from 'mjml'

const liquid = new Liquid()
const section = (text) => `<mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section>`
const mails = {
  'condition': `{% if isMember %}${section('[20 % off]')}{% endif %}`,
  'condition in mj-raw': `<mj-raw>{% if isMember %}</mj-raw>${section('[20 % off]')}<mj-raw>{% endif %}</mj-raw>`,
  'loop': `{% for item in items %}${section('[{{ item }}]')}{% endfor %}`,
  'loop in mj-raw': `<mj-raw>{% for item in items %}</mj-raw>${section('[{{ item }}]')}<mj-raw>{% endfor %}</mj-raw>`,
}
for (const [name, body] of Object.entries(mails)) {
  const { html, errors } = await mjml(`<mjml><mj-body>${body}</mj-body></mjml>`, { validationLevel: 'strict' })
  const filled = await liquid.parseAndRender(html, { isMember: false, items: ['mug', 'cup'] })
  // Brackets elsewhere belong to comments for Outlook.
  const shown = filled.replace(/<!--[^]*?-->/g, '').match(/\[[^\]]*\]/g) ?? []
  console.log(`${name}: ${errors.length} errors; someone who is no member sees ${shown.join(' ') || 'nothing'}`)
}
JS
node try.mjs | tee seen.txt
diff seen.txt - <<'SEEN' && echo 'unchanged: MJML drops Liquid between elements without an error'
condition: 0 errors; someone who is no member sees [20 % off]
condition in mj-raw: 0 errors; someone who is no member sees nothing
loop: 0 errors; someone who is no member sees []
loop in mj-raw: 0 errors; someone who is no member sees [mug] [cup]
SEEN
