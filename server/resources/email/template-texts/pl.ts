import type { Language } from './language.ts'

// Without the name, because Polish would need its vocative.
const greeting = 'Dzień dobry,'

export const pl: Language = {
  words: {
    bought: 'Otrzymujesz tę wiadomość, ponieważ w sklepie {store} zrobiono zakupy z użyciem tego adresu.',
    customer: 'Otrzymujesz tę wiadomość, ponieważ ten adres należy do klienta sklepu {store}.',
    wrote: 'Otrzymujesz tę wiadomość, ponieważ w sklepie {store} dodano opinię z użyciem tego adresu.',
    claimed:
      'Otrzymujesz tę wiadomość, ponieważ w sklepie {store} dodano opinię z użyciem tego adresu. Jeśli to nie Ty, nie musisz nic robić: opinia nie ukaże się jako Twoja.',
    asked:
      'Otrzymujesz tę wiadomość, ponieważ z użyciem tego adresu zadano pytanie sklepowi {store} z prośbą o powiadomienie o odpowiedzi. To jedyna wiadomość w tej sprawie.',
    wroteTo:
      'Otrzymujesz tę wiadomość, ponieważ ktoś, podając ten adres, napisał do {store}. Jeśli to nie Ty, nic nie rób: wiadomość zostanie usunięta po siedmiu dniach.',
    toldOf:
      'Otrzymujesz tę wiadomość, ponieważ formularz sklepu {store} podaje ten adres jako odbiorcę tego, co piszą odwiedzający.',
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
    decisionReason: 'Powód',
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
    review_rejected: {
      subject: 'Twoja opinia nie została opublikowana',
      preheader: '{{ store.name }}: opinia została sprawdzona. Możesz się odwołać.',
      heading: 'Twoja opinia nie została opublikowana',
      body: `${greeting}

Sklep {{ store.name }} przeczytał Twoją opinię o produkcie {{ product.title }} i postanowił jej nie publikować. Jeśli widzisz to inaczej, możesz raz się odwołać, a opinia zostanie sprawdzona ponownie.`,
      button: 'Przeczytaj zasady lub odwołaj się',
    },
    review_appeal: {
      subject:
        "{% if decision.outcome == 'overturned' %}Twoja opinia została jednak opublikowana{% else %}W sprawie Twojego odwołania{% endif %}",
      preheader: 'Sklep {{ store.name }} ponownie sprawdził Twoją opinię.',
      heading: 'Sprawdziliśmy ponownie',
      body: `${greeting}

Sklep {{ store.name }} ponownie sprawdził Twoją opinię o produkcie {{ product.title }}. {% if decision.outcome == 'overturned' %}Racja była po Twojej stronie: opinia jest już opublikowana.{% else %}Decyzja pozostaje bez zmian: opinia nie zostanie opublikowana.{% endif %}`,
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
    lead_confirmation: {
      subject: 'Potwierdź swoją wiadomość do {{ store.name }}',
      preheader: 'Jedno kliknięcie i wiadomość zostanie przekazana.',
      heading: 'Czy to Ty do nas piszesz?',
      body: `Dzień dobry,

ktoś napisał do {{ store.name }} i podał ten adres. Potwierdź, że to Ty. Dopiero wtedy będziemy mogli to przeczytać.`,
      button: 'Tak, to ja',
    },
    lead_notice: {
      subject:
        '{% if count == 1 %}Nowa wiadomość: {{ gallery.name }}{% else %}Nowe wiadomości ({{ count }}): {{ gallery.name }}{% endif %}',
      preheader: 'Wysłano przez formularz Twojej galerii.',
      heading: '{% if count == 1 %}Masz wiadomość{% else %}Nowe wiadomości: {{ count }}{% endif %}',
      body: 'Przyszło przez formularz galerii {{ gallery.name }}.{% if count == 1 %} Jeśli odpowiesz na tę wiadomość, odpowiedź trafi do nadawcy.{% endif %}',
      button: 'Otwórz galerię',
    },
  },
}
