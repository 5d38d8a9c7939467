// German sentences. Data only.

import type { Phrasebook } from './phrasebook.ts'

export const german: Phrasebook = {
  space: ' ',
  titles: {
    delighted: [
      'Absolut top',
      'Genau das Richtige',
      'Sehr schöne Qualität',
      'Begeistert',
      'Jederzeit wieder',
      'Besser als erwartet',
      'Klare Empfehlung',
      'Gefällt uns sehr',
    ],
    content: ['Gut, kleine Abzüge', 'Sehr ordentlich', 'Fast perfekt', 'Zufrieden', 'Gutes Preis-Leistungs-Verhältnis'],
    torn: ['Geht so', 'Durchwachsen', 'Hatte mehr erwartet', 'Ganz okay'],
    upset: ['Leider enttäuscht', 'Ging zurück', 'Für den Preis zu wenig', 'Schade'],
  },
  openings: {
    delighted: [
      'Seit {span} im Einsatz und [immer noch|nach wie vor] begeistert.',
      'Als Geschenk für {who} bestellt.',
      'Lange gesucht, hier gefunden.',
      'Schnelle Lieferung, plastikfrei verpackt.',
      'Ich schreibe selten Bewertungen, hier muss es sein.',
      'Schon das zweite Mal bestellt.',
    ],
    content: [
      'Insgesamt sehr zufrieden.',
      'Macht einen guten Eindruck.',
      'Nach {span}:',
      'Gutes Produkt, das seinen Zweck erfüllt.',
      'Sieht in echt noch besser aus als auf den Bildern.',
    ],
    torn: [
      'Ich bin etwas zwiegespalten.',
      'Nicht schlecht, aber auch nicht überragend.',
      'Die Idee ist gut.',
      'Optisch schön.',
    ],
    upset: [
      'Ich hatte mich sehr darauf gefreut.',
      'Leider kann ich die guten Bewertungen nicht bestätigen.',
      'Nach {span} war Schluss.',
      'Für dieses Geld darf man mehr erwarten.',
    ],
  },
  praise: {
    any: [
      'Die Verarbeitung ist [tadellos|wirklich hervorragend].',
      'Man merkt, dass sich jemand Gedanken gemacht hat.',
      'Fühlt sich wertig an und sieht auch so aus.',
      'Die Farbe entspricht genau dem Foto.',
      'Sogar {who} ist angetan, und das will etwas heißen.',
      'Der Kundenservice hat auf meine Frage innerhalb einer Stunde geantwortet.',
      'Nichts wackelt, nichts riecht, alles stimmt.',
      'Das hält bestimmt viele Jahre.',
    ],
    camp: [
      'Auf unserer Tour {place} hat es [drei Tage Regen|jede Menge Wind] klaglos mitgemacht.',
      'Leicht, klein und trotzdem stabil.',
      'In fünf Minuten startklar, auch [im Dunkeln|mit kalten Fingern].',
      'War {place} dabei und hat sich jeden Tag bewährt.',
      'Passt problemlos ins Fahrradgepäck.',
    ],
    wear: [
      'Passt wie angegossen, normale Größe genommen.',
      'Kratzt nicht, drückt nicht, hält warm.',
      'Nach einem Tag im Nieselregen {place} innen komplett trocken.',
      'Auch nach mehreren Wäschen in Form.',
      'Endlich lang genug an den Ärmeln und am Rücken.',
    ],
    kitchen: [
      'Steht seitdem nicht mehr im Schrank, sondern auf dem Tisch.',
      'Liegt [angenehm|wunderbar] in der Hand.',
      'Jeden Tag in Gebrauch und keine Spur davon zu sehen.',
      'Lässt sich leicht reinigen, das war mir wichtig.',
      'Jedes Stück ist ein bisschen anders, genau das mag ich.',
    ],
    blanket: ['Die Katze hat es sofort in Besitz genommen.'],
    cushion: ['Die Katze hat es sofort in Besitz genommen.'],
    candle: ['Riecht angenehm und überhaupt nicht künstlich.'],
    pillarCandle: ['Riecht angenehm und überhaupt nicht künstlich.'],
    home: [
      'Macht das Wohnzimmer auf einen Schlag gemütlicher.',
      'Weich, schwer und [wunderschön|sehr hochwertig] gewebt oder geformt, man sieht die Handarbeit.',
      'Passt zu allem, was wir haben.',
    ],
  },
  quibbles: {
    any: [
      'Ein Stern Abzug für die lange Lieferzeit.',
      'Etwas kleiner als gedacht.',
      'Die Farbe fällt minimal dunkler aus.',
      'Eine Anleitung auf Deutsch wäre schön gewesen.',
      'Nicht ganz billig.',
      'Die Verpackung war leicht beschädigt, der Inhalt aber heil.',
    ],
  },
  complaints: {
    any: [
      'Schon nach {span} deutliche Gebrauchsspuren.',
      'Kam mit einem Kratzer an.',
      'Der Kundendienst hat bis heute nicht geantwortet.',
      'Drei Wochen Lieferzeit ohne jede Nachricht.',
      'Entspricht nicht der Beschreibung.',
    ],
    camp: ['Beim zweiten Einsatz ist ein Teil gebrochen.', 'Bei Regen leider nicht dicht.'],
    wear: ['Fällt mindestens eine Nummer zu klein aus.', 'Eine Naht hat sich nach der ersten Wäsche gelöst.'],
    kitchen: ['Trotz Handwäsche nach einer Woche Flecken.', 'Kam mit Sprung an.'],
    home: ['Fusselt ohne Ende.', 'Die Größe stimmt nicht mit der Angabe überein.'],
  },
  endings: {
    delighted: [
      'Klare Kaufempfehlung!',
      'Vielen Dank!',
      'Jederzeit wieder.',
      'Bin rundum zufrieden.',
      'Gerne mehr davon.',
    ],
    content: ['Trotzdem eine Empfehlung.', 'Würde ich wieder kaufen.', 'Sonst alles bestens.', 'Vier Sterne.'],
    torn: [
      'Für gelegentlichen Gebrauch in Ordnung.',
      'Ich behalte es, würde aber nicht nachbestellen.',
      'Drei Sterne.',
    ],
    upset: ['Geht zurück.', 'Schade drum.', 'Nicht noch einmal.', 'Immerhin kam das Geld schnell zurück.'],
  },
  slots: {
    who: ['meine Frau', 'meinen Vater', 'unsere Tochter', 'meine Schwester', 'meinen Mann', 'die Nachbarin'],
    wer: ['meine Frau', 'mein Vater', 'unsere Tochter', 'meine Schwester', 'mein Mann', 'die Nachbarin'],
    place: [
      'im Schwarzwald',
      'an der Ostsee',
      'in den Dolomiten',
      'auf dem Rennsteig',
      'in Norwegen',
      'im Allgäu',
      'in der Sächsischen Schweiz',
    ],
    span: ['drei Wochen', 'zwei Monaten', 'einem halben Jahr', 'sechs Wochen', 'einem Monat'],
  },
  replies: {
    thanks: [
      'Vielen Dank, {given}! Das hängen wir in der Werkstatt auf.',
      'Das freut uns sehr, {given}. Viel Spaß damit!',
    ],
    noted: ['Danke für die ehrlichen Worte, {given}. Wir geben das an die Werkstatt weiter.'],
    sorry: [
      'Hallo {given}, so soll es nicht sein. Ein Ersatz ist unterwegs, das alte Stück müssen Sie nicht zurückschicken.',
      'Danke für die offenen Worte, {given}. Wir haben Ihnen geschrieben, wie wir das wieder in Ordnung bringen.',
    ],
  },
}
