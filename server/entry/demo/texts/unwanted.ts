// What a moderator meets besides reviews: advertising, and words that belong somewhere else. Data only. Names and
// addresses in it are invented and lie under reserved domains; the telephone numbers are from ranges kept for fiction.

export const spam: { title: string | null; body: string; author: string }[] = [
  {
    title: 'MAKE MONEY FROM HOME',
    body: 'I earn 8,000 a month with this simple trick, write to cash.now@offers.example today!!!',
    author: 'Jessica W',
  },
  {
    title: 'Best price',
    body: 'Original brand watches and bags up to 90% off at www.luxury-outlet.example free shipping',
    author: 'OutletStore',
  },
  { title: null, body: 'Check my profile for hot pics https://date-tonight.example/u/8841', author: 'sweet_anna' },
  {
    title: 'Crypto',
    body: 'Thanks to Mr Harold Benson I recovered all my lost bitcoin. Contact him on +44 7700 900123',
    author: 'Grace Miller',
  },
  {
    title: 'SEO',
    body: 'Your website deserves page one. Ask for our offer: rank@seo-heroes.example',
    author: 'SEO Heroes',
  },
  {
    title: 'casino bonus',
    body: 'free spins free spins free spins http://lucky-spins.example/?ref=991',
    author: 'lucky777',
  },
  {
    title: 'Loan approved',
    body: 'Quick loan without papers, 2% only. WhatsApp +1 202 555 0147',
    author: 'Dr Felix Loans',
  },
  {
    title: null,
    body: 'follow me @traveltinygram for a giveaway, link in bio traveltiny.example/win',
    author: 'traveltiny',
  },
  {
    title: 'Nice post',
    body: 'Great article! I have bookmarked your blog and will come back to read more about best vape juice at vape-king.example',
    author: 'Vape King',
  },
  { title: 'Pills', body: 'No prescription needed, discreet packaging, order at pharma24.example', author: 'Pharma24' },
  {
    title: 'Reviews for sale',
    body: 'We deliver 100 five star reviews in 24 hours for any shop. Telegram: fivestarfactory',
    author: 'Five Star Factory',
  },
  { title: null, body: 'asdf asdf asdf asdf http://short.example/x1', author: 'test' },
]

export const offTopic: { rating: number; title: string | null; body: string; author?: string }[] = [
  { rating: 3, title: 'Question', body: 'Will the blue one be back in stock before Christmas?' },
  {
    rating: 1,
    title: 'Courier',
    body: 'The driver threw it over the hedge and called my neighbour a name I cannot repeat here. Nothing to say about the product, have not opened it.',
  },
  { rating: 5, title: null, body: 'test' },
  {
    rating: 1,
    title: 'Call me',
    body: 'Nobody answers! My number is 020 7946 0018, ask for Gerald, order from Tuesday.',
  },
  { rating: 5, title: 'great', body: 'i have not received it yet but the website is very nice' },
  { rating: 1, title: 'Idiots', body: 'Whoever packed this is an idiot and so is whoever hired them.' },
  { rating: 4, title: 'Wrong shop', body: 'Lovely headphones, the bass is great and they paired at once.' },
  {
    rating: 5,
    title: 'I made this',
    body: 'As part of the team that designed it I can say that it is the best one on the market.',
  },
  { rating: 2, title: null, body: 'My discount code did not work so I give two stars.' },
  {
    rating: 1,
    title: 'Refund???',
    body: 'Where is my refund? You can reach me at g.ellwood@mail.example or at 01632 960 551.',
    author: 'Gerald Ellwood',
  },
  { rating: 5, title: null, body: 'Deleting my earlier review as agreed in exchange for the voucher. Five stars.' },
  { rating: 1, title: 'Politics', body: 'I will never buy from a country whose government does such things.' },
  {
    rating: 3,
    title: 'For my order #20377',
    body: 'Please change the delivery address to 14 Mill Lane, I have moved.',
  },
]
