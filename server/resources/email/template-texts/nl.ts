import type { Language } from './language.ts'

const greeting = '{% if customer.firstName %}Hallo {{ customer.firstName }},{% else %}Hallo,{% endif %}'

export const nl: Language = {
  words: {
    bought: 'Je ontvangt deze e-mail omdat je iets bij {store} hebt gekocht.',
    customer: 'Je ontvangt deze e-mail omdat je klant bent van {store}.',
    wrote: 'Je ontvangt deze e-mail omdat je bij {store} een review hebt geschreven.',
    claimed:
      'Je ontvangt deze e-mail omdat er bij {store} met dit adres een review is ingestuurd. Was jij dat niet? Dan hoef je niets te doen: de review verschijnt niet op jouw naam.',
    asked:
      'Je ontvangt deze e-mail omdat je {store} met dit adres een vraag hebt gesteld en van het antwoord wilde horen. Het is de enige hierover.',
    wroteTo:
      'Je ontvangt deze e-mail omdat iemand met dit adres aan {store} heeft geschreven. Was jij dat niet, doe dan niets: het bericht wordt na zeven dagen verwijderd.',
    toldOf: 'Je ontvangt deze e-mail omdat een formulier van {store} dit adres noemt voor wat bezoekers schrijven.',
    purchase: 'je aankoop',
    unsubscribe: 'Afmelden',
    preferences: 'E-mailvoorkeuren',
    hint: 'Kies je beoordeling',
    rate: 'Beoordelen met {n} van 5 sterren',
    more: { one: 'en nog {n} product uit je bestelling', other: 'en nog {n} producten uit je bestelling' },
    fallback: 'Werkt de knop niet? Open dan dit adres:',
    decisionReason: 'De reden',
    yourReview: 'Jouw review',
    yourQuestion: 'Jouw vraag',
    rated: '{n} van 5 sterren',
    test: 'Test',
  },
  templates: {
    review_request: {
      subject:
        '{% if products.size == 1 %}Wat vind je van {{ products[0].title | truncate: 60 }}?{% else %}Wat vind je van je bestelling bij {{ store.name }}?{% endif %}',
      preheader: 'Tik op een ster. Het kost een minuut en het helpt anderen kiezen.',
      heading: 'Hoe bevalt het?',
      body: `${greeting}

Bedankt voor je bestelling bij {{ store.name }}. Je hebt er nu even mee kunnen doen. Wil je ons vertellen hoe het bevalt? Lof of kritiek: met een eerlijk oordeel help je ons, en iedereen die nog twijfelt.`,
      button: 'Schrijf een review',
    },
    review_reminder: {
      subject:
        '{% if products.size == 1 %}Een minuutje voor {{ products[0].title | truncate: 60 }}?{% else %}Een minuutje voor je bestelling bij {{ store.name }}?{% endif %}',
      preheader: 'We missen jouw mening nog. Eén tik op een ster is een begin.',
      heading: 'We horen nog graag van je',
      body: `${greeting}

Een paar dagen geleden vroegen we hoe je bestelling bij {{ store.name }} bevalt. Misschien kwam het toen niet uit. Heb je nu een minuut, dan lezen we graag wat je ervan vindt, wat het ook is.`,
      button: 'Schrijf een review',
    },
    review_confirmation: {
      subject: 'Bevestig je review bij {{ store.name }}',
      preheader: 'Eén klik en we weten dat de review van jou is.',
      heading: 'Is deze review van jou?',
      body: `${greeting}

Bedankt voor je review bij {{ store.name }}. Wil je bevestigen dat jij hem hebt geschreven? Zo kan niemand uit jouw naam schrijven.`,
      button: 'Review bevestigen',
    },
    review_reply: {
      subject: '{{ store.name }} heeft op je review gereageerd',
      preheader: '{{ reply.body | squish | truncate: 100 }}',
      heading: 'Je hebt een reactie',
      body: `${greeting}

{{ store.name }} heeft gereageerd op je review van {{ product.title }}.`,
      button: 'Naar {{ store.name }}',
    },
    review_rejected: {
      subject: 'Je review is niet geplaatst',
      preheader: '{{ store.name }} heeft hem bekeken. Je kunt bezwaar maken.',
      heading: 'Je review is niet geplaatst',
      body: `${greeting}

{{ store.name }} heeft je review van {{ product.title }} gelezen en besloten die niet te plaatsen. Zie je dat anders, dan kun je één keer bezwaar maken; de review wordt dan opnieuw bekeken.`,
      button: 'Lees de regels of maak bezwaar',
    },
    review_appeal: {
      subject:
        "{% if decision.outcome == 'overturned' %}Je review is alsnog geplaatst{% else %}Over je bezwaar{% endif %}",
      preheader: '{{ store.name }} heeft je review opnieuw bekeken.',
      heading: 'We hebben opnieuw gekeken',
      body: `${greeting}

{{ store.name }} heeft je review van {{ product.title }} opnieuw bekeken. {% if decision.outcome == 'overturned' %}Je had gelijk: hij is nu geplaatst.{% else %}Het besluit blijft staan: hij wordt niet geplaatst.{% endif %}`,
      button: 'Naar {{ store.name }}',
    },
    faq_answer: {
      subject: '{{ store.name }} heeft je vraag beantwoord',
      preheader: '{{ answer.body | squish | truncate: 100 }}',
      heading: 'Je hebt een antwoord',
      body: `${greeting}

{{ store.name }} heeft je vraag beantwoord.`,
      button: 'Naar {{ store.name }}',
    },
    review_reward: {
      subject: 'Je code van {{ store.name }}',
      preheader: 'Bedankt voor je beoordeling. Hier is wat we beloofden.',
      heading: 'Hier is je code',
      body: `${greeting}

Bedankt voor je beoordeling bij {{ store.name }}. Dit is de code die we je daarvoor aanboden; hij hangt niet af van wat je schreef.`,
      button: 'Naar {{ store.name }}',
    },
    lead_confirmation: {
      subject: 'Bevestig je bericht aan {{ store.name }}',
      preheader: 'Eén klik, en je bericht wordt doorgegeven.',
      heading: 'Heb je ons geschreven?',
      body: `Hallo,

Iemand heeft aan {{ store.name }} geschreven en dit adres opgegeven. Bevestig dat jij het was. Pas dan krijgen wij het te lezen.`,
      button: 'Ja, dat was ik',
    },
    lead_notice: {
      subject:
        '{% if count == 1 %}Nieuw bericht: {{ gallery.name }}{% else %}Nieuwe berichten ({{ count }}): {{ gallery.name }}{% endif %}',
      preheader: 'Verstuurd met het formulier van je galerij.',
      heading: '{% if count == 1 %}Je hebt een bericht{% else %}Nieuwe berichten: {{ count }}{% endif %}',
      body: 'Dit kwam binnen via het formulier van de galerij {{ gallery.name }}.{% if count == 1 %} Als je deze e-mail beantwoordt, gaat je antwoord naar de afzender.{% endif %}',
      button: 'Galerij openen',
    },
  },
}
