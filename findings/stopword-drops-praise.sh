#!/usr/bin/env bash
# stopword 3.1.5 (npm): some lists remove praise and criticism, each language in its own way.
#
# The lists come from different collections. The German one removes "gut", "besser", "schlecht" and "neue". The Swedish one removes
# "bra" and the Danish one "godt" (good) but both keep "dålig" and "dårlig" (bad), so a count of the words of reviews looks negative.
# The English list keeps "good", "bad" and "not", and removes "like" and "never". A tool that counts what customers write has to add
# such words back.
#
# Seen: the table below.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts stopword@3.1.5
cat >try.mjs <<'JS'
import * as stopword from 'stopword'

const words = {
  eng: ['good', 'bad', 'great', 'not', 'never', 'like'],
  deu: ['gut', 'besser', 'schlecht', 'neue', 'nicht', 'toll'],
  swe: ['bra', 'god', 'dålig', 'inte'],
  dan: ['god', 'godt', 'dårlig', 'ikke'],
  fra: ['bon', 'bien', 'mauvais', 'pas'],
}
for (const [language, list] of Object.entries(words)) {
  const kept = stopword.removeStopwords(list, stopword[language])
  console.log(`${language} removes ${list.filter((word) => !kept.includes(word)).join(' ')}; keeps ${kept.join(' ')}`)
}
JS
node try.mjs | tee seen.txt
diff seen.txt - <<'SEEN' && echo 'unchanged: praise and criticism are stop words in some languages'
eng removes never like; keeps good bad great not
deu removes gut besser schlecht neue nicht; keeps toll
swe removes bra god inte; keeps dålig
dan removes god godt ikke; keeps dårlig
fra removes pas; keeps bon bien mauvais
SEEN
