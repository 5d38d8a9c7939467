import type { Language } from './language.ts'

const greeting = '{% if customer.firstName %}Bonjour {{ customer.firstName }},{% else %}Bonjour,{% endif %}'

export const fr: Language = {
  words: {
    bought: 'Vous recevez cet e-mail parce que vous avez passé commande chez {store}.',
    customer: 'Vous recevez cet e-mail parce que vous faites partie de la clientèle de {store}.',
    wrote: 'Vous recevez cet e-mail parce que vous avez laissé un avis chez {store}.',
    claimed:
      'Vous recevez cet e-mail parce qu’un avis a été déposé chez {store} avec cette adresse. Si ce n’était pas vous, il n’y a rien à faire : il ne sera pas publié en votre nom.',
    asked:
      'Vous recevez cet e-mail parce que vous avez posé une question à {store} avec cette adresse et souhaité être informé de la réponse. C’est le seul à ce sujet.',
    wroteTo:
      'Vous recevez cet e-mail parce que quelqu’un a écrit à {store} avec cette adresse. Si ce n’était pas vous, ne faites rien : le message sera supprimé au bout de sept jours.',
    toldOf:
      'Vous recevez cet e-mail parce qu’un formulaire de {store} indique cette adresse pour ce qu’écrivent ses visiteurs.',
    purchase: 'votre achat',
    unsubscribe: 'Se désabonner',
    preferences: 'Préférences e-mail',
    hint: 'Choisissez votre note',
    rate: 'Noter {n} sur 5',
    more: { one: 'et {n} autre article de votre commande', other: 'et {n} autres articles de votre commande' },
    fallback: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
    decisionReason: 'Le motif',
    yourReview: 'Votre avis',
    yourQuestion: 'Votre question',
    rated: 'Note : {n} sur 5',
    test: 'Test',
  },
  templates: {
    review_request: {
      subject:
        '{% if products.size == 1 %}Que pensez-vous de « {{ products[0].title | truncate: 60 }} » ?{% else %}Que pensez-vous de votre commande chez {{ store.name }} ?{% endif %}',
      preheader: 'Une étoile, une minute, et d’autres clients choisissent mieux.',
      heading: 'Qu’en pensez-vous ?',
      body: `${greeting}

Merci pour votre commande chez {{ store.name }}. Vous avez eu le temps de vous faire une idée : répond-elle à vos attentes ? Compliment ou critique, un avis sincère nous aide, et aide celles et ceux qui hésitent encore.`,
      button: 'Donner mon avis',
    },
    review_reminder: {
      subject:
        '{% if products.size == 1 %}Une minute pour « {{ products[0].title | truncate: 60 }} » ?{% else %}Une minute pour votre commande chez {{ store.name }} ?{% endif %}',
      preheader: 'Il nous manque votre avis. Une étoile suffit pour commencer.',
      heading: 'Votre avis nous intéresse',
      body: `${greeting}

Il y a quelques jours, nous vous demandions ce que vous pensiez de votre commande chez {{ store.name }}. Ce n’était peut-être pas le bon moment. Si vous avez une minute aujourd’hui, nous lirons votre avis avec plaisir, quel qu’il soit.`,
      button: 'Donner mon avis',
    },
    review_confirmation: {
      subject: 'Merci de confirmer votre avis chez {{ store.name }}',
      preheader: 'Un clic suffit pour confirmer que cet avis est bien le vôtre.',
      heading: 'Cet avis est-il de vous ?',
      body: `${greeting}

Merci pour votre avis chez {{ store.name }}. Confirmez-nous que c’est bien vous qui l’avez écrit : ainsi, personne ne peut s’exprimer à votre place.`,
      button: 'Confirmer mon avis',
    },
    review_reply: {
      subject: '{{ store.name }} a répondu à votre avis',
      preheader: '{{ reply.body | squish | truncate: 100 }}',
      heading: 'Vous avez une réponse',
      body: `${greeting}

{{ store.name }} a répondu à votre avis sur « {{ product.title }} ».`,
      button: 'Aller sur {{ store.name }}',
    },
    review_rejected: {
      subject: 'Votre avis n’a pas été publié',
      preheader: '{{ store.name }} l’a examiné. Vous pouvez contester.',
      heading: 'Votre avis n’a pas été publié',
      body: `${greeting}

{{ store.name }} a lu votre avis sur « {{ product.title }} » et a décidé de ne pas le publier. Si vous n’êtes pas d’accord, vous pouvez contester une fois ; il sera alors réexaminé.`,
      button: 'Lire les règles ou contester',
    },
    review_appeal: {
      subject:
        "{% if decision.outcome == 'overturned' %}Votre avis est finalement publié{% else %}Au sujet de votre contestation{% endif %}",
      preheader: '{{ store.name }} a réexaminé votre avis.',
      heading: 'Nous avons réexaminé votre avis',
      body: `${greeting}

{{ store.name }} a réexaminé votre avis sur « {{ product.title }} ». {% if decision.outcome == 'overturned' %}Vous aviez raison : il est maintenant publié.{% else %}La décision est maintenue : il n’est pas publié.{% endif %}`,
      button: 'Aller sur {{ store.name }}',
    },
    faq_answer: {
      subject: '{{ store.name }} a répondu à votre question',
      preheader: '{{ answer.body | squish | truncate: 100 }}',
      heading: 'Vous avez une réponse',
      body: `${greeting}

{{ store.name }} a répondu à ce que vous avez demandé.`,
      button: 'Aller sur {{ store.name }}',
    },
    review_reward: {
      subject: 'Votre code de {{ store.name }}',
      preheader: 'Merci pour votre avis. Voici ce que nous avons promis.',
      heading: 'Voici votre code',
      body: `${greeting}

Merci pour votre avis chez {{ store.name }}. Voici le code que nous vous avons proposé ; il ne dépend pas de ce que vous avez écrit.`,
      button: 'Aller sur {{ store.name }}',
    },
    lead_confirmation: {
      subject: 'Merci de confirmer votre message à {{ store.name }}',
      preheader: 'Un clic, et votre message est transmis.',
      heading: 'Nous avez-vous écrit ?',
      body: `Bonjour,

Quelqu’un a écrit à {{ store.name }} en donnant cette adresse. Merci de confirmer que c’était vous. Nous ne lirons le message qu’ensuite.`,
      button: 'Oui, c’était moi',
    },
    lead_notice: {
      subject:
        '{% if count == 1 %}Nouveau message : {{ gallery.name }}{% else %}Nouveaux messages ({{ count }}) : {{ gallery.name }}{% endif %}',
      preheader: 'Envoyé par le formulaire de votre galerie.',
      heading: '{% if count == 1 %}Vous avez un message{% else %}Nouveaux messages : {{ count }}{% endif %}',
      body: 'Reçu par le formulaire de la galerie {{ gallery.name }}.{% if count == 1 %} Si vous répondez à cet e-mail, votre réponse ira à l’expéditeur.{% endif %}',
      button: 'Ouvrir la galerie',
    },
  },
}
