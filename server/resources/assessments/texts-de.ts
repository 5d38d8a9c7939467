import type { DocumentTexts } from './texts-en.ts'

export const de: DocumentTexts = {
  title: 'Prüfung der Bewertungen {year}',
  intro:
    'Diese Datei zeigt Frage für Frage, was {store} {year} über seine Bewertungen aufgezeichnet hat. Sie zieht keinen Schluss und ist keine Rechtsberatung.',
  scope:
    'Gezählt sind die Bewertungen des Jahres {year} ({timezone}), so wie sie aufgezeichnet sind. Läuft das Jahr noch, erstellen Sie die Datei nach seinem Ende noch einmal.',
  fields:
    'Schreiben Sie in die Felder „Ihre Antwort“ und drucken Sie die Seite, oder speichern Sie sie als PDF. Der Browser speichert Ihre Eingaben nicht.',
  signed:
    'facts.json enthält dieselben Angaben für Programme. manifest.json nennt jede Datei, und manifest.note signiert sie.',
  answer: 'Ihre Antwort',
  address: 'API-Adresse',
  nothing: 'Nichts aufgezeichnet.',
  yes: 'Ja',
  no: 'Nein',
  builtIn: 'mitgeliefert',
  lowRatings: '1–2 Sterne',
  highRatings: '4–5 Sterne',
  laws: {
    uk: 'Vereinigtes Königreich: Digital Markets, Competition and Consumers Act 2024, Anhang 20 Nr. 13, und Leitfaden CMA208',
    us: 'Vereinigte Staaten: 16 CFR Teil 465, Regel über Bewertungen und Empfehlungen von Verbrauchern',
    eu: 'Europäische Union: Richtlinie 2005/29/EG über unlautere Geschäftspraktiken, Artikel 7 Absatz 6 und Anhang I Nr. 23b und 23c',
  },
  questions: {
    'uk-policy': 'Welche schriftlichen Regeln sagen, wie Bewertungen gesammelt, geprüft und veröffentlicht werden?',
    'uk-risks': 'Welche Risiken gefälschter, verdeckt belohnter oder irreführender Bewertungen hat der Shop?',
    'uk-detection': 'Wie werden gefälschte Bewertungen erkannt, und wie viele Bewertungen haben einen belegten Kauf?',
    'uk-action': 'Welche Bewertungen wurden zurückgehalten, und aus welchen Gründen?',
    'uk-times': 'Wie lange dauerten Entscheidungen über Bewertungen?',
    'uk-objections': 'Wie haben Verfasser widersprochen, und was wurde aus ihren Widersprüchen?',
    'uk-incentives': 'Welche Belohnungen wurden für Bewertungen angeboten, und wie viele Bewertungen haben eine?',
    'uk-presentation': 'Können Besucher sehen, welcher Anteil der Bewertungen zurückgehalten wird?',
    'uk-changes': 'Welche Einstellungen und Regeln wurden in dem Jahr geändert?',
    'uk-review': 'Wer hat die Maßnahmen des Jahres geprüft, und was ändert sich deshalb?',
    'us-fake':
      'Hat jemand für den Shop Bewertungen ohne Erfahrung mit dem Produkt geschrieben, gekauft oder verbreitet?',
    'us-incentives':
      'Welche Belohnungen wurden angeboten, und hing eine davon von einer guten oder schlechten Meinung ab?',
    'us-insiders':
      'Haben Leitung, Personal, Beauftragte oder deren Angehörige bewertet, und steht das bei der Bewertung?',
    'us-controlled': 'Beherrscht der Shop eine Website oder Stelle, die seine Produkte scheinbar unabhängig bewertet?',
    'us-threats': 'Wurde jemand wegen einer Bewertung bedroht oder eingeschüchtert?',
    'us-suppression': 'Welcher Anteil der Bewertungen wurde je Sternezahl zurückgehalten, und aus welchen Gründen?',
    'us-indicators': 'Hat der Shop unechte Follower, Aufrufe oder andere Zeichen von Einfluss gekauft oder verkauft?',
    'eu-information': 'Wo sagt der Shop, ob und wie er prüft, dass Bewertungen von Käufern oder Nutzern stammen?',
    'eu-checks': 'Durch welche Belege wurden Bewertungen einem Kauf zugeordnet?',
    'eu-false':
      'Wurden falsche Bewertungen in Auftrag gegeben oder Bewertungen falsch dargestellt? Welche wurden zurückgehalten?',
  },
  facts: {
    policies: { heading: 'Moderationsregeln', columns: ['Fassung', 'Gespeichert', 'In Kraft', 'SHA-256 des Textes'] },
    reviews: {
      heading: 'Bewertungen je Quartal',
      columns: ['Quartal', 'Eingegangen', 'Veröffentlicht', 'Offen', 'Belegter Kauf', 'Mit Belohnung', 'Importiert'],
    },
    proofs: { heading: 'Aufgezeichnete Kaufbelege', columns: ['Beleg', 'Bewertungen'] },
    withheld: {
      heading: 'Zurückgehaltene Bewertungen nach Sternen',
      columns: ['Sterne', 'Eingegangen', 'Veröffentlicht', 'Zurückgehalten', 'Offen', 'Anteil zurückgehalten'],
    },
    reasons: { heading: 'Gründe zurückgehaltener Bewertungen', columns: ['Grund', 'Bewertungen'] },
    decisionTimes: {
      heading: 'Zeit von der Bewertung bis zur ersten Entscheidung',
      columns: ['Quartal', 'Entschieden', 'Median', '90. Perzentil'],
    },
    appeals: {
      heading: 'Widersprüche von Verfassern',
      columns: [
        'Eingelegt',
        'Offen',
        'Stattgegeben',
        'Abgelehnt',
        'Verspätet entschieden',
        'Von derselben Person entschieden',
        'Dauer im Median',
      ],
    },
    offers: {
      heading: 'Angebotene Belohnungen. Keine kann von den Sternen abhängen.',
      columns: ['Angebot', 'Art', 'Status', 'Vergeben', 'Nur für Käufer', 'Aktiv seit'],
    },
    meter: {
      heading: 'Öffentliche Anzeige zurückgehaltener Bewertungen',
      columns: ['Öffentlich', 'Abstand, ab dem Inhaber gewarnt werden', 'Öffentliche Seite'],
    },
    signals: {
      heading: 'Hinweise auf gefälschte Bewertungen',
      columns: ['Hinweis', 'Offen', 'Verworfen', 'Bestätigt'],
    },
    changes: {
      heading: 'Änderungen von Einstellungen, Regeln und Angeboten',
      columns: ['Zeit', 'Änderung', 'Durch', 'Einzelheiten'],
    },
  },
  reasons: {
    spam: 'Spam',
    offensive: 'Beleidigend',
    off_topic: 'Themenfremd',
    fake: 'Gefälscht',
    privacy: 'Private Daten',
    illegal: 'Rechtswidrig',
    insider: 'Beteiligte',
    duplicate: 'Doppelt',
    withdrawn: 'Vom Verfasser zurückgezogen',
    other: 'Anderer Grund',
    unspecified: 'Ohne Angabe',
  },
  methods: {
    form_link: 'Link in einer Bewertungsanfrage',
    customer_token: 'Anmeldung im Shop',
    confirmation_link: 'Bestätigte Adresse einer Bestellung',
    api: 'Angabe des Shops über die API',
    import: 'Angabe eines Imports',
    none: 'Ohne Beleg',
  },
  signals: {
    near_copy: 'Fast gleiche Worte',
    burst: 'Viele Bewertungen an einem Tag',
    one_network: 'Mehrere Postfächer aus einem Netz',
    one_mailbox: 'Mehrere Namen für ein Postfach',
    insider_address: 'Adresse des Shops',
    declared: 'Vom Autor angegebene Verbindung',
  },
  kinds: { coupon: 'Gutschein', points: 'Punkte' },
  offerStates: { draft: 'Entwurf', active: 'Aktiv', paused: 'Pausiert', ended: 'Beendet' },
  fulfilments: { submission: 'mit der Bewertung', decision: 'mit der Entscheidung, ob zugestimmt oder abgelehnt' },
  actions: {
    'evidence_settings.changed': 'Einstellungen der Nachweise geändert',
    'moderation_policy.changed': 'Moderationsregeln geändert',
    'placements.settings_updated': 'Einstellungen der gezeigten Bewertungen geändert',
    'review_incentive.created': 'Angebot erstellt',
    'review_incentive.changed': 'Angebot geändert',
    'review_incentive.deleted': 'Angebot gelöscht',
    'reviews.settings_updated': 'Einstellungen der Bewertungen geändert',
  },
  actors: {
    user: 'Mitglied',
    key: 'API-Schlüssel',
    oauth: 'Verbundene App',
    operator: 'Betreiber',
    system: 'Dienst',
  },
}
