import type { Language } from './language.ts'

// Worded so that it reads well in Portugal and in Brazil alike.
const greeting = '{% if customer.firstName %}Olá, {{ customer.firstName }}!{% else %}Olá!{% endif %}'

export const pt: Language = {
  words: {
    bought: 'Este e-mail foi enviado porque fez uma compra na loja {store}.',
    wrote: 'Este e-mail foi enviado porque escreveu uma avaliação na loja {store}.',
    claimed:
      'Este e-mail foi enviado porque uma avaliação foi feita na loja {store} com este endereço. Se não foi você, não precisa fazer nada: ela não será publicada em seu nome.',
    asked:
      'Este e-mail foi enviado porque você fez uma pergunta à loja {store} com este endereço e quis ser avisado da resposta. É o único sobre ela.',
    purchase: 'a sua compra',
    unsubscribe: 'Cancelar inscrição',
    preferences: 'Preferências de e-mail',
    hint: 'Escolha a sua nota',
    rate: 'Avaliar com {n} de 5 estrelas',
    more: { one: 'e mais {n} produto do seu pedido', other: 'e mais {n} produtos do seu pedido' },
    fallback: 'Se o botão não funcionar, abra este endereço:',
    yourReview: 'A sua avaliação',
    yourQuestion: 'A sua pergunta',
    rated: '{n} de 5 estrelas',
    test: 'Teste',
  },
  templates: {
    review_request: {
      subject:
        '{% if products.size == 1 %}O que achou de {{ products[0].title | truncate: 60 }}?{% else %}O que achou do seu pedido na loja {{ store.name }}?{% endif %}',
      preheader: 'Toque numa estrela. Leva um minuto e ajuda outras pessoas a escolher.',
      heading: 'O que achou?',
      body: `${greeting}

Obrigado pelo seu pedido na loja {{ store.name }}. Já houve tempo para formar uma opinião. Quer contar como foi? Elogio ou crítica, uma palavra sincera ajuda a melhorar, e ajuda quem ainda vai escolher.`,
      button: 'Escrever avaliação',
    },
    review_reminder: {
      subject:
        '{% if products.size == 1 %}Um minuto para {{ products[0].title | truncate: 60 }}?{% else %}Um minuto para o seu pedido na loja {{ store.name }}?{% endif %}',
      preheader: 'Falta a sua opinião. Um toque numa estrela já é um começo.',
      heading: 'A sua opinião interessa',
      body: `${greeting}

Há alguns dias quisemos saber o que achou do seu pedido na loja {{ store.name }}. Talvez não fosse boa hora. Se agora for melhor, será um prazer ler a sua opinião, seja ela qual for.`,
      button: 'Escrever avaliação',
    },
    review_confirmation: {
      subject: 'Confirme a sua avaliação na loja {{ store.name }}',
      preheader: 'Um clique basta para confirmar que a avaliação é sua.',
      heading: 'Esta avaliação é sua?',
      body: `${greeting}

Obrigado pela sua avaliação na loja {{ store.name }}. Confirme, por favor, que a escreveu. Assim ninguém pode avaliar em seu nome.`,
      button: 'Confirmar avaliação',
    },
    review_reply: {
      subject: '{{ store.name }} respondeu à sua avaliação',
      preheader: '{{ reply.body | squish | truncate: 100 }}',
      heading: 'Chegou uma resposta',
      body: `${greeting}

{{ store.name }} respondeu à sua avaliação de {{ product.title }}.`,
      button: 'Ir para {{ store.name }}',
    },
    faq_answer: {
      subject: '{{ store.name }} respondeu à sua pergunta',
      preheader: '{{ answer.body | squish | truncate: 100 }}',
      heading: 'Chegou uma resposta',
      body: `${greeting}

{{ store.name }} respondeu ao que você perguntou.`,
      button: 'Ir para {{ store.name }}',
    },
    review_reward: {
      subject: 'O seu código de {{ store.name }}',
      preheader: 'Obrigado pela sua avaliação. Aqui está o que prometemos.',
      heading: 'Aqui está o seu código',
      body: `${greeting}

Obrigado pela sua avaliação em {{ store.name }}. Este é o código que oferecemos; ele não depende do que você escreveu.`,
      button: 'Ir para {{ store.name }}',
    },
  },
}
