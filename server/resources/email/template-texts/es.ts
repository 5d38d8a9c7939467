import type { Language } from './language.ts'

const greeting = '{% if customer.firstName %}Hola, {{ customer.firstName }}:{% else %}Hola:{% endif %}'

export const es: Language = {
  words: {
    bought: 'Recibes este correo porque compraste en {store}.',
    customer: 'Recibes este correo porque tienes relación con {store} como cliente.',
    wrote: 'Recibes este correo porque escribiste una opinión en {store}.',
    claimed:
      'Recibes este correo porque se ha enviado una opinión en {store} con esta dirección. Si no has sido tú, no tienes que hacer nada: no se publicará como tuya.',
    asked:
      'Recibes este correo porque hiciste una pregunta a {store} con esta dirección y quisiste que te avisaran de la respuesta. Es el único sobre ella.',
    wroteTo:
      'Recibes este correo porque alguien ha escrito a {store} con esta dirección. Si no has sido tú, no hagas nada: el mensaje se borrará a los siete días.',
    toldOf:
      'Recibes este correo porque un formulario de {store} indica esta dirección para lo que escriben sus visitantes.',
    purchase: 'tu compra',
    unsubscribe: 'Darse de baja',
    preferences: 'Preferencias de correo',
    hint: 'Elige tu valoración',
    rate: 'Valorar con {n} de 5 estrellas',
    more: { one: 'y {n} producto más de tu pedido', other: 'y {n} productos más de tu pedido' },
    fallback: 'Si el botón no funciona, abre esta dirección:',
    decisionReason: 'El motivo',
    yourReview: 'Tu opinión',
    yourQuestion: 'Tu pregunta',
    rated: '{n} de 5 estrellas',
    test: 'Prueba',
  },
  templates: {
    review_request: {
      subject:
        '{% if products.size == 1 %}¿Qué te parece {{ products[0].title | truncate: 60 }}?{% else %}¿Qué te ha parecido tu pedido en {{ store.name }}?{% endif %}',
      preheader: 'Toca una estrella. Es un minuto y ayuda a otras personas a decidir.',
      heading: '¿Qué te ha parecido?',
      body: `${greeting}

Gracias por tu pedido en {{ store.name }}. Ya has tenido tiempo de hacerte una idea. ¿Nos cuentas qué tal? Para bien o para mal, una opinión sincera nos ayuda a mejorar, y ayuda a quien todavía está decidiendo.`,
      button: 'Escribir mi opinión',
    },
    review_reminder: {
      subject:
        '{% if products.size == 1 %}¿Un minuto para {{ products[0].title | truncate: 60 }}?{% else %}¿Un minuto para tu pedido en {{ store.name }}?{% endif %}',
      preheader: 'Nos falta tu opinión. Basta con tocar una estrella para empezar.',
      heading: 'Nos interesa lo que piensas',
      body: `${greeting}

Hace unos días te preguntamos qué te había parecido tu pedido en {{ store.name }}. Quizá no era buen momento. Si ahora te viene mejor, nos encantará leer tu opinión, sea cual sea.`,
      button: 'Escribir mi opinión',
    },
    review_confirmation: {
      subject: 'Confirma tu opinión en {{ store.name }}',
      preheader: 'Un clic y sabremos que la opinión es tuya.',
      heading: '¿Esta opinión es tuya?',
      body: `${greeting}

Gracias por tu opinión en {{ store.name }}. Confirma, por favor, que la has escrito tú. Así nadie podrá opinar en tu nombre.`,
      button: 'Confirmar mi opinión',
    },
    review_reply: {
      subject: '{{ store.name }} ha respondido a tu opinión',
      preheader: '{{ reply.body | squish | truncate: 100 }}',
      heading: 'Tienes una respuesta',
      body: `${greeting}

{{ store.name }} ha respondido a tu opinión sobre {{ product.title }}.`,
      button: 'Ir a {{ store.name }}',
    },
    review_rejected: {
      subject: 'Tu opinión no se ha publicado',
      preheader: '{{ store.name }} la ha revisado. Puedes reclamar.',
      heading: 'Tu opinión no se ha publicado',
      body: `${greeting}

{{ store.name }} ha leído tu opinión sobre {{ product.title }} y ha decidido no publicarla. Si no estás de acuerdo, puedes reclamar una vez y se revisará de nuevo.`,
      button: 'Leer las normas o reclamar',
    },
    review_appeal: {
      subject:
        "{% if decision.outcome == 'overturned' %}Tu opinión se ha publicado finalmente{% else %}Sobre tu reclamación{% endif %}",
      preheader: '{{ store.name }} ha vuelto a revisar tu opinión.',
      heading: 'La hemos vuelto a revisar',
      body: `${greeting}

{{ store.name }} ha vuelto a revisar tu opinión sobre {{ product.title }}. {% if decision.outcome == 'overturned' %}Tenías razón: ya está publicada.{% else %}La decisión se mantiene: no se publica.{% endif %}`,
      button: 'Ir a {{ store.name }}',
    },
    faq_answer: {
      subject: '{{ store.name }} ha respondido a tu pregunta',
      preheader: '{{ answer.body | squish | truncate: 100 }}',
      heading: 'Tienes una respuesta',
      body: `${greeting}

{{ store.name }} ha respondido a lo que preguntaste.`,
      button: 'Ir a {{ store.name }}',
    },
    review_reward: {
      subject: 'Tu código de {{ store.name }}',
      preheader: 'Gracias por tu opinión. Aquí tienes lo prometido.',
      heading: 'Aquí tienes tu código',
      body: `${greeting}

Gracias por tu opinión en {{ store.name }}. Este es el código que te ofrecimos; no depende de lo que hayas escrito.`,
      button: 'Ir a {{ store.name }}',
    },
    lead_confirmation: {
      subject: 'Confirma tu mensaje a {{ store.name }}',
      preheader: 'Un clic y tu mensaje se enviará.',
      heading: '¿Nos has escrito?',
      body: `Hola:

Alguien ha escrito a {{ store.name }} y ha dado esta dirección. Confirma que has sido tú. Solo entonces podremos leerlo.`,
      button: 'Sí, he sido yo',
    },
    lead_notice: {
      subject:
        '{% if count == 1 %}Nuevo mensaje: {{ gallery.name }}{% else %}Nuevos mensajes ({{ count }}): {{ gallery.name }}{% endif %}',
      preheader: 'Enviado por el formulario de tu galería.',
      heading: '{% if count == 1 %}Tienes un mensaje{% else %}Nuevos mensajes: {{ count }}{% endif %}',
      body: 'Ha llegado por el formulario de la galería {{ gallery.name }}.{% if count == 1 %} Si respondes a este correo, tu respuesta llegará a quien lo envió.{% endif %}',
      button: 'Abrir la galería',
    },
  },
}
