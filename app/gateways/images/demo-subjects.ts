/** The colors of an illustration. */
export interface Palette {
  wall: string;
  /** Behind the subject. */
  shape: string;
  ground: string;
  ink: string;
  paper: string;
  /** Two that stand out. */
  first: string;
  second: string;
}

export const PALETTES: readonly Palette[] = [
  {
    wall: '#f6e7d0',
    shape: '#f2c777',
    ground: '#d98f5c',
    ink: '#3a2a2a',
    paper: '#fff8ec',
    first: '#c8553d',
    second: '#2f6f73',
  },
  {
    wall: '#dfeae4',
    shape: '#a9cfc0',
    ground: '#5f8f86',
    ink: '#1f3335',
    paper: '#fbfaf3',
    first: '#e2725b',
    second: '#edb458',
  },
  {
    wall: '#e9e4f2',
    shape: '#c9b8e4',
    ground: '#7d6ba6',
    ink: '#2b2440',
    paper: '#fffaf5',
    first: '#f08a4b',
    second: '#3d8b8b',
  },
  {
    wall: '#1f3a44',
    shape: '#f0b354',
    ground: '#142a32',
    ink: '#0e1d23',
    paper: '#f8ecd6',
    first: '#e8694a',
    second: '#6fb3a8',
  },
  {
    wall: '#fbe3dc',
    shape: '#f5b5a3',
    ground: '#b5565b',
    ink: '#43232b',
    paper: '#fff7f2',
    first: '#2d6a6a',
    second: '#f2b450',
  },
  {
    wall: '#d8e6f0',
    shape: '#fbe3a6',
    ground: '#6f97b5',
    ink: '#1d2f45',
    paper: '#ffffff',
    first: '#ef6f53',
    second: '#31608c',
  },
  {
    wall: '#ece5d8',
    shape: '#cdd6b4',
    ground: '#87956a',
    ink: '#2d3323',
    paper: '#fdfaf1',
    first: '#c5643f',
    second: '#e3b04b',
  },
];

/** What an illustration shows, drawn in a square of 400 by 400 whose floor is at 320. */
export type Subject = (palette: Palette) => string;

const CRUST = '#cf8a45';
const DARK_CRUST = '#a9652f';
const CRUMB = '#f4d9a8';
const WOOD = '#9a6a3f';

const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
const circle = (cx: number, cy: number, r: number, fill: string) =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/>`;
const box = (x: number, y: number, width: number, height: number, r: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${r}" fill="${fill}"/>`;
const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const shadow = (ink: string, rx = 165) =>
  `<ellipse cx="200" cy="322" rx="${rx}" ry="14" fill="${ink}" opacity="0.16"/>`;
const steam = (x: number, y: number, color: string) =>
  line(`M${x} ${y}c-16-18 16-30 0-50s10-26 4-40`, color, 7);

const bread: Subject = ({ ink, paper }) =>
  [
    shadow(ink, 180),
    box(28, 302, 344, 20, 10, WOOD),
    path('M66 303C40 196 106 118 200 118s160 78 134 185Z', CRUST),
    path('M66 303C50 236 70 176 112 146c-22 52-20 108 4 157Z', DARK_CRUST),
    path('M140 158c40 34 44 86 26 126c-36-34-44-84-26-126Z', CRUMB),
    path('M204 146c38 36 42 92 22 138c-34-38-40-92-22-138Z', CRUMB),
    path('M264 166c28 32 28 80 8 116c-26-32-28-78-8-116Z', CRUMB),
    `<g opacity="0.75">${steam(176, 104, paper)}${steam(226, 98, paper)}</g>`,
  ].join('');

