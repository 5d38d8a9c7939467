import type { Language } from './language.ts'

const greeting = '{% if customer.firstName %}Ciao {{ customer.firstName }},{% else %}Ciao,{% endif %}'

export const it: Language = {
  words: {
    bought: 'Ricevi questa e-mail perché hai acquistato su {store}.',
    wrote: 'Ricevi questa e-mail perché hai scritto una recensione su {store}.',
    claimed:
      'Ricevi questa e-mail perché su {store} è stata inviata una recensione con questo indirizzo. Se non l’hai scritta tu, non devi fare nulla: non sarà pubblicata a tuo nome.',
    asked:
      'Ricevi questa e-mail perché hai fatto una domanda a {store} con questo indirizzo e hai chiesto di essere avvisato della risposta. È l’unica al riguardo.',
    purchase: 'il tuo acquisto',
    unsubscribe: 'Annulla l’iscrizione',
    preferences: 'Preferenze e-mail',
    hint: 'Scegli la tua valutazione',
    rate: 'Valuta {n} su 5 stelle',
    more: { one: 'e {n} altro prodotto del tuo ordine', other: 'e altri {n} prodotti del tuo ordine' },
    fallback: 'Se il pulsante non funziona, apri questo indirizzo:',
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
  },
}
