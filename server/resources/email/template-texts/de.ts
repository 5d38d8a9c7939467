import type { Language } from './language.ts'

const greeting = '{% if customer.name %}Guten Tag {{ customer.name }},{% else %}Guten Tag,{% endif %}'

export const de: Language = {
  words: {
    bought: 'Sie erhalten diese E-Mail, weil Sie bei {store} eingekauft haben.',
    customer: 'Sie erhalten diese E-Mail, weil Sie Kundin oder Kunde von {store} sind.',
    wrote: 'Sie erhalten diese E-Mail, weil Sie bei {store} eine Bewertung geschrieben haben.',
    claimed:
      'Sie erhalten diese E-Mail, weil bei {store} mit dieser Adresse eine Bewertung abgegeben wurde. Wenn Sie das nicht waren, ist nichts weiter zu tun: Sie erscheint dann nicht als Ihre.',
    asked:
      'Sie erhalten diese E-Mail, weil Sie {store} mit dieser Adresse eine Frage gestellt haben und von der Antwort erfahren wollten. Es ist die einzige dazu.',
    wroteTo:
      'Sie erhalten diese E-Mail, weil jemand mit dieser Adresse an {store} geschrieben hat. Wenn Sie das nicht waren, ist nichts weiter zu tun: Das Geschriebene wird nach sieben Tagen gelöscht.',
    toldOf:
      'Sie erhalten diese E-Mail, weil ein Formular von {store} diese Adresse für das nennt, was Besucher schreiben.',
    purchase: 'Ihr Einkauf',
    unsubscribe: 'Abmelden',
    preferences: 'E-Mail-Einstellungen',
    hint: 'Wählen Sie Ihre Bewertung',
    rate: 'Mit {n} von 5 Sternen bewerten',
    more: { one: 'und {n} weiterer Artikel Ihrer Bestellung', other: 'und {n} weitere Artikel Ihrer Bestellung' },
    fallback: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie bitte diese Adresse:',
    decisionReason: 'Der Grund',
    yourReview: 'Ihre Bewertung',
    yourQuestion: 'Ihre Frage',
    rated: '{n} von 5 Sternen',
    test: 'Test',
  },
  templates: {
    review_request: {
      subject:
        '{% if products.size == 1 %}Wie gefällt Ihnen {{ products[0].title | truncate: 60 }}?{% else %}Wie zufrieden sind Sie mit Ihrer Bestellung bei {{ store.name }}?{% endif %}',
      preheader:
        'Ein Klick auf die Sterne genügt für den Anfang. Das dauert eine Minute und hilft anderen bei der Wahl.',
      heading: 'Wie gefällt es Ihnen?',
      body: `${greeting}

vielen Dank für Ihre Bestellung bei {{ store.name }}. Inzwischen konnten Sie sich ein Bild machen. Verraten Sie uns, wie Sie zufrieden sind? Ob Lob oder Kritik: Ein ehrliches Wort hilft uns und allen, die noch überlegen.`,
      button: 'Bewertung schreiben',
    },
    review_reminder: {
      subject:
        '{% if products.size == 1 %}Eine Minute für {{ products[0].title | truncate: 60 }}?{% else %}Eine Minute für Ihre Bestellung bei {{ store.name }}?{% endif %}',
      preheader: 'Ihre Meinung fehlt uns noch. Ein Klick auf einen Stern ist ein Anfang.',
      heading: 'Ihre Meinung interessiert uns',
      body: `${greeting}

vor einigen Tagen haben wir gefragt, wie Sie mit Ihrer Bestellung bei {{ store.name }} zufrieden sind. Vielleicht kam das ungelegen. Wenn es jetzt besser passt, freuen wir uns auf Ihre Meinung, wie auch immer sie ausfällt.`,
      button: 'Bewertung schreiben',
    },
    review_confirmation: {
      subject: 'Bitte bestätigen Sie Ihre Bewertung bei {{ store.name }}',
      preheader: 'Ein Klick, und wir wissen, dass die Bewertung von Ihnen ist.',
      heading: 'Ist diese Bewertung von Ihnen?',
      body: `${greeting}

vielen Dank für Ihre Bewertung bei {{ store.name }}. Bitte bestätigen Sie, dass Sie sie geschrieben haben. So kann niemand in Ihrem Namen bewerten.`,
      button: 'Bewertung bestätigen',
    },
    review_reply: {
      subject: '{{ store.name }} hat auf Ihre Bewertung geantwortet',
      preheader: '{{ reply.body | squish | truncate: 100 }}',
      heading: 'Sie haben eine Antwort',
      body: `${greeting}

{{ store.name }} hat auf Ihre Bewertung zu {{ product.title }} geantwortet.`,
      button: 'Zu {{ store.name }}',
    },
    review_rejected: {
      subject: 'Ihre Bewertung wurde nicht veröffentlicht',
      preheader: '{{ store.name }} hat sie geprüft. Sie können widersprechen.',
      heading: 'Ihre Bewertung wurde nicht veröffentlicht',
      body: `${greeting}

{{ store.name }} hat Ihre Bewertung zu {{ product.title }} gelesen und entschieden, sie nicht zu veröffentlichen. Wenn Sie das anders sehen, können Sie einmal widersprechen; dann wird sie noch einmal geprüft.`,
      button: 'Regeln lesen oder widersprechen',
    },
    review_appeal: {
      subject:
        "{% if decision.outcome == 'overturned' %}Ihre Bewertung ist nun doch veröffentlicht{% else %}Zu Ihrem Widerspruch{% endif %}",
      preheader: '{{ store.name }} hat Ihre Bewertung noch einmal geprüft.',
      heading: 'Wir haben noch einmal geprüft',
      body: `${greeting}

{{ store.name }} hat Ihre Bewertung zu {{ product.title }} noch einmal geprüft. {% if decision.outcome == 'overturned' %}Sie hatten recht: Sie ist jetzt veröffentlicht.{% else %}Die Entscheidung bleibt bestehen: Sie wird nicht veröffentlicht.{% endif %}`,
      button: 'Zu {{ store.name }}',
    },
    faq_answer: {
      subject: '{{ store.name }} hat Ihre Frage beantwortet',
      preheader: '{{ answer.body | squish | truncate: 100 }}',
      heading: 'Sie haben eine Antwort',
      body: `${greeting}

{{ store.name }} hat Ihre Frage beantwortet.`,
      button: 'Zu {{ store.name }}',
    },
    review_reward: {
      subject: 'Ihr Code von {{ store.name }}',
      preheader: 'Danke für Ihre Bewertung. Hier ist, was wir versprochen haben.',
      heading: 'Hier ist Ihr Code',
      body: `${greeting}

vielen Dank für Ihre Bewertung bei {{ store.name }}. Das ist der Code, den wir Ihnen dafür angeboten haben. Er hängt nicht davon ab, was Sie geschrieben haben.`,
      button: 'Zu {{ store.name }}',
    },
    lead_confirmation: {
      subject: 'Bitte bestätigen Sie Ihre Nachricht an {{ store.name }}',
      preheader: 'Ein Klick, und Ihre Nachricht wird weitergegeben.',
      heading: 'Haben Sie uns geschrieben?',
      body: `Guten Tag,

jemand hat an {{ store.name }} geschrieben und diese Adresse angegeben. Bitte bestätigen Sie, dass Sie es waren. Erst dann bekommen wir es zu lesen.`,
      button: 'Ja, das war ich',
    },
    lead_notice: {
      subject:
        '{% if count == 1 %}Neue Nachricht: {{ gallery.name }}{% else %}Neue Nachrichten ({{ count }}): {{ gallery.name }}{% endif %}',
      preheader: 'Gesendet über das Formular Ihrer Galerie.',
      heading: '{% if count == 1 %}Sie haben eine Nachricht{% else %}Neue Nachrichten: {{ count }}{% endif %}',
      body: 'Das kam über das Formular der Galerie {{ gallery.name }}.{% if count == 1 %} Wenn Sie auf diese E-Mail antworten, geht Ihre Antwort an den Absender.{% endif %}',
      button: 'Galerie öffnen',
    },
  },
}