const baguettes: Subject = ({ ink, second, paper }) => {
  const loaf = (x: number, turn: number, length: number) =>
    `<g transform="rotate(${turn} ${x} 300)">${box(x - 25, 305 - length, 50, length, 25, CRUST)}${[0, 1, 2, 3].map((at) => line(`M${x - 11} ${327 - length + at * 42}l22 22`, CRUMB, 10)).join('')}</g>`;
  return [
    shadow(ink, 120),
    loaf(160, -11, 225),
    loaf(240, 10, 232),
    loaf(200, 0, 255),
    path('M108 190h184l-22 132H130Z', second),
    path('M108 190h184l-4 24H112Z', paper),
    line('M200 300v-58M200 286l-20-16M200 286l20-16M200 264l-18-15M200 264l18-15', paper, 7),
  ].join('');
};

const croissant: Subject = ({ ink, paper, first }) => {
  const parts = [3, -3, 2, -2, 1, -1, 0].map((at) => {
    const angle = (at * 27 * Math.PI) / 180;
    const size = 1 - Math.abs(at) * 0.17;
    const [x, y] = [200 + Math.sin(angle) * 128, 292 - Math.cos(angle) * 92];
    const fill = at % 2 === 0 ? CRUST : DARK_CRUST;
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${at * 27}) scale(${size.toFixed(2)})"><ellipse rx="46" ry="76" fill="${fill}"/>${line('M-16-48q-12 46 0 90', CRUMB, 5)}</g>`;
  });
  return [
    shadow(ink, 175),
    `<ellipse cx="200" cy="306" rx="176" ry="22" fill="${paper}"/>`,
    `<ellipse cx="200" cy="303" rx="140" ry="13" fill="${first}" opacity="0.25"/>`,
    ...parts,
  ].join('');
};

const cake: Subject = ({ ink, paper, first, second }) =>
  [
    shadow(ink, 150),
    path('M186 280h28l14 40h-56Z', paper),
    `<ellipse cx="200" cy="278" rx="150" ry="16" fill="${paper}"/>`,
    box(84, 176, 232, 98, 14, CRUMB),
    box(84, 214, 232, 22, 0, first),
    path(
      'M84 190c0-30 20-44 48-44h136c28 0 48 14 48 44v14c-14 18-30 18-40 0c-10 26-28 26-40 0c-10 18-28 18-38 0c-10 28-28 28-40 0c-10 16-26 16-36 0c-10 20-24 16-38 0Z',
      paper,
    ),
    ...[130, 176, 224, 270].map((x) => circle(x, 140, 17, second)),
    line('M200 126v-40', ink, 6),
    path('M200 56c16 16 14 30 0 32c-14-2-16-16 0-32Z', first),
  ].join('');

const coffee: Subject = ({ ink, paper, first, second }) =>
  [
    shadow(ink, 170),
    `<ellipse cx="190" cy="304" rx="168" ry="20" fill="${second}"/>`,
    `<ellipse cx="190" cy="298" rx="110" ry="11" fill="${ink}" opacity="0.2"/>`,
    line('M284 196c62-16 70 70-8 66', paper, 22),
    path('M92 172h204c0 84-36 128-102 128S92 256 92 172Z', paper),
    path('M92 172h52c0 62 14 104 40 127c-62-4-92-48-92-127Z', ink).replace(
      '/>',
      ' opacity="0.07"/>',
    ),
    `<ellipse cx="194" cy="172" rx="102" ry="20" fill="#5b3a29"/>`,
    path('M194 164c14-12 34 2 0 18c-34-16-14-30 0-18Z', CRUMB),
    box(150, 226, 88, 12, 6, first),
    `<g opacity="0.8">${steam(160, 136, paper)}${steam(206, 128, paper)}${steam(246, 138, paper)}</g>`,
  ].join('');

