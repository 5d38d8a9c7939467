// Texts of the ledger's page in the languages of all public pages. `[words](name)` is a link, `{name}` a placeholder.
import { languageOf } from '#widgets/review-form/texts/texts.ts'
import type { MeterTexts } from '../suppression/public-meter.ts'

type LedgerTexts = {
  /** `{store}`, here and in `description` */
  title: string
  description: string
  written: string
  nameless: string
  head: string
  day: string
  entries: string
  root: string
  checkpoint: string
  signed: string
  unsigned: string
  check: string
  /** `checkpoint`, `heads` and `format` are links. */
  checkpoints: string
  /** `keys` */
  keys: string
  /** `{address}`, here and in `consistency` */
  review: string
  consistency: string
  /** `program`; `{command}` */
  program: string
  /** `details` */
  details: string
  limits: string
  proves: string
  meter: MeterTexts
}

const en: LedgerTexts = {
  title: 'How the reviews of {store} are checked',
  description: 'The record of the reviews of {store}, its newest signed head, and how to check it.',
  written:
    'Everything that happens to a review of this shop is recorded immediately: its arrival and source, a proven purchase, an offer made for it, every decision to show or hide it, and its deletion. Entries are only added. Each has a fingerprint of the one before, so that all later entries reveal a change, removal or insertion.',
  nameless: 'Entries contain no names and no quotes. They only have a salted fingerprint of each text.',
  head: 'The newest signed head',
  day: 'Day (UTC)',
  entries: 'Entries',
  root: 'Root of the tree',
  checkpoint: 'Checkpoint',
  signed:
    'Every night the service signs one number for all entries. With a copy of it, anybody can prove later that no entry was changed.',
  unsigned: 'Nothing is signed yet. The first head follows after midnight (UTC) of the day of the first review.',
  check: 'Check it yourself',
  checkpoints: '[The newest checkpoint](checkpoint) and [all signed ones](heads), each a [C2SP checkpoint](format).',
  keys: '[The keys](keys) that sign them.',
  review: '{address} has the entries of one published review, with the proof that each is in the newest head.',
  consistency: '{address} proves that a later head only added to an earlier one.',
  program: '[A program](program) for Node without dependencies: {command} checks an evidence pack of the shop.',
  details: '[How this works, in detail](details)',
  limits: 'Limits of this proof',
  proves:
    'It does not prove that a review is true, or that every review was sent here. It proves what the shop and this service did with the reviews they received.',
  meter: {
    heading: 'How much is withheld',
    shares:
      'From {from} to {to} ({timezone}), {low} of the decided reviews with one or two stars are withheld, and {high} of those with four or five.',
    gap: 'That is a gap of {points} points.',
    withheld: 'Withheld reviews were rejected, marked as spam or deleted by the shop.',
    byStars: 'By stars',
    columns: ['Stars', 'Received', 'Published', 'Withheld', 'Waiting', 'Share'],
  },
}
const de: LedgerTexts = {
  title: 'Wie die Bewertungen von {store} geprüft werden',
  description:
    'Was über die Bewertungen von {store} festgehalten ist, der neueste signierte Stand davon, und wie alle ihn prüfen können.',
  written:
    'Alles, was mit einer Bewertung dieses Shops geschieht, wird in dem Moment festgehalten, in dem es geschieht: dass sie eingegangen ist und auf welchem Weg, ob ein Kauf nachgewiesen war, was dafür angeboten wurde, jede Entscheidung, sie zu zeigen oder zu verbergen, und dass sie gelöscht wurde. Einträge kommen nur hinzu. Jeder enthält einen Fingerabdruck des vorigen, sodass keiner später geändert, entfernt oder eingeschoben werden kann, ohne dass alle folgenden es zeigen.',
  nameless:
    'Die Einträge nennen niemanden und zitieren nichts: Von dem, was jemand geschrieben hat, enthalten sie einen gesalzenen Fingerabdruck.',
  head: 'Der neueste signierte Stand',
  day: 'Tag (UTC)',
  entries: 'Einträge',
  root: 'Wurzel des Baums',
  checkpoint: 'Prüfpunkt',
  signed:
    'Jede Nacht signiert der Dienst eine Zahl für alle Einträge, die es gibt. Wer sie aufhebt, kann später nachweisen, dass nichts von dem geändert wurde, wofür sie steht.',
  unsigned:
    'Noch wurde nichts signiert: Der erste Stand folgt nach Mitternacht (UTC) des Tages, an dem die erste Bewertung eingegangen ist.',
  check: 'Selbst prüfen',
  checkpoints:
    '[Der neueste Prüfpunkt](checkpoint) und [alle, die signiert wurden](heads), jeweils als [C2SP-Checkpoint](format).',
  keys: '[Die Schlüssel](keys), die sie signieren.',
  review:
    '{address} ist, was das Verzeichnis über eine veröffentlichte Bewertung sagt, mit dem Nachweis, dass jeder Eintrag im neuesten Stand enthalten ist.',
  consistency: '{address} weist nach, dass ein späterer Stand einem früheren nur etwas hinzugefügt hat.',
  program:
    '[Ein Programm](program) für Node, das sonst nichts braucht: {command} prüft ein Paket von Nachweisen, wie der Shop es allen gibt, die danach fragen.',
  details: '[Wie das im Einzelnen funktioniert](details) (auf Englisch)',
  limits: 'Was das nicht nachweist',
  proves:
    'Dass wahr ist, was jemand geschrieben hat, und dass eine Bewertung einging, die nie hierher gesendet wurde. Es weist nach, was der Shop und dieser Dienst mit denen gemacht haben, die es wurden.',
  meter: {
    heading: 'Wie viel zurückgehalten wird',
    shares:
      'Von den Bewertungen, die vom {from} bis {to} ({timezone}) eingingen und über die entschieden ist, werden {low} derer mit einem oder zwei Sternen zurückgehalten und {high} derer mit vier oder fünf.',
    gap: 'Das ist ein Abstand von {points} Prozentpunkten.',
    withheld: 'Zurückgehalten sind solche, die abgelehnt, als Spam markiert oder vom Shop gelöscht wurden.',
    byStars: 'Nach Sternen',
    columns: ['Sterne', 'Eingegangen', 'Veröffentlicht', 'Zurückgehalten', 'Offen', 'Anteil'],
  },
}
const fr: LedgerTexts = {
  title: 'Comment les avis de {store} sont contrôlés',
  description:
    'Ce qui est consigné sur les avis de {store}, le dernier état signé, et comment chacun peut le vérifier.',
  written:
    'Tout ce qui arrive à un avis de cette boutique est consigné au moment même : sa réception et par quelle voie, si un achat était prouvé, ce qui a été offert en échange, chaque décision de l’afficher ou de le masquer, et sa suppression. Les entrées ne font que s’ajouter. Chacune contient une empreinte de la précédente : aucune ne peut être modifiée, retirée ou insérée après coup sans que toutes les suivantes ne le montrent.',
  nameless:
    'Les entrées ne nomment personne et ne citent rien : de ce que quelqu’un a écrit, elles gardent une empreinte salée.',
  head: 'Le dernier état signé',
  day: 'Jour (UTC)',
  entries: 'Entrées',
  root: 'Racine de l’arbre',
  checkpoint: 'Point de contrôle',
  signed:
    'Chaque nuit, le service signe un nombre pour toutes les entrées existantes. Qui le garde peut prouver plus tard que rien de ce qu’il représente n’a été modifié.',
  unsigned:
    'Rien n’a encore été signé : le premier état suit après minuit (UTC) le jour où le premier avis est arrivé.',
  check: 'Vérifier soi-même',
  checkpoints:
    '[Le dernier point de contrôle](checkpoint) et [tous ceux qui ont été signés](heads), chacun au format [C2SP checkpoint](format).',
  keys: '[Les clés](keys) qui les signent.',
  review:
    '{address} est ce que le registre dit d’un avis publié, avec la preuve que chaque entrée figure dans le dernier état.',
  consistency: '{address} prouve qu’un état ultérieur n’a fait qu’ajouter à un état antérieur.',
  program:
    '[Un programme](program) pour Node qui n’a besoin de rien d’autre : {command} vérifie un dossier de preuves, tel que la boutique le remet à qui le demande.',
  details: '[Le fonctionnement en détail](details) (en anglais)',
  limits: 'Ce que cela ne prouve pas',
  proves:
    'Que ce que quelqu’un a écrit est vrai, ni qu’un avis qui n’a jamais été envoyé ici est arrivé. Cela prouve ce que la boutique et ce service ont fait de ceux qui l’ont été.',
  meter: {
    heading: 'Quelle part est retenue',
    shares:
      'Parmi les avis reçus du {from} au {to} ({timezone}) et sur lesquels il a été statué, {low} de ceux à une ou deux étoiles sont retenus, et {high} de ceux à quatre ou cinq.',
    gap: 'L’écart est de {points} points.',
    withheld: 'Sont retenus ceux que la boutique a refusés, marqués comme indésirables ou supprimés.',
    byStars: 'Par étoiles',
    columns: ['Étoiles', 'Reçus', 'Publiés', 'Retenus', 'En attente', 'Part'],
  },
}
const es: LedgerTexts = {
  title: 'Cómo se comprueban las opiniones de {store}',
  description:
    'Lo que queda registrado sobre las opiniones de {store}, el último estado firmado y cómo puede comprobarlo cualquiera.',
  written:
    'Todo lo que ocurre con una opinión de esta tienda se registra en el momento en que ocurre: que llegó y por qué vía, si la compra estaba demostrada, qué se ofreció a cambio, cada decisión de mostrarla u ocultarla, y que se eliminó. Las entradas solo se añaden. Cada una contiene una huella de la anterior, de modo que ninguna puede cambiarse, quitarse ni intercalarse después sin que lo muestren todas las siguientes.',
  nameless: 'Las entradas no nombran a nadie ni citan nada: de lo que alguien escribió guardan una huella con sal.',
  head: 'El último estado firmado',
  day: 'Día (UTC)',
  entries: 'Entradas',
  root: 'Raíz del árbol',
  checkpoint: 'Punto de control',
  signed:
    'Cada noche el servicio firma un número que representa todas las entradas que hay. Quien lo guarde podrá demostrar más tarde que nada de lo que representa ha cambiado.',
  unsigned:
    'Todavía no se ha firmado nada: el primer estado llega después de la medianoche (UTC) del día en que llegó la primera opinión.',
  check: 'Compruébalo tú mismo',
  checkpoints:
    '[El último punto de control](checkpoint) y [todos los que se firmaron](heads), cada uno como [C2SP checkpoint](format).',
  keys: '[Las claves](keys) que los firman.',
  review:
    '{address} es lo que dice el registro de una opinión publicada, con la prueba de que cada entrada está en el último estado.',
  consistency: '{address} demuestra que un estado posterior solo añadió algo a uno anterior.',
  program:
    '[Un programa](program) para Node que no necesita nada más: {command} comprueba un paquete de pruebas como el que la tienda entrega a quien lo pide.',
  details: '[Cómo funciona, en detalle](details) (en inglés)',
  limits: 'Lo que esto no demuestra',
  proves:
    'Que sea verdad lo que alguien escribió, ni que llegara una opinión que nunca se envió aquí. Demuestra qué hicieron la tienda y este servicio con las que sí llegaron.',
  meter: {
    heading: 'Cuánto se retiene',
    shares:
      'De las opiniones que llegaron del {from} al {to} ({timezone}) y sobre las que se decidió, se retiene el {low} de las de una o dos estrellas y el {high} de las de cuatro o cinco.',
    gap: 'Es una diferencia de {points} puntos.',
    withheld: 'Retenidas son las que la tienda rechazó, marcó como spam o eliminó.',
    byStars: 'Por estrellas',
    columns: ['Estrellas', 'Recibidas', 'Publicadas', 'Retenidas', 'Pendientes', 'Proporción'],
  },
}
const it: LedgerTexts = {
  title: 'Come vengono verificate le recensioni di {store}',
  description:
    'Che cosa è registrato sulle recensioni di {store}, l’ultimo stato firmato e come chiunque può verificarlo.',
  written:
    'Tutto ciò che accade a una recensione di questo negozio viene registrato nel momento in cui accade: che è arrivata e per quale via, se un acquisto era dimostrato, che cosa è stato offerto in cambio, ogni decisione di mostrarla o nasconderla, e che è stata eliminata. Le voci si possono solo aggiungere. Ognuna contiene un’impronta della precedente, così nessuna può essere cambiata, tolta o inserita in seguito senza che tutte le successive lo mostrino.',
  nameless:
    'Le voci non nominano nessuno e non citano nulla: di ciò che qualcuno ha scritto conservano un’impronta con sale.',
  head: 'L’ultimo stato firmato',
  day: 'Giorno (UTC)',
  entries: 'Voci',
  root: 'Radice dell’albero',
  checkpoint: 'Punto di controllo',
  signed:
    'Ogni notte il servizio firma un numero per tutte le voci esistenti. Chi lo conserva può dimostrare in seguito che nulla di ciò che rappresenta è stato cambiato.',
  unsigned:
    'Non è stato ancora firmato nulla: il primo stato segue dopo la mezzanotte (UTC) del giorno in cui è arrivata la prima recensione.',
  check: 'Verifica tu stesso',
  checkpoints:
    '[L’ultimo punto di controllo](checkpoint) e [tutti quelli firmati](heads), ciascuno come [C2SP checkpoint](format).',
  keys: '[Le chiavi](keys) che li firmano.',
  review:
    '{address} è ciò che il registro dice di una recensione pubblicata, con la prova che ogni voce si trova nell’ultimo stato.',
  consistency: '{address} dimostra che uno stato successivo ha solo aggiunto qualcosa a uno precedente.',
  program:
    '[Un programma](program) per Node che non ha bisogno d’altro: {command} verifica un pacchetto di prove, come il negozio lo consegna a chi lo chiede.',
  details: '[Come funziona, in dettaglio](details) (in inglese)',
  limits: 'Che cosa questo non dimostra',
  proves:
    'Che ciò che qualcuno ha scritto sia vero, né che sia arrivata una recensione mai inviata qui. Dimostra che cosa il negozio e questo servizio hanno fatto di quelle arrivate.',
  meter: {
    heading: 'Quanto viene trattenuto',
    shares:
      'Delle recensioni arrivate dal {from} al {to} ({timezone}) e su cui si è deciso, è trattenuto il {low} di quelle con una o due stelle e il {high} di quelle con quattro o cinque.',
    gap: 'È un divario di {points} punti.',
    withheld: 'Trattenute sono quelle che il negozio ha rifiutato, segnato come spam o eliminato.',
    byStars: 'Per stelle',
    columns: ['Stelle', 'Ricevute', 'Pubblicate', 'Trattenute', 'In attesa', 'Quota'],
  },
}
const nl: LedgerTexts = {
  title: 'Hoe de beoordelingen van {store} worden gecontroleerd',
  description:
    'Wat over de beoordelingen van {store} is vastgelegd, de nieuwste ondertekende stand daarvan, en hoe iedereen die controleert.',
  written:
    'Alles wat er met een beoordeling van deze winkel gebeurt, wordt vastgelegd op het moment dat het gebeurt: dat ze binnenkwam en hoe, of een aankoop bewezen was, wat ervoor werd aangeboden, elke beslissing om haar te tonen of te verbergen, en dat ze is verwijderd. Regels komen er alleen bij. Elke regel bevat een vingerafdruk van de vorige, zodat er later geen gewijzigd, verwijderd of tussengevoegd kan worden zonder dat alle volgende het laten zien.',
  nameless: 'De regels noemen niemand en citeren niets: van wat iemand schreef bevatten ze een gezouten vingerafdruk.',
  head: 'De nieuwste ondertekende stand',
  day: 'Dag (UTC)',
  entries: 'Regels',
  root: 'Wortel van de boom',
  checkpoint: 'Controlepunt',
  signed:
    'Elke nacht ondertekent de dienst één getal voor alle regels die er zijn. Wie het bewaart, kan later bewijzen dat niets waar het voor staat is gewijzigd.',
  unsigned:
    'Er is nog niets ondertekend: de eerste stand volgt na middernacht (UTC) van de dag waarop de eerste beoordeling binnenkwam.',
  check: 'Zelf controleren',
  checkpoints:
    '[Het nieuwste controlepunt](checkpoint) en [alle die ondertekend zijn](heads), elk als [C2SP checkpoint](format).',
  keys: '[De sleutels](keys) waarmee ze ondertekend zijn.',
  review:
    '{address} is wat het register over een gepubliceerde beoordeling zegt, met het bewijs dat elke regel in de nieuwste stand staat.',
  consistency: '{address} bewijst dat een latere stand alleen iets aan een eerdere heeft toegevoegd.',
  program:
    '[Een programma](program) voor Node dat verder niets nodig heeft: {command} controleert een bewijspakket, zoals de winkel het geeft aan wie erom vraagt.',
  details: '[Hoe dit in detail werkt](details) (in het Engels)',
  limits: 'Wat dit niet bewijst',
  proves:
    'Dat waar is wat iemand schreef, en dat een beoordeling binnenkwam die hier nooit naartoe is gestuurd. Het bewijst wat de winkel en deze dienst deden met de beoordelingen die wel binnenkwamen.',
  meter: {
    heading: 'Hoeveel wordt achtergehouden',
    shares:
      'Van de beoordelingen die van {from} tot {to} ({timezone}) binnenkwamen en waarover is beslist, wordt {low} van die met een of twee sterren achtergehouden, en {high} van die met vier of vijf.',
    gap: 'Dat is een verschil van {points} punten.',
    withheld: 'Achtergehouden zijn die welke zijn afgewezen, als spam gemarkeerd of door de winkel verwijderd.',
    byStars: 'Naar sterren',
    columns: ['Sterren', 'Ontvangen', 'Gepubliceerd', 'Achtergehouden', 'Open', 'Aandeel'],
  },
}
const pt: LedgerTexts = {
  title: 'Como são verificadas as avaliações de {store}',
  description:
    'O que fica registado sobre as avaliações de {store}, o último estado assinado e como qualquer pessoa o verifica.',
  written:
    'Tudo o que acontece a uma avaliação desta loja fica registado no momento em que acontece: que chegou e por que via, se uma compra estava comprovada, o que foi oferecido em troca, cada decisão de a mostrar ou ocultar, e que foi eliminada. Os registos só se acrescentam. Cada um contém uma impressão digital do anterior, pelo que nenhum pode ser alterado, retirado ou inserido mais tarde sem que todos os seguintes o mostrem.',
  nameless:
    'Os registos não nomeiam ninguém nem citam nada: do que alguém escreveu guardam uma impressão digital com sal.',
  head: 'O último estado assinado',
  day: 'Dia (UTC)',
  entries: 'Registos',
  root: 'Raiz da árvore',
  checkpoint: 'Ponto de controlo',
  signed:
    'Todas as noites o serviço assina um número para todos os registos existentes. Quem o guardar pode provar mais tarde que nada do que ele representa foi alterado.',
  unsigned:
    'Ainda nada foi assinado: o primeiro estado surge depois da meia-noite (UTC) do dia em que chegou a primeira avaliação.',
  check: 'Verifique por si',
  checkpoints:
    '[O último ponto de controlo](checkpoint) e [todos os que foram assinados](heads), cada um como [C2SP checkpoint](format).',
  keys: '[As chaves](keys) que os assinam.',
  review:
    '{address} é o que o registo diz de uma avaliação publicada, com a prova de que cada entrada está no último estado.',
  consistency: '{address} prova que um estado posterior só acrescentou algo a um anterior.',
  program:
    '[Um programa](program) para Node que não precisa de mais nada: {command} verifica um pacote de provas, tal como a loja o entrega a quem o pedir.',
  details: '[Como funciona, em pormenor](details) (em inglês)',
  limits: 'O que isto não prova',
  proves:
    'Que seja verdade o que alguém escreveu, nem que tenha chegado uma avaliação que nunca foi enviada para aqui. Prova o que a loja e este serviço fizeram com as que chegaram.',
  meter: {
    heading: 'Quanto é retido',
    shares:
      'Das avaliações que chegaram de {from} a {to} ({timezone}) e sobre as quais se decidiu, são retidas {low} das que têm uma ou duas estrelas e {high} das que têm quatro ou cinco.',
    gap: 'É uma diferença de {points} pontos.',
    withheld: 'Retidas são as que a loja rejeitou, marcou como spam ou eliminou.',
    byStars: 'Por estrelas',
    columns: ['Estrelas', 'Recebidas', 'Publicadas', 'Retidas', 'Pendentes', 'Proporção'],
  },
}
const pl: LedgerTexts = {
  title: 'Jak sprawdzane są opinie o {store}',
  description: 'Co zapisano o opiniach o {store}, najnowszy podpisany stan tych zapisów i jak każdy może go sprawdzić.',
  written:
    'Wszystko, co dzieje się z opinią w tym sklepie, jest zapisywane w chwili, gdy się dzieje: że wpłynęła i jaką drogą, czy zakup był potwierdzony, co za nią zaoferowano, każda decyzja o pokazaniu lub ukryciu oraz to, że ją usunięto. Wpisy można tylko dodawać. Każdy zawiera odcisk poprzedniego, więc żadnego nie da się później zmienić, usunąć ani wstawić, żeby nie pokazały tego wszystkie następne.',
  nameless: 'Wpisy nikogo nie wymieniają i niczego nie cytują: z tego, co ktoś napisał, zawierają posolony odcisk.',
  head: 'Najnowszy podpisany stan',
  day: 'Dzień (UTC)',
  entries: 'Wpisy',
  root: 'Korzeń drzewa',
  checkpoint: 'Punkt kontrolny',
  signed:
    'Każdej nocy usługa podpisuje jedną liczbę dla wszystkich istniejących wpisów. Kto ją zachowa, może później dowieść, że nic z tego, co ona oznacza, nie zostało zmienione.',
  unsigned:
    'Nic jeszcze nie podpisano: pierwszy stan pojawi się po północy (UTC) dnia, w którym wpłynęła pierwsza opinia.',
  check: 'Sprawdź samodzielnie',
  checkpoints:
    '[Najnowszy punkt kontrolny](checkpoint) i [wszystkie podpisane](heads), każdy jako [C2SP checkpoint](format).',
  keys: '[Klucze](keys), którymi są podpisane.',
  review:
    '{address} to, co rejestr mówi o jednej opublikowanej opinii, wraz z dowodem, że każdy wpis jest w najnowszym stanie.',
  consistency: '{address} dowodzi, że późniejszy stan tylko dodał coś do wcześniejszego.',
  program:
    '[Program](program) dla Node, który niczego więcej nie potrzebuje: {command} sprawdza pakiet dowodów, jaki sklep wydaje każdemu, kto o niego poprosi.',
  details: '[Jak to działa, szczegółowo](details) (po angielsku)',
  limits: 'Czego to nie dowodzi',
  proves:
    'Że to, co ktoś napisał, jest prawdą, ani że wpłynęła opinia, której nigdy tu nie wysłano. Dowodzi, co sklep i ta usługa zrobiły z tymi, które wpłynęły.',
  meter: {
    heading: 'Ile się wstrzymuje',
    shares:
      'Z opinii, które wpłynęły od {from} do {to} ({timezone}) i co do których zapadła decyzja, wstrzymano {low} tych z jedną lub dwiema gwiazdkami oraz {high} tych z czterema lub pięcioma.',
    gap: 'To różnica {points} punktu procentowego.',
    withheld: 'Wstrzymane to te, które sklep odrzucił, oznaczył jako spam lub usunął.',
    byStars: 'Według gwiazdek',
    columns: ['Gwiazdki', 'Otrzymane', 'Opublikowane', 'Wstrzymane', 'Oczekujące', 'Udział'],
  },
}
const ar: LedgerTexts = {
  title: 'كيف يُتحقق من تقييمات {store}',
  description: 'ما يُدوَّن عن تقييمات {store}، وأحدث حالة موقَّعة منه، وكيف يستطيع أي شخص التحقق منها.',
  written:
    'كل ما يحدث لتقييم في هذا المتجر يُدوَّن لحظة حدوثه: أنه وصل وبأي طريق، وهل ثبت الشراء، وما الذي عُرض مقابله، وكل قرار بإظهاره أو إخفائه، وأنه حُذف. لا يمكن إلا إضافة القيود. ويحمل كل قيد بصمة القيد الذي قبله، فلا يمكن تغيير أي منها أو إزالته أو دسّه لاحقًا دون أن تُظهر ذلك كل القيود التالية.',
  nameless: 'لا تذكر القيود أسماء أحد ولا تقتبس شيئًا: فهي لا تحمل مما كتبه الشخص سوى بصمة مملّحة.',
  head: 'أحدث حالة موقَّعة',
  day: 'اليوم (UTC)',
  entries: 'القيود',
  root: 'جذر الشجرة',
  checkpoint: 'نقطة التحقق',
  signed:
    'كل ليلة توقّع الخدمة رقمًا واحدًا يمثل جميع القيود الموجودة. ومن يحتفظ به يستطيع أن يثبت لاحقًا أن شيئًا مما يمثله لم يتغير.',
  unsigned: 'لم يُوقَّع شيء بعد: تأتي الحالة الأولى بعد منتصف ليل (UTC) اليوم الذي وصل فيه أول تقييم.',
  check: 'تحقق بنفسك',
  checkpoints: '[أحدث نقطة تحقق](checkpoint)، و[جميع النقاط الموقَّعة](heads)، وكل منها بصيغة [C2SP checkpoint](format).',
  keys: '[المفاتيح](keys) التي توقّعها.',
  review: '{address} هو ما يقوله السجل عن تقييم منشور، مع إثبات أن كل قيد موجود في أحدث حالة.',
  consistency: '{address} يثبت أن الحالة اللاحقة لم تفعل سوى الإضافة إلى السابقة.',
  program: '[برنامج](program) لـ Node لا يحتاج إلى شيء آخر: {command} يتحقق من حزمة أدلة كما يسلّمها المتجر لمن يطلبها.',
  details: '[كيف يعمل هذا بالتفصيل](details) (بالإنجليزية)',
  limits: 'ما لا يثبته هذا',
  proves:
    'لا يثبت أن ما كتبه الشخص صحيح، ولا أن تقييمًا لم يُرسل إلى هنا قط قد وصل. بل يثبت ما فعله المتجر وهذه الخدمة بما وصل منها.',
  meter: {
    heading: 'كم يُحجب',
    shares:
      'من التقييمات التي وصلت من {from} إلى {to} ({timezone}) وصدر بشأنها قرار، حُجب {low} من ذات النجمة أو النجمتين، و{high} من ذات الأربع أو الخمس نجوم.',
    gap: 'والفارق {points} نقطة.',
    withheld: 'المحجوب هو ما رفضه المتجر أو وسمه بأنه مزعج أو حذفه.',
    byStars: 'حسب النجوم',
    columns: ['النجوم', 'الواردة', 'المنشورة', 'المحجوبة', 'قيد الانتظار', 'النسبة'],
  },
}
const he: LedgerTexts = {
  title: 'איך נבדקות חוות הדעת של {store}',
  description: 'מה נרשם על חוות הדעת של {store}, המצב החתום האחרון, ואיך כל אחד יכול לבדוק אותו.',
  written:
    'כל מה שקורה לחוות דעת בחנות הזו נרשם ברגע שהוא קורה: שהתקבלה ובאיזו דרך, אם הוכחה רכישה, מה הוצע תמורתה, כל החלטה להציג או להסתיר אותה, ושנמחקה. רשומות רק נוספות. כל רשומה מחזיקה טביעת אצבע של זו שלפניה, כך שאי אפשר לשנות, להסיר או להכניס רשומה בדיעבד בלי שכל הבאות אחריה יראו זאת.',
  nameless: 'הרשומות אינן נוקבות בשמות ואינן מצטטות דבר: ממה שנכתב הן מחזיקות טביעת אצבע מומלחת.',
  head: 'המצב החתום האחרון',
  day: 'יום (UTC)',
  entries: 'רשומות',
  root: 'שורש העץ',
  checkpoint: 'נקודת ביקורת',
  signed:
    'מדי לילה השירות חותם על מספר אחד עבור כל הרשומות הקיימות. מי ששומר אותו יכול להוכיח בהמשך שדבר ממה שהוא מייצג לא שונה.',
  unsigned: 'עדיין לא נחתם דבר: המצב הראשון יגיע אחרי חצות (UTC) של היום שבו התקבלה חוות הדעת הראשונה.',
  check: 'אפשר לבדוק לבד',
  checkpoints: '[נקודת הביקורת האחרונה](checkpoint), ו[כל אלה שנחתמו](heads), כל אחת בתבנית [C2SP checkpoint](format).',
  keys: '[המפתחות](keys) שחותמים עליהן.',
  review: '{address} הוא מה שהיומן אומר על חוות דעת שפורסמה, עם ההוכחה שכל רשומה נמצאת במצב האחרון.',
  consistency: '{address} מוכיח שמצב מאוחר רק הוסיף על מצב מוקדם.',
  program:
    '[תוכנה](program) ל-Node שאינה צריכה דבר נוסף: {command} בודקת חבילת ראיות כפי שהחנות מוסרת אותה לכל מי שמבקש.',
  details: '[איך זה עובד, בפירוט](details) (באנגלית)',
  limits: 'מה זה אינו מוכיח',
  proves: 'שמה שנכתב נכון, ושהתקבלה חוות דעת שמעולם לא נשלחה לכאן. זה מוכיח מה עשו החנות והשירות הזה עם אלה שכן נשלחו.',
  meter: {
    heading: 'כמה לא מוצג',
    shares:
      'מחוות הדעת שהתקבלו מ-{from} עד {to} ({timezone}) ושהוחלט לגביהן, אינן מוצגות {low} מאלה עם כוכב אחד או שניים, ו-{high} מאלה עם ארבעה או חמישה.',
    gap: 'זה פער של {points} נקודות.',
    withheld: 'אינן מוצגות אלה שנדחו, סומנו כספאם או נמחקו בידי החנות.',
    byStars: 'לפי כוכבים',
    columns: ['כוכבים', 'התקבלו', 'פורסמו', 'לא מוצגות', 'ממתינות', 'שיעור'],
  },
}

const languages: Readonly<Record<string, LedgerTexts>> = { en, de, fr, es, it, nl, pt, pl, ar, he }

export const ledgerTextsIn = (tag: string): LedgerTexts => languages[languageOf(tag)] ?? en
