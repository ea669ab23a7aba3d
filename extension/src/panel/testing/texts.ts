// Scenes of texts that are hard to lay out in a narrow panel: read from both sides, without an end, without a gap.

import type { FakeDaemon } from "./daemon";
import { agent, conversation, user } from "./make";

const hebrew = `# מה מצאתי

הדף **Order** מציג את המחיר \`24.00 €\` בשורה השלישית, ליד הכפתור “Order now”. המספר הוא MG-20418.

The button says **הזמן עכשיו**, and beside it stands \`סך הכול\` (the total). See [the order page](https://shop.example.test/orders/MG-20418), or [הדף של ההזמנה](https://shop.example.test/orders/MG-20418?lang=he).

> Margay אמר: הטופס נשלח, and the shop answered “תודה”.

> הטופס נשלח, והחנות ענתה “Thank you”.`;

const arabic = `هذه خطوات الطلب:

1. افتح الصفحة واختر المقاس **Medium**
2. اكتب الاسم في الحقل \`Full name\`
   - الاسم الأول
   - اسم العائلة
3. This step is in English
4. اضغط على “Order”

- [x] تم ملء النموذج
- [ ] لم يُرسل بعد

| الحقل | القيمة |
| --- | --- |
| رقم الطلب | MG-20418 |
| السعر | 24.00 € |`;

const table = `The two addresses and what became of them:

| Address | What is there | What I did | Done |
| --- | --- | --- | ---: |
| https://shop.example.test/orders/MG-20418/items/3f9c2e71-5b0a-4d0e-9a41-77c1f5f0b2d6?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0 | The order with its three items, each with a picture and a price | I compared the prices with those of the mail and found one that differs | 3 |
| short | Nothing that belongs to this order | Left it as it was, because it is another person’s | 0 |`;

const listing = Array.from({ length: 300 }, (_, i) => (i % 12 === 0
  ? `export function step${i}(order: Order, addresses: readonly Address[], options: Readonly<Options> = {}): Promise<Outcome> {`
  : i % 12 === 11 ? "}" : `  const part${i} = order.items[${i}] ?? none; // the ${i}th`)).join("\n");

const quotation = (depth: number): string => `${"> ".repeat(depth)}What was said first, and was quoted ever since by everyone who answered.`;

const longTitles = [
  "Compare the terms of the three cheapest travel insurances for a week in Lisbon and write them into one table",
  "https://shop.example.test/orders/MG-20418/items/3f9c2e71-5b0a-4d0e-9a41-77c1f5f0b2d6",
  "השווה את המחירים של שלושת המחשבים הניידים בדף Order וכתוב טבלה אחת עם כולם",
  "整理十一月的发票并写一封邮件给会计部门，附上所有的收据和一张按日期排列的总表",
  "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
];

export function textScenes(daemon: FakeDaemon): Record<string, () => void> {
  const says = (title: string, asked: string, answer: string) => () => {
    daemon.store(conversation("c1", title), [user("u1", asked), agent("a1", answer, { usage: { inputTokens: 900, outputTokens: 60 }, durationMs: 2100 })]);
    localStorage.setItem("margay.conversation", "c1");
  };
  return {
    hebrew: says("מה מוצג בדף Order?", "מה מוצג בדף Order, ומה כתוב על הכפתור “Order now”?", hebrew),
    arabic: says("خطوات الطلب في صفحة Order", "اكتب لي خطوات الطلب", arabic),
    table: says("What became of the addresses", "What became of the addresses?", table),
    listing: says("The whole file", "Show me the whole file.", `Here it is:\n\n\`\`\`ts\n${listing}\n\`\`\`\n\nThat is all of it.`),
    quotes: says("The whole thread", "Show me the thread.", `${quotation(3)}\n\n${quotation(58)}\n\nBelow the thread.`),
    deep: says("The whole thread", "Show me the thread.", `${quotation(60)}\n\nBelow the thread.`),
    titles: () => {
      for (let i = 0; i < 12; i++) {
        const updatedAt = new Date(Date.now() - i * 17_000_000).toISOString();
        daemon.store({ ...conversation(`c${i}`, longTitles[i % longTitles.length] ?? ""), updatedAt }, []);
      }
      localStorage.setItem("margay.conversation", "c0");
    },
  };
}
