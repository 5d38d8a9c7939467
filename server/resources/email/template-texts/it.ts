import type { Language } from './language.ts'

const greeting = '{% if customer.firstName %}Ciao {{ customer.firstName }},{% else %}Ciao,{% endif %}'

export const it: Language = {
  words: {
    bought: 'Ricevi questa e-mail perché hai acquistato su {store}.',
    customer: 'Ricevi questa e-mail perché fai parte della clientela di {store}.',
    wrote: 'Ricevi questa e-mail perché hai scritto una recensione su {store}.',
    claimed:
      'Ricevi questa e-mail perché su {store} è stata inviata una recensione con questo indirizzo. Se non l’hai scritta tu, non devi fare nulla: non sarà pubblicata a tuo nome.',
    asked:
      'Ricevi questa e-mail perché hai fatto una domanda a {store} con questo indirizzo e hai chiesto di essere avvisato della risposta. È l’unica al riguardo.',
    wroteTo:
      'Ricevi questa e-mail perché qualcuno ha scritto a {store} con questo indirizzo. Se non sei tu, non fare nulla: il messaggio sarà eliminato dopo sette giorni.',
    toldOf:
      'Ricevi questa e-mail perché un modulo di {store} indica questo indirizzo per ciò che scrivono i visitatori.',
    purchase: 'il tuo acquisto',
    unsubscribe: 'Annulla l’iscrizione',
    preferences: 'Preferenze e-mail',
    hint: 'Scegli la tua valutazione',
    rate: 'Valuta {n} su 5 stelle',
    more: { one: 'e {n} altro prodotto del tuo ordine', other: 'e altri {n} prodotti del tuo ordine' },
    fallback: 'Se il pulsante non funziona, apri questo indirizzo:',
    decisionReason: 'Il motivo',
    yourReview: 'La tua recensione',
    yourQuestion: 'La tua domanda',
    rated: '{n} su 5 stelle',
    test: 'Prova',
  },
  templates: {
    review_request: {
      subject:
        '{% if products.size == 1 %}Che cosa pensi di {{ products[0].title | truncate: 60 }}?{% else %}Che cosa pensi del tuo ordine su {{ store.name }}?{% endif %}',
      preheader: 'Tocca una stella: basta un minuto, e aiuti gli altri a scegliere.',
      heading: 'Com’è andata?',
      body: `${greeting}

grazie per il tuo ordine su {{ store.name }}. Ormai hai avuto il tempo di farti un’idea: ce lo racconti? Nel bene o nel male, un parere sincero aiuta noi e chi deve ancora decidere.`,
      button: 'Scrivi una recensione',
    },
    review_reminder: {
      subject:
        '{% if products.size == 1 %}Un minuto per {{ products[0].title | truncate: 60 }}?{% else %}Un minuto per il tuo ordine su {{ store.name }}?{% endif %}',
      preheader: 'Ci manca il tuo parere. Per cominciare basta toccare una stella.',
      heading: 'Ci interessa il tuo parere',
      body: `${greeting}

qualche giorno fa ti abbiamo chiesto che cosa pensi del tuo ordine su {{ store.name }}. Forse non era il momento giusto. Se ora hai un minuto, leggeremo volentieri il tuo parere, qualunque sia.`,
      button: 'Scrivi una recensione',
    },
    review_confirmation: {
      subject: 'Conferma la tua recensione su {{ store.name }}',
      preheader: 'Un clic e sapremo che la recensione è tua.',
      heading: 'Questa recensione è tua?',
      body: `${greeting}

grazie per la tua recensione su {{ store.name }}. Ti chiediamo di confermare che l’hai scritta tu: così nessuno può farlo a tuo nome.`,
      button: 'Conferma la recensione',
    },
    review_reply: {
      subject: '{{ store.name }} ha risposto alla tua recensione',
      preheader: '{{ reply.body | squish | truncate: 100 }}',
      heading: 'Hai una risposta',
      body: `${greeting}

{{ store.name }} ha risposto alla tua recensione di {{ product.title }}.`,
      button: 'Vai su {{ store.name }}',
    },
    review_rejected: {
      subject: 'La tua recensione non è stata pubblicata',
      preheader: '{{ store.name }} l’ha esaminata. Puoi opporti.',
      heading: 'La tua recensione non è stata pubblicata',
      body: `${greeting}

{{ store.name }} ha letto la tua recensione di {{ product.title }} e ha deciso di non pubblicarla. Se non sei d’accordo, puoi opporti una volta: verrà esaminata di nuovo.`,
      button: 'Leggi le regole o opponiti',
    },
    review_appeal: {
      subject:
        "{% if decision.outcome == 'overturned' %}La tua recensione è stata pubblicata{% else %}Sulla tua opposizione{% endif %}",
      preheader: '{{ store.name }} ha esaminato di nuovo la tua recensione.',
      heading: 'L’abbiamo esaminata di nuovo',
      body: `${greeting}

{{ store.name }} ha esaminato di nuovo la tua recensione di {{ product.title }}. {% if decision.outcome == 'overturned' %}Avevi ragione: ora è pubblicata.{% else %}La decisione resta: non viene pubblicata.{% endif %}`,
      button: 'Vai su {{ store.name }}',
    },
    faq_answer: {
      subject: '{{ store.name }} ha risposto alla tua domanda',
      preheader: '{{ answer.body | squish | truncate: 100 }}',
      heading: 'Hai una risposta',
      body: `${greeting}

{{ store.name }} ha risposto a ciò che hai chiesto.`,
      button: 'Vai su {{ store.name }}',
    },
    review_reward: {
      subject: 'Il tuo codice da {{ store.name }}',
      preheader: 'Grazie per la tua recensione. Ecco quanto promesso.',
      heading: 'Ecco il tuo codice',
      body: `${greeting}

Grazie per la tua recensione su {{ store.name }}. Questo è il codice che ti abbiamo offerto; non dipende da ciò che hai scritto.`,
      button: 'Vai su {{ store.name }}',
    },
    lead_confirmation: {
      subject: 'Conferma il tuo messaggio a {{ store.name }}',
      preheader: 'Un clic e il tuo messaggio sarà inoltrato.',
      heading: 'Ci hai scritto tu?',
      body: `Buongiorno,

qualcuno ha scritto a {{ store.name }} indicando questo indirizzo. Conferma che sei tu. Solo allora potremo leggerlo.`,
      button: 'Sì, sono io',
    },
    lead_notice: {
      subject:
        '{% if count == 1 %}Nuovo messaggio: {{ gallery.name }}{% else %}Nuovi messaggi ({{ count }}): {{ gallery.name }}{% endif %}',
      preheader: 'Inviato dal modulo della tua galleria.',
      heading: '{% if count == 1 %}Hai un messaggio{% else %}Nuovi messaggi: {{ count }}{% endif %}',
      body: 'È arrivato dal modulo della galleria {{ gallery.name }}.{% if count == 1 %} Se rispondi a questa e-mail, la risposta va al mittente.{% endif %}',
      button: 'Apri la galleria',
    },
  },
}
