// Words that restrict topics. In a language without these lists, all topics have two words and may contain verbs.

export type TopicWords = {
  /**
   * Never part of a topic: negations, numbers, verbs of buying and liking, and names for the product itself. Such a
   * word separates its neighbours.
   */
  refused: ReadonlySet<string>
  /** Only half of a topic: "runs small" is a topic, but neither "runs" nor "runs good". */
  weak: ReadonlySet<string>
  /** Words without a meaning for topics: "runs very small" counts as "runs small". */
  skipped: ReadonlySet<string>
}

const lists: Record<string, Record<keyof TopicWords, string>> = {
  en: {
    refused: `not no never none nothing nor cannot can't don't doesn't didn't won't wouldn't isn't wasn't aren't couldn't shouldn't haven't
      hasn't without one two three four five six seven eight nine ten first second third once twice half several few lot lots bit
      thing things something anything everything someone everyone item items product products article order orders purchase stuff
      review reviews star stars shop store company brand buy buying buys bought purchased ordered ordering order love loves loved
      loving like likes liked recommend recommended recommends want wanted wants need needed needs think thought thinks know knew
      use using used uses get gets getting gave give gives giving go goes going went say says said see saw seen find found try
      tried tries hope hoped feel feels felt seem seems seemed expect expected expecting happen happened decided would will
      shall may today yesterday tomorrow day days week weeks month months year years time times ago yet again always ever else
      perhaps maybe however although because since while until when where why how i'm i've i'd it's that's there's they're we've
      he's she's you're let's its own ask asks asked asking more most is was were been being are be has had have having does did doing done went`,
    weak: `good great nice perfect perfectly excellent amazing awesome fantastic wonderful lovely beautiful beautifully best better bad
      badly worse worst poor poorly ok okay fine happy pleased satisfied disappointed disappointing cheap well new old big little
      right wrong true real whole back off out up down over top side front inside outside same different other look looks looked looking run runs ran running come comes came coming arrive
      arrives arrived fit fits fitted fitting work works worked working make makes made making keep keeps kept keeping hold holds
      held holding take takes took taken put puts last lasts lasted wash washes washed washing break breaks broke broken start
      starts started stop stops stopped turn turns turned return returned returning send sent wear wears wore wearing sit sits
      smell smells smelled taste tastes tasted leak leaks leaked fall falls fell fallen stay stays stayed open opens opened close
      closes closed help helps helped change changed add added sell sells sold pay paid cost costs easy easily quick quickly`,
    skipped: `very really too so quite rather pretty super extremely slightly somewhat absolutely totally completely just also even only
      still already actually definitely certainly highly truly little bit a an the much far way fairly incredibly`,
  },
  de: {
    refused: `nicht nichts kein keine keinen keiner keines keinem nie niemals ohne nein ein eins zwei drei vier fünf sechs sieben acht neun
      zehn erste ersten zweite paar einige mehrere ding dinge sache sachen etwas alles artikel produkt produkte produkts ware
      bestellung bestellungen kauf bewertung bewertungen stern sterne sternen shop laden firma marke kaufen kaufe kauft kaufte
      gekauft bestellt bestellen bestelle bestellte lieben liebe liebt geliebt mögen mag gefallen gefällt empfehlen empfehle
      empfiehlt empfehlung wollen wollte brauchen brauche gebraucht denken dachte finden finde fand gefunden wissen benutzen
      benutze benutzt nutzen nutze nutzt verwenden verwende verwendet bekommen bekam erhalten erhielt geben gibt gab gehen geht
      ging sagen sehen gesehen versuchen versucht hoffen hoffe fühlen fühlt erwartet erwarten würde würden werden wird wurde heute
      gestern tag tage tagen woche wochen monat monate monaten jahr jahre jahren zeit mal immer schon wieder leider`,
    weak: `gut gute guter gutes guten gutem besser beste besten bestes toll tolle toller tolles tollen super schön schöne schöner schönes
      schönen perfekt perfekte perfekter perfektes prima klasse hervorragend wunderbar wunderschön schlecht schlechte schlechter
      schlechtes schlechten okay zufrieden enttäuscht billig neu neue neuer neues alt groß große großer großes klein kleine kleiner
      richtig falsch sehen sieht aussieht fällt fallen ausfallen kommt kam kommen angekommen passt passen passte läuft laufen
      funktioniert funktionieren macht machen gemacht hält halten gehalten sitzt sitzen riecht riechen schmeckt bricht brach
      gebrochen kaputt geht bleibt bleiben wäscht waschen gewaschen zurückgeschickt geliefert gesendet einfach schnell leicht`,
    skipped:
      'sehr zu so ganz ziemlich etwas wirklich total absolut recht eher richtig super besonders extrem auch noch nur echt viel',
  },
  fr: {
    refused: `pas non ni jamais rien aucun aucune sans ne un une deux trois quatre cinq six sept huit neuf dix premier première plusieurs
      quelques chose choses article articles produit produits commande commandes achat achats avis étoile étoiles boutique magasin
      marque acheter achète acheté achetée commandé commander aimer aime aimé adorer adore adoré plaît plait recommander recommande
      vouloir veux voulais besoin penser pense trouver trouve trouvé savoir utiliser utilise utilisé recevoir reçu avoir donner donne
      aller va dire voir vu essayer essayé espérer attendre attendais jour jours semaine semaines mois an ans année fois toujours
      déjà encore suis est sont était été`,
    weak: `bon bonne bons bonnes bien mieux meilleur meilleure super parfait parfaite parfaitement excellent excellente beau belle beaux
      jolie joli magnifique génial géniale top mauvais mauvaise mal pire content contente satisfait satisfaite déçu déçue cher neuf
      nouveau nouvelle grand grande petit petite vrai faux fait faire taille taillent arrive arrivé arrivée marche fonctionne tient
      tenir reste sent lave lavé casse cassé cassée va convient correspond facile facilement rapide rapidement`,
    skipped: 'très trop assez plutôt vraiment tout un peu super extrêmement aussi encore bien tellement si',
  },
  es: {
    refused: `no ni nunca nada ningún ninguna sin uno una dos tres cuatro cinco seis siete ocho nueve diez primero primera varios varias
      cosa cosas artículo artículos producto productos pedido pedidos compra compras reseña estrella estrellas tienda marca comprar
      compré comprado compro encantar encanta encantó gustar gusta gustó recomendar recomiendo recomendable querer quiero quería
      necesitar necesito pensar creo encontrar saber usar uso usado recibir recibí recibido dar ir decir ver visto probar probado
      esperar esperaba día días semana semanas mes meses año años vez veces siempre ya es son era fue estoy está`,
    weak: `bueno buena buenos buenas buen bien mejor mejores genial perfecto perfecta perfectamente excelente bonito bonita precioso preciosa
      malo mala mal peor contento contenta satisfecho satisfecha decepcionado decepcionada barato nuevo nueva grande pequeño pequeña
      queda quedan llega llegó llegado funciona funcionan hace hecho mantiene dura huele rompe rompió roto rota talla lava lavado
      viene vino fácil fácilmente rápido rápida rápidamente`,
    skipped: 'muy demasiado bastante tan realmente un poco súper super también más totalmente',
  },
  it: {
    refused: `non né mai niente nulla nessun nessuna senza no uno una due tre quattro cinque sei sette otto nove dieci primo prima alcuni
      cosa cose articolo articoli prodotto prodotti ordine ordini acquisto acquisti recensione stella stelle negozio marca comprare
      comprato compro acquistato ordinato amare amo adoro piacere piace piaciuto consigliare consiglio consigliato volere voglio
      bisogno pensare penso trovare trovo trovato sapere usare uso usato ricevere ricevuto dare andare dire vedere visto provare
      provato aspettavo giorno giorni settimana settimane mese mesi anno anni volta volte sempre già sono era stato stata`,
    weak: `buono buona buoni buone buon bene meglio migliore ottimo ottima perfetto perfetta perfettamente eccellente bello bella belli belle
      bellissimo bellissima cattivo cattiva male peggio peggiore contento contenta soddisfatto soddisfatta deluso delusa economico
      nuovo nuova grande piccolo piccola veste vestono arriva arrivato arrivata funziona funzionano fatto fatta fa tiene dura odora
      rompe rotto rotta lava lavato viene facile facilmente veloce velocemente`,
    skipped: 'molto troppo abbastanza davvero veramente un po poco più super anche così proprio tanto',
  },
  nl: {
    refused: `niet geen nooit niets niks zonder nee een één twee drie vier vijf zes zeven acht negen tien eerste tweede paar enkele ding
      dingen iets alles artikel artikelen product producten bestelling bestellingen aankoop beoordeling ster sterren winkel merk kopen
      koop gekocht kocht besteld bestellen houden hou houdt mooi vinden vind vindt gevonden bevallen bevalt aanraden aanrader aangeraden
      willen wil wilde nodig denken dacht weten gebruiken gebruik gebruikt krijgen kreeg gekregen ontvangen geven gaan gaat ging zeggen
      zien gezien proberen geprobeerd hopen verwacht verwachtte dag dagen week weken maand maanden jaar keer altijd al weer`,
    weak: `goed goede beter beste leuk leuke prachtig prachtige perfect perfecte uitstekend geweldig geweldige fijn fijne slecht slechte
      slechter tevreden teleurgesteld goedkoop nieuw nieuwe groot grote klein kleine valt vallen komt kwam gekomen past passen werkt
      werken werkte maakt gemaakt blijft zit zitten ruikt smaakt breekt brak gebroken kapot wast gewassen geleverd makkelijk snel`,
    skipped: 'heel erg te zo best vrij nogal wat echt super ontzettend ook nog wel veel iets',
  },
  pt: {
    refused: `não nem nunca nada nenhum nenhuma sem um uma dois duas três quatro cinco seis sete oito nove dez primeiro primeira vários
      várias coisa coisas artigo artigos produto produtos pedido pedidos encomenda compra compras avaliação estrela estrelas loja marca
      comprar comprei comprado adorar adoro adorei amar amei gostar gosto gostei recomendar recomendo querer quero precisar preciso
      achar achei pensar encontrar saber usar uso usado receber recebi recebido dar ir dizer ver visto experimentar esperava dia dias
      semana semanas mês meses ano anos vez vezes sempre já é são era foi estou está`,
    weak: `bom boa bons boas bem melhor melhores ótimo ótima perfeito perfeita perfeitamente excelente bonito bonita lindo linda mau má ruim
      mal pior contente satisfeito satisfeita desiludido decepcionado barato novo nova grande pequeno pequena fica ficam ficou chega
      chegou funciona funcionam faz feito feita mantém dura cheira quebra quebrou partiu partido lava lavado veste veio vem fácil
      facilmente rápido rápida rapidamente`,
    skipped: 'muito demasiado bastante tão realmente um pouco super também mais totalmente mesmo',
  },
  pl: {
    refused: `nie nigdy nic żaden żadna bez ani jeden jedna dwa dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć pierwszy pierwsza
      kilka rzecz rzeczy coś wszystko artykuł produkt produktu produkty zamówienie zamówienia zakup zakupu opinia gwiazdka gwiazdki
      gwiazdek sklep sklepu marka kupić kupiłam kupiłem kupione zamówiłam zamówiłem kocham uwielbiam lubię podoba polecam polecić chcę
      chciałam chciałem potrzebuję myślę uważam znaleźć wiem używam używać otrzymałam otrzymałem dostałam dostałem dać iść mówić widzieć
      spróbować oczekiwałam oczekiwałem dzień dni tydzień tygodni miesiąc miesięcy rok lat raz razy zawsze już jest są był była było`,
    weak: `dobry dobra dobre dobrze lepszy lepsza lepiej najlepszy świetny świetna świetne super idealny idealna idealne idealnie doskonały
      piękny piękna piękne ładny ładna ładne zły zła złe źle gorszy gorzej zadowolona zadowolony rozczarowana rozczarowany tani nowy
      nowa nowe duży duża duże mały mała małe wygląda pasuje pasują działa działają przyszedł przyszła przyszło trzyma pachnie pęka pękł
      pękła zepsuł zepsuła prać wyprane łatwo łatwy szybko szybka szybki`,
    skipped: 'bardzo za zbyt tak dość całkiem naprawdę trochę super też również tylko nieco',
  },
  ar: {
    refused: `لا ليس ليست لم لن غير بدون واحد واحدة اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة أول شيء أشياء منتج المنتج منتجات طلب
      الطلب طلبية شراء تقييم نجمة نجوم متجر المتجر ماركة اشتريت اشتريته طلبت أحب أحببت أحببته يعجبني أعجبني أنصح انصح أريد أحتاج
      أعتقد وجدت أعرف استخدمت استخدمته أستخدم استلمت وصلني حصلت رأيت جربت توقعت يوم أيام أسبوع أسابيع شهر أشهر سنة مرة مرات دائما`,
    weak: `جيد جيدة جدا ممتاز ممتازة رائع رائعة جميل جميلة مثالي أفضل سيء سيئة أسوأ راض سعيد رخيص جديد جديدة كبير كبيرة صغير صغيرة
      وصل وصلت يعمل تعمل مناسب مناسبة يبدو انكسر مكسور سهل سهلة سريع سريعة`,
    skipped: 'جدا جداً كثيرا قليلا حقا فعلا أيضا تماما',
  },
  he: {
    refused: `לא אין אף בלי אחד אחת שניים שתיים שלוש שלושה ארבע חמש שש שבע שמונה תשע עשר ראשון דבר דברים משהו הכל מוצר המוצר מוצרים הזמנה
      ההזמנה קנייה ביקורת כוכב כוכבים חנות החנות מותג קניתי הזמנתי אוהב אוהבת אהבתי ממליץ ממליצה מומלץ רוצה רציתי צריך צריכה חושב
      חושבת מצאתי יודע משתמש משתמשת השתמשתי קיבלתי ראיתי ניסיתי ציפיתי יום ימים שבוע שבועות חודש חודשים שנה שנים פעם פעמים תמיד כבר`,
    weak: `טוב טובה טובים מצוין מצוינת מעולה נהדר נהדרת יפה מושלם מושלמת רע רעה גרוע גרועה מרוצה מאוכזב מאוכזבת זול חדש חדשה גדול גדולה
      קטן קטנה הגיע הגיעה עובד עובדת מתאים מתאימה נראה נשבר נשברה שבור קל קלה מהר מהיר מהירה`,
    skipped: 'מאוד ממש כל כך די קצת באמת גם סופר יותר',
  },
}

const toSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const loaded = new Map<string, TopicWords>()

/** Undefined for languages without lists. */
export function findTopicWords(language: string): TopicWords | undefined {
  const known = loaded.get(language)
  const list = lists[language]
  if (known || !list) return known
  const words = { refused: toSet(list.refused), weak: toSet(list.weak), skipped: toSet(list.skipped) }
  loaded.set(language, words)
  return words
}

export const topicLanguages: readonly string[] = Object.keys(lists)

/** Endings by language, so that "back strap" and "back straps" are one topic. Only the comparison uses the shortened word. */
const endings: Record<string, RegExp> = {
  en: /(?<=..[^s])s$|(?<=...)ies$/,
  de: /(?<=....)(?:e[nrsm]?|n|s)$/,
  fr: /(?<=...)(?:es|e|s)$/,
  es: /(?<=...)(?:[oa]s?|es|s)$/,
  it: /(?<=...)[oaei]$/,
  nl: /(?<=....)(?:en|e|s)$/,
  pt: /(?<=...)(?:[oa]s?|es|s)$/,
}

export function toStem(word: string, language: string): string {
  if (language === 'en' && word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  const ending = endings[language]
  return ending ? word.replace(ending, '') : word
}
