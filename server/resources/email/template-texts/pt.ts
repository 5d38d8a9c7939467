import type { Language } from './language.ts'

// Worded to read well in both Portugal and Brazil.
const greeting = '{% if customer.firstName %}Olá, {{ customer.firstName }}!{% else %}Olá!{% endif %}'

export const pt: Language = {
  words: {
    bought: 'Este e-mail foi enviado porque fez uma compra na loja {store}.',
    customer: 'Este e-mail foi enviado porque é cliente da loja {store}.',
    wrote: 'Este e-mail foi enviado porque escreveu uma avaliação na loja {store}.',
    claimed:
      'Este e-mail foi enviado porque uma avaliação foi feita na loja {store} com este endereço. Se não foi você, não precisa fazer nada: ela não será publicada em seu nome.',
    asked:
      'Este e-mail foi enviado porque você fez uma pergunta à loja {store} com este endereço e quis ser avisado da resposta. É o único sobre ela.',
    wroteTo:
      'Recebe este e-mail porque alguém escreveu a {store} com este endereço. Se não foi você, não faça nada: a mensagem é eliminada ao fim de sete dias.',
    toldOf:
      'Recebe este e-mail porque um formulário de {store} indica este endereço para o que os visitantes escrevem.',
    purchase: 'a sua compra',
    unsubscribe: 'Cancelar inscrição',
    preferences: 'Preferências de e-mail',
    hint: 'Escolha a sua nota',
    rate: 'Avaliar com {n} de 5 estrelas',
    more: { one: 'e mais {n} produto do seu pedido', other: 'e mais {n} produtos do seu pedido' },
    fallback: 'Se o botão não funcionar, abra este endereço:',
    decisionReason: 'O motivo',
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
    review_rejected: {
      subject: 'A sua avaliação não foi publicada',
      preheader: '{{ store.name }} analisou-a. Pode contestar.',
      heading: 'A sua avaliação não foi publicada',
      body: `${greeting}

{{ store.name }} leu a sua avaliação de {{ product.title }} e decidiu não a publicar. Se não concorda, pode contestar uma vez, e ela será analisada de novo.`,
      button: 'Ler as regras ou contestar',
    },
    review_appeal: {
      subject:
        "{% if decision.outcome == 'overturned' %}A sua avaliação foi publicada{% else %}Sobre a sua contestação{% endif %}",
      preheader: '{{ store.name }} voltou a analisar a sua avaliação.',
      heading: 'Analisámos de novo',
      body: `${greeting}

{{ store.name }} voltou a analisar a sua avaliação de {{ product.title }}. {% if decision.outcome == 'overturned' %}Tinha razão: já está publicada.{% else %}A decisão mantém-se: não é publicada.{% endif %}`,
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
    lead_confirmation: {
      subject: 'Confirme a sua mensagem a {{ store.name }}',
      preheader: 'Um clique, e a sua mensagem é enviada.',
      heading: 'Foi você que nos escreveu?',
      body: `Olá,

Alguém escreveu a {{ store.name }} e indicou este endereço. Confirme que foi você. Só então a podemos ler.`,
      button: 'Sim, fui eu',
    },
    lead_notice: {
      subject:
        '{% if count == 1 %}Nova mensagem: {{ gallery.name }}{% else %}Novas mensagens ({{ count }}): {{ gallery.name }}{% endif %}',
      preheader: 'Enviado pelo formulário da sua galeria.',
      heading: '{% if count == 1 %}Tem uma mensagem{% else %}Novas mensagens: {{ count }}{% endif %}',
      body: 'Chegou pelo formulário da galeria {{ gallery.name }}.{% if count == 1 %} Se responder a este e-mail, a resposta vai para o remetente.{% endif %}',
      button: 'Abrir a galeria',
    },
  },
}