const storefront: Subject = ({ ink, paper, first, second, shape }) => {
  const stripes = Array.from({ length: 8 }, (_, at) => {
    const x = 40 + at * 40;
    return path(`M${x} 128h40v48a20 20 0 0 1-40 0Z`, at % 2 === 0 ? first : paper);
  });
  return [
    shadow(ink, 190),
    box(52, 70, 296, 250, 6, second),
    box(40, 52, 320, 34, 6, ink),
    box(120, 94, 160, 24, 6, paper),
    ...[0, 1, 2, 3, 4].map((at) => circle(148 + at * 26, 106, 5, ink)),
    box(74, 190, 150, 96, 6, shape),
    path('M74 286l60-96h34l-60 96Z', paper).replace('/>', ' opacity="0.45"/>'),
    line('M149 190v96', paper, 6),
    box(250, 184, 74, 136, 6, ink),
    box(262, 198, 50, 66, 4, shape),
    circle(262, 286, 5, paper),
    ...stripes,
    box(66, 292, 166, 12, 4, paper),
    box(84, 300, 44, 22, 4, first),
    ...[94, 106, 118].map((x) => circle(x, 294, 11, '#5c8f5a')),
    box(176, 300, 44, 22, 4, first),
    ...[186, 198, 210].map((x) => circle(x, 294, 11, '#5c8f5a')),
  ].join('');
};

const bicycle: Subject = ({ ink, paper, first, second }) => {
  const wheel = (x: number) =>
    `${line(`M${x - 72} 250a72 72 0 1 0 144 0a72 72 0 1 0-144 0`, ink, 11)}${[0, 45, 90, 135].map((turn) => `<g transform="rotate(${turn} ${x} 250)">${line(`M${x - 66} 250h132`, paper, 2)}</g>`).join('')}${circle(x, 250, 9, ink)}`;
  return [
    shadow(ink, 185),
    wheel(96),
    wheel(304),
    line('M96 250l58-112h112l-78 112Z', first, 12),
    line('M154 138l34 112', first, 12),
    line('M304 250l-46-150', first, 12),
    line('M144 112l12 30', ink, 9),
    path('M108 98h64c10 0 10 16 0 16h-44c-14 0-22-8-20-16Z', ink),
    line('M258 100h40c16 0 20 22 4 26', ink, 9),
    box(286, 128, 78, 58, 8, WOOD),
    line('M290 146h70M290 166h70', CRUMB, 4),
    path('M296 128c4-34 26-34 24 0Z', '#5c8f5a'),
    path('M322 128c0-48 30-44 26 0Z', second),
    circle(188, 250, 20, ink),
    circle(188, 250, 9, paper),
    line('M188 250l18 34M196 286h22', ink, 8),
  ].join('');
};

