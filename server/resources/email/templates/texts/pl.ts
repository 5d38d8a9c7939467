import type { Language } from './language.ts'

// Without the name: Polish would ask for its vocative.
const greeting = 'Dzień dobry,'

export const pl: Language = {
  words: {
    bought: 'Otrzymujesz tę wiadomość, ponieważ w sklepie {store} zrobiono zakupy z użyciem tego adresu.',
    wrote: 'Otrzymujesz tę wiadomość, ponieważ w sklepie {store} dodano opinię z użyciem tego adresu.',
    claimed:
      'Otrzymujesz tę wiadomość, ponieważ w sklepie {store} dodano opinię z użyciem tego adresu. Jeśli to nie Ty, nie musisz nic robić: opinia nie ukaże się jako Twoja.',
    asked:
      'Otrzymujesz tę wiadomość, ponieważ z użyciem tego adresu zadano pytanie sklepowi {store} z prośbą o powiadomienie o odpowiedzi. To jedyna wiadomość w tej sprawie.',
    purchase: 'Twój zakup',
    unsubscribe: 'Wypisz się',
    preferences: 'Ustawienia wiadomości',
    hint: 'Wybierz swoją ocenę',
    rate: 'Oceń na {n} z 5',
    more: {
      one: 'i jeszcze {n} produkt z Twojego zamówienia',
      few: 'i jeszcze {n} produkty z Twojego zamówienia',
      many: 'i jeszcze {n} produktów z Twojego zamówienia',
      other: 'i jeszcze {n} produktu z Twojego zamówienia',
    },
    fallback: 'Jeśli przycisk nie działa, otwórz ten adres:',
    yourReview: 'Twoja opinia',
    yourQuestion: 'Twoje pytanie',
    rated: 'Ocena: {n} z 5',
    test: 'Test',
  },
  templates: {
    review_request: {
      subject:
        '{% if products.size == 1 %}Jak się sprawdza {{ products[0].title | truncate: 60 }}?{% else %}Jak oceniasz swoje zamówienie w sklepie {{ store.name }}?{% endif %}',
      preheader: 'Kliknij gwiazdkę. To tylko minuta, a innym łatwiej będzie wybrać.',
      heading: 'Jak się podoba?',
      body: `${greeting}

dziękujemy za zamówienie w sklepie {{ store.name }}. Minęło już trochę czasu, więc chętnie się dowiemy, jak się sprawdza. Pochwała czy krytyka: szczera opinia pomaga nam i wszystkim, którzy jeszcze się zastanawiają.`,
      button: 'Napisz opinię',
    },
    review_reminder: {
      subject:
        '{% if products.size == 1 %}Masz chwilę na {{ products[0].title | truncate: 60 }}?{% else %}Masz chwilę na ocenę zamówienia w sklepie {{ store.name }}?{% endif %}',
      preheader: 'Brakuje nam Twojej opinii. Na początek wystarczy jedna gwiazdka.',
      heading: 'Czekamy na Twoją opinię',
      body: `${greeting}

kilka dni temu pytaliśmy o wrażenia z zamówienia w sklepie {{ store.name }}. Być może nie był to dobry moment. Jeśli teraz masz minutę, chętnie przeczytamy Twoją opinię, jakakolwiek będzie.`,
      button: 'Napisz opinię',
    },
    review_confirmation: {
      subject: 'Potwierdź swoją opinię w sklepie {{ store.name }}',
      preheader: 'Jedno kliknięcie i wiemy, że to Twoja opinia.',
      heading: 'Czy to Twoja opinia?',
      body: `${greeting}

dziękujemy za opinię w sklepie {{ store.name }}. Prosimy o potwierdzenie, że ta opinia jest Twoja. Dzięki temu nikt nie wystawi opinii w Twoim imieniu.`,
      button: 'Potwierdzam opinię',
    },
    review_reply: {
      subject: '{{ store.name }} odpowiada na Twoją opinię',
      preheader: '{{ reply.body | squish | truncate: 100 }}',
      heading: 'Masz odpowiedź',
      body: `${greeting}

{{ store.name }} odpowiada na Twoją opinię o produkcie {{ product.title }}.`,
      button: 'Przejdź do {{ store.name }}',
    },
    faq_answer: {
      subject: '{{ store.name }} odpowiada na Twoje pytanie',
      preheader: '{{ answer.body | squish | truncate: 100 }}',
      heading: 'Masz odpowiedź',
      body: `${greeting}

{{ store.name }} odpowiada na Twoje pytanie.`,
      button: 'Przejdź do {{ store.name }}',
    },
    review_reward: {
      subject: 'Twój kod od {{ store.name }}',
      preheader: 'Dziękujemy za opinię. Oto, co obiecaliśmy.',
      heading: 'Oto Twój kod',
      body: `${greeting}

Dziękujemy za opinię w {{ store.name }}. To kod, który za nią zaproponowaliśmy; nie zależy od tego, co napisano.`,
      button: 'Przejdź do {{ store.name }}',
    },
  },
}
