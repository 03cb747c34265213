import { isReadable, isSameSite } from './website';

export interface PageLink {
  href: string;
  /** What the link says. */
  text: string;
}

/** What a page is about, by the words of its path or its link, most telling first. */
const TOPICS: readonly (readonly string[])[] = [
  words('about, about us, our story, story, who we are, company, team, mission')
    .concat(words('über uns, ueber uns, unternehmen, à propos, a propos, qui sommes nous'))
    .concat(words('sobre nosotros, quienes somos, chi siamo, over ons')),
  words(
    'service, services, what we do, solutions, leistungen, angebot, servicios, servizi, diensten',
  ),
  words('products, shop, store, menu, collections, catalog, catalogue, produkte, sortiment').concat(
    words('speisekarte, produits, carte, productos, prodotti, producten'),
  ),
  words(
    'pricing, prices, price list, plans, rates, preise, tarif, tarifs, precios, prezzi, prijzen',
  ),
  words('contact, contact us, visit us, locations, find us, kontakt, contacto, contatti'),
  words('faq, faqs, why us, reviews, testimonials, customers, case studies, referenzen'),
];

/** Pages that say little about a brand. */
const UNHELPFUL = words(
  'login, log in, sign in, signin, sign up, signup, register, account, cart, basket, checkout, privacy, cookie',
).concat(
  words('cookies, terms, imprint, impressum, datenschutz, agb, wishlist, search, feed, wp admin'),
);

function words(list: string): string[] {
  return list.split(', ').map((phrase) => ` ${phrase} `);
}

/** Files that aren't pages. */
const FILE = /\.(?!html?$|php$|aspx?$)[a-z\d]{2,5}$/i;
/** A path or a link longer than this names no topic. */
const MAX_WORDS = 200;

/** The pages of the same site that say most about a business, one for each topic first. */
export function choosePages(links: readonly PageLink[], start: URL, base: URL, max: number): URL[] {
  const found = new Map<string, { url: URL; topic: number; depth: number }>();
  const startKey = keyOf(start);
  for (const { href, text } of links) {
    const url = URL.parse(href, base);
    if (!url || !isReadable(url) || !isSameSite(url, start)) continue;
    url.hash = '';
    const key = keyOf(url);
    if (key === startKey || found.has(key)) continue;
    if (url.href.length > MAX_WORDS * 2 || FILE.test(url.pathname)) continue;
    const says = ` ${wordsOf(decoded(url.pathname))}  ${wordsOf(text)} `;
    const has = (phrase: string) => says.includes(phrase);
    if (UNHELPFUL.some(has)) continue;
    const topic = TOPICS.findIndex((phrases) => phrases.some(has));
    if (topic < 0) continue;
    found.set(key, { url, topic, depth: url.pathname.split('/').filter(Boolean).length });
  }
  const ranked = [...found.values()].sort((one, other) => one.depth - other.depth);
  const firsts = TOPICS.map((_, topic) => ranked.find((page) => page.topic === topic)).filter(
    (page) => page !== undefined,
  );
  const rest = ranked.filter((page) => !firsts.includes(page));
  rest.sort((one, other) => one.topic - other.topic);
  return [...firsts, ...rest].slice(0, max).map(({ url }) => url);
}

/** `http` or `https`, `www.` or not, and a slash at the end make no other page. */
function keyOf({ pathname, search }: URL): string {
  return (pathname.replace(/\/(?:index\.\w{3,4})?$/, '') + search).toLowerCase();
}

function wordsOf(text: string): string {
  return text
    .slice(0, MAX_WORDS)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Escapes of another encoding.
    return path;
  }
}
