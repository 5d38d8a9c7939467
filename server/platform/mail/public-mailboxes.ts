// Public mailbox domains. No store can publish a record there, so refusing them immediately saves a merchant two weeks of
// waiting.
const domains = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.jp outlook.com.br hotmail.com hotmail.co.uk
  hotmail.de hotmail.fr hotmail.es hotmail.it hotmail.nl live.com live.co.uk live.de live.fr live.nl live.it msn.com windowslive.com
  passport.com yahoo.com yahoo.co.uk yahoo.co.jp yahoo.co.in yahoo.com.br yahoo.com.au yahoo.com.mx yahoo.ca yahoo.de yahoo.fr yahoo.es
  yahoo.it yahoo.pl ymail.com rocketmail.com myyahoo.com aol.com aol.de aol.co.uk aim.com icloud.com me.com mac.com privaterelay.appleid.com
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.com tuta.io tutamail.com keemail.me gmx.de gmx.net gmx.at
  gmx.ch gmx.com gmx.fr gmx.us web.de email.de t-online.de magenta.de freenet.de arcor.de online.de 1und1.de mail.de posteo.de posteo.net
  mailbox.org hushmail.com fastmail.com fastmail.fm zoho.com zohomail.com mail.com email.com usa.com post.com mail.ru inbox.ru list.ru
  bk.ru internet.ru yandex.com yandex.ru ya.ru rambler.ru ukr.net i.ua meta.ua seznam.cz email.cz centrum.cz post.cz volny.cz azet.sk
  zoznam.sk wp.pl o2.pl onet.pl op.pl interia.pl interia.eu gazeta.pl tlen.pl orange.fr wanadoo.fr free.fr sfr.fr neuf.fr laposte.net
  bbox.fr numericable.fr libero.it virgilio.it tiscali.it tin.it alice.it tim.it aruba.it pec.it fastwebnet.it telefonica.net terra.es
  ono.com ziggo.nl kpnmail.nl kpnplanet.nl planet.nl hetnet.nl home.nl xs4all.nl telenet.be skynet.be proximus.be bluewin.ch hispeed.ch
  sunrise.ch a1.net aon.at chello.at sapo.pt mail.pt telia.com bredband.net spray.se online.no comcast.net verizon.net att.net
  sbcglobal.net bellsouth.net cox.net charter.net earthlink.net optonline.net juno.com btinternet.com btopenworld.com sky.com
  virginmedia.com ntlworld.com talktalk.net blueyonder.co.uk bigpond.com optusnet.com.au rogers.com shaw.ca sympatico.ca telus.net
  uol.com.br bol.com.br terra.com.br ig.com.br globo.com qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com 139.com
  189.cn aliyun.com naver.com daum.net hanmail.net nate.com kakao.com docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp
  nifty.com rediffmail.com walla.co.il mynet.com abv.bg freemail.hu citromail.hu mailinator.com guerrillamail.com 10minutemail.com
  yopmail.com temp-mail.org sharklasers.com duck.com mozmail.com simplelogin.io anonaddy.com hey.com onmicrosoft.com`.split(
    /\s+/,
  ),
)

export const isPublicMailbox = (domain: string): boolean => domains.has(domain)
