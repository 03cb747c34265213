import { describe, expect, it } from 'vitest';

import { countTokens } from './count.server';
import { estimateTokens } from './estimate';

/** Article 1 of the Universal Declaration of Human Rights, and other texts that people paste. */
const TEXTS: Record<string, string> = {
  English:
    'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.',
  German:
    'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geiste der Brüderlichkeit begegnen.',
  Finnish:
    'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.',
  Turkish:
    'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.',
  Polish:
    'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.',
  Vietnamese:
    'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con người đều được tạo hóa ban cho lý trí và lương tâm.',
  Russian:
    'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
  Greek:
    'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση.',
  Hebrew:
    'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.',
  Arabic:
    'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء.',
  Hindi:
    'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है।',
  Thai: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม',
  Chinese: '人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。',
  Japanese: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。',
  Korean: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.',
  code: "export async function load(id: string): Promise<Row[]> {\n  const rows = await sql.query('SELECT id FROM things WHERE owner = $1', [id]);\n  return rows.map((row) => ({ ...row, title: row.title.trim() }));\n}\n",
  JSON: '{"id":"c0ffee12-3456-4789-abcd-ef0123456789","items":[{"price":12.5,"qty":3},{"price":7,"qty":11}],"ok":true}',
  Markdown:
    '## Offer\n\n- **Bread**: 3 for 2, until Friday\n- *Rolls*: fresh at 7:00\n\n| Day | Hours |\n|---|---|\n| Mon | 7–18 |\n',
};

describe('estimateTokens', () => {
  it.each(Object.entries(TEXTS))('is close to the count for %s', async (_, text) => {
    const ratio = estimateTokens(text) / (await countTokens(text));
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.75);
  });

  it("is off by at most half for text that isn't a language", async () => {
    const texts = [
      'qzxwvkjhgfpoiuytrwqlkjmnbvcxzasdqwpoilkjmnbhgtyvfrcdexswzaq'.repeat(3),
      'Zm9vYmFyYmF6cXV4Cg8r9LkQ1xYz7NnPp0WvUtSsRr'.repeat(4),
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      '😀👩‍👩‍👧‍👦🇫🇮❤️🔥✅🎉🥐',
      'የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው።',
      '------=====*****!!!!!/////{}{}{}[][]$%&|~^',
    ];
    for (const text of texts) {
      const ratio = estimateTokens(text) / (await countTokens(text));
      expect(ratio, text).toBeGreaterThan(0.45);
      expect(ratio, text).toBeLessThan(2);
    }
  });

  it('accepts any string', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('\ud83e')).toBeGreaterThan(0);
    expect(estimateTokens('\0\u0001 ')).toBeGreaterThanOrEqual(0);
  });
});