const tools: Subject = ({ ink, paper, first, second }) =>
  [
    shadow(ink, 150),
    box(56, 36, 288, 208, 10, WOOD),
    box(56, 36, 288, 26, 10, ink).replace('/>', ' opacity="0.18"/>'),
    ...[100, 200, 300].map((x) => circle(x, 74, 6, ink)),
    `<g transform="translate(100 0)">${path('M-34 78a34 34 0 0 0 20 34v104a14 14 0 0 0 28 0V112a34 34 0 0 0 20-34h-20v22h-28V78Z', paper)}${circle(0, 206, 6, WOOD)}</g>`,
    `<g transform="translate(200 0)">${box(-17, 82, 34, 74, 15, first)}${box(-8, 90, 5, 56, 2, paper)}${box(4, 90, 5, 56, 2, paper)}${box(-5, 152, 10, 54, 2, paper)}${path('M-9 204h18l-4 20h-10Z', paper)}</g>`,
    `<g transform="translate(300 0)">${box(-7, 96, 14, 124, 6, CRUMB)}${path('M-36 84h52c14 0 20 10 20 24h-20c0-6-4-8-10-8h-42Z', second)}</g>`,
    `<g transform="translate(128 286)">${[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<g transform="rotate(${turn})">${box(-8, -40, 16, 18, 4, second)}</g>`).join('')}${circle(0, 0, 30, second)}${circle(0, 0, 12, paper)}</g>`,
    box(196, 262, 120, 58, 8, first),
    box(196, 282, 120, 10, 0, ink).replace('/>', ' opacity="0.25"/>'),
    line('M230 262v-12c0-10 52-10 52 0v12', ink, 8),
    box(246, 280, 20, 16, 4, paper),
  ].join('');

const toaster: Subject = ({ ink, paper, first, second }) =>
  [
    shadow(ink, 170),
    path('M112 196V96c0-34 62-34 70 0v100Z', CRUST),
    path('M124 196V100c0-20 40-20 46 0v96Z', CRUMB),
    path('M214 196V74c6-34 68-34 72 0v122Z', CRUST),
    path('M226 196V80c4-20 44-20 48 0v116Z', CRUMB),
    box(52, 170, 296, 142, 44, first),
    box(52, 254, 296, 58, 29, ink).replace('/>', ' opacity="0.14"/>'),
    box(86, 184, 226, 14, 7, ink),
    circle(292, 246, 19, paper),
    line('M292 246l8-11', ink, 5),
    box(336, 206, 30, 20, 8, second),
    box(84, 308, 38, 14, 6, ink),
    box(278, 308, 38, 14, 6, ink),
  ].join('');

const washer: Subject = ({ ink, paper, first, second, shape }) =>
  [
    shadow(ink, 150),
    box(76, 66, 248, 254, 18, paper),
    box(76, 66, 248, 56, 18, second),
    circle(112, 94, 13, paper),
    box(186, 84, 110, 20, 6, ink),
    circle(200, 218, 84, ink),
    circle(200, 218, 68, shape),
    path('M134 226c24-22 44 20 70-2s44-10 62 4c-4 44-36 58-66 58s-60-18-66-60Z', first),
    circle(176, 200, 9, paper),
    circle(212, 186, 6, paper),
    circle(230, 204, 11, paper),
    box(96, 304, 26, 18, 4, ink),
    box(278, 304, 26, 18, 4, ink),
  ].join('');

const market: Subject = ({ ink, paper, first, second, shape }) => {
  const scallops = Array.from({ length: 8 }, (_, at) =>
    path(`M${36 + at * 41} 96h41v30a20.5 20.5 0 0 1-41 0Z`, at % 2 === 0 ? second : paper),
  );
  const crate = (x: number, fruit: string) =>
    [0, 1, 2].map((at) => circle(x + 20 + at * 27, 218, 16, fruit)).join('') +
    [0, 1].map((at) => circle(x + 33 + at * 27, 200, 16, fruit)).join('') +
    box(x, 220, 94, 36, 4, WOOD) +
    line(`M${x + 8} 238h78`, CRUMB, 4);
  return [
    shadow(ink, 185),
    box(54, 110, 12, 212, 3, WOOD),
    box(334, 110, 12, 212, 3, WOOD),
    path('M60 46h280l24 50H36Z', first),
    ...scallops,
    crate(60, '#d9534f'),
    crate(153, '#f0a33f'),
    crate(246, '#7fae5b'),
    box(44, 254, 312, 68, 6, ink),
    box(44, 254, 312, 14, 6, shape),
    box(150, 278, 100, 30, 6, paper),
    line('M166 293h68', ink, 5),
  ].join('');
};

const bottle: Subject = ({ ink, paper, first, second }) =>
  [
    shadow(ink, 130),
    box(96, 270, 208, 52, 8, paper),
    box(116, 246, 168, 26, 6, paper).replace('/>', ' opacity="0.75"/>'),
    path('M182 74h36v52c34 16 42 34 42 62v58H140v-58c0-28 8-46 42-62Z', second),
    path('M182 126c-34 16-42 34-42 62v58h30c-8-60-6-92 12-120Z', ink).replace(
      '/>',
      ' opacity="0.18"/>',
    ),
    box(178, 46, 44, 34, 6, WOOD),
    box(140, 178, 120, 46, 0, paper),
    line('M162 194h76M176 208h48', ink, 5),
    line('M290 262c30-30 34-76 18-118', '#5c8f5a', 6),
    path('M308 144c30 4 36 34 8 50c-14-16-20-36-8-50Z', '#5c8f5a'),
    path('M312 196c34-4 44 24 12 42c-16-10-22-28-12-42Z', '#7fae5b'),
    path('M304 202c-30-14-48 8-24 32c18-4 26-18 24-32Z', '#7fae5b'),
    circle(84, 306, 16, first),
  ].join('');

const flowers: Subject = ({ ink, paper, first, second }) => {
  const bloom = (x: number, y: number, fill: string, size: number) =>
    `<g transform="translate(${x} ${y}) scale(${size})">${[0, 60, 120, 180, 240, 300].map((turn) => `<ellipse transform="rotate(${turn})" cy="-26" rx="15" ry="24" fill="${fill}"/>`).join('')}${circle(0, 0, 15, CRUMB)}</g>`;
  return [
    shadow(ink, 120),
    line(
      'M200 230c-8-50-40-72-62-102M200 230c4-60 0-90 4-136M200 230c10-50 36-64 62-92M200 230c-20-30-60-34-84-40M200 230c24-30 56-34 84-34',
      '#5c8f5a',
      7,
    ),
    path('M150 186c-34 2-44-22-30-40c22 2 32 20 30 40Z', '#7fae5b'),
    path('M254 176c30-8 32-32 14-44c-18 8-22 26-14 44Z', '#7fae5b'),
    bloom(136, 120, first, 1.05),
    bloom(204, 84, paper, 1.15),
    bloom(266, 130, second, 1),
    bloom(112, 190, paper, 0.7),
    bloom(290, 196, first, 0.75),
    path('M146 220h108l-12 84c-2 12-12 18-24 18h-36c-12 0-22-6-24-18Z', second),
    box(138, 212, 124, 20, 10, paper),
  ].join('');
};

/** Words of a prompt, and what is drawn for them; the first that a prompt has decides. */
export const SUBJECTS: readonly { words: RegExp; draw: readonly Subject[] }[] = [
  { words: /\b(?:croissants?|pastr(?:y|ies)|danish|buns?)\b/i, draw: [croissant] },
  { words: /\b(?:cakes?|cupcakes?|birthday|dessert)\b/i, draw: [cake] },
  { words: /\b(?:baguettes?|paper bag)\b/i, draw: [baguettes] },
  {
    words: /\b(?:store ?fronts?|shop ?fronts?|shop window|façade|facade|exterior)\b/i,
    draw: [storefront],
  },
  { words: /\b(?:bread|loaf|loaves|sourdough|rye|oven|dough)\b/i, draw: [bread] },
  { words: /\b(?:bikes?|bicycles?|cycl(?:ing|ists?)|cargo)\b/i, draw: [bicycle] },
  { words: /\b(?:toasters?|kitchen|breakfast)\b/i, draw: [toaster] },
  { words: /\b(?:wash(?:er|ing)|dryers?|laundry|appliances?)\b/i, draw: [washer] },
  {
    words: /\b(?:tools?|wrench|screwdriver|repairs?|workshop|workbench|mechanic)\b/i,
    draw: [tools],
  },
  { words: /\b(?:coffee|espresso|latte|caf[eé]|tea|cups?|mug)\b/i, draw: [coffee] },
  { words: /\b(?:market|stall|farm|vegetables?|fruits?|apples?|grocer)\b/i, draw: [market] },
  { words: /\b(?:flowers?|bouquets?|plants?|garden|florist|vase)\b/i, draw: [flowers] },
  { words: /\b(?:bottles?|oil|wine|jar|perfume|soap|product|packag\w{1,5})\b/i, draw: [bottle] },
  { words: /\b(?:bakery|baker|baking)\b/i, draw: [bread, croissant, storefront] },
  { words: /\b(?:shop|store|boutique|business|open)\b/i, draw: [storefront, market] },
];
