import type { Samples } from './samples';

/** Copy for a neighborhood bakery with a bread subscription. */
export const bakery: Samples = {
  'linkedin-post': [
    `At 3:40 every morning, Ana pulls the first rye out of our oven. It has been on its way for 36 hours.

We could do it in three. Most factories do. A little extra yeast, a few enzymes, and a loaf goes from flour to shelf before lunch.

We tried it once, in our second year, when money was tight. Nobody complained. But Mrs. Halloran, who has come in every Tuesday since we opened, picked up her loaf, weighed it in her hand, and said: “You were in a hurry.”

She was right, and we've never been in a hurry since.

Time is the one ingredient that doesn't show up on the label. It's also the only one our customers can taste.

What does your business do slowly, on purpose?

{{action}}.`,
    `Three numbers changed how we run our bakery:

→ 22% of what we baked on Saturdays came back unsold.
→ 41 people asked us last fall whether they could “just reserve one.”
→ 0 of them had a way to do it.

So we built the simplest thing we could think of: a weekly bread subscription. You choose a loaf, we bake exactly that many, and it waits for you with your name on it.

Eight months later, unsold bread is down to 4%. We bake for people now instead of for a forecast.

Sometimes the best product idea is already standing in line.

{{action}}.`,
    `Hiring a baker? Don't ask for experience first.

Ask what they cook when nobody's watching. Our best hire talked for ten minutes about her grandmother's flatbread.

You can teach shaping. You can't teach caring about Tuesday's dough.

{{action}}.`,
  ],

  'x-post': [
    `Our sourdough takes 36 hours. Eating it takes about four minutes. We've made peace with that. {{action}}.`,
    `Saturday, 10:15 a.m. The last walnut loaf leaves with a man who says he'll “only have one slice.” We've heard that before, sir. Subscribers get theirs set aside. {{action}}.`,
    `Flour. Water. Salt. Time. That's the whole recipe.

{{action}}.`,
  ],

  'instagram-caption': [
    `That crackle you hear? It's the crust singing. 🎶

For about two minutes after a loaf leaves the oven, it cools, contracts, and pops like a tiny campfire. We've been baking for eleven years, and the whole kitchen still goes quiet to listen.

Come by before eight and you'll catch the rye choir. {{action}}.

#sourdough #neighborhoodbakery #realbread`,
    `Four people who make your Saturday:

Ana, first in, last to admit she's tired
Joel, who can fold 90 croissants an hour
Mim, who knows your order before you do
And Bert, the sourdough starter. He's eleven. He's difficult. He's family. 🫙

Tag the person who always gets the end piece. {{action}}.

#bakerylife #meettheteam #sourdoughstarter`,
    `Warm bread. Cold butter. No plans until ten. ☀️

{{action}}.

#slowmorning #freshbread`,
  ],

  'facebook-post': [
    `Neighbors, a small change you asked for!

From next week you can put your name on a loaf. Pick your bread by Thursday, come by any time on Saturday, and it'll be waiting on the shelf behind the counter: no line, no “sorry, just sold out.”

Country sourdough, seeded rye, or the walnut loaf. $8 a week, and you can skip whenever you're away.

Which one would you choose? Tell us below, we're settling a bet in the kitchen. {{action}}.`,
    `Lost: one blue mitten, child's size, last seen near the cinnamon buns.
Found: one blue mitten, child's size, covered in cinnamon sugar.

It's drying over the oven. Come and get it, and there's a bun in it for the owner. 🧤

While you're here, ask us about Saturday bread. {{action}}.`,
    `Eleven years ago today, we unlocked this door for the first time. We sold nineteen loaves, burned six, and gave one to the letter carrier, who said it was “pretty good, actually.”

She still comes in. So do an awful lot of you.

Thank you for the early mornings, the rainy-day chats, the birthday orders you remembered at the last minute, and the ones we nearly forgot. We've watched your kids grow tall enough to see over the counter.

This Saturday, the first coffee is on us with any loaf. No coupon, no catch. Just come by and say hello to Ana, who has been up since three and would like to see who it's all for.

{{action}}.`,
  ],

  thread: [
    `Why does real bread cost $8?

We get asked that a lot, and it's a fair question. Here's where the money in one of our sourdough loaves actually goes. 🧵

---

Flour: $1.35.

It's stone-milled by a family 40 miles away. We could pay half. Then we'd need to add back what the cheap milling takes out.

---

Time: $3.20.

Not machine time. People time. One loaf passes through three pairs of hands in 36 hours, and all of them earn a wage they can live on here.

---

Oven, rent, salt, paper bag: $2.60.

What's left, 85 cents, pays for the day a mixer breaks. It always breaks on a Friday.

---

So no, it isn't cheap. But it keeps for five days, and nobody in the chain got a bad deal.

{{action}}.`,
    `You can keep bread fresh for five days without a single plastic bag. Here's how we do it at home.

---

Day 1 and 2: cut side down on a wooden board. That's it. The crust is the wrapper.

---

Day 3: clean cotton bag, in a drawer. Never the fridge, where bread goes stale about six times faster.

---

Day 4: run the crust under the tap for two seconds, then 8 minutes at 400°F. It comes back like nothing happened.

---

Day 5: breadcrumbs, croutons, French toast. Or come in for a new one. {{action}}.`,
    `A short love story in three loaves.

---

Loaf one: he asks for “whatever's good.” She's next in line and says, “The rye. Always the rye.”
Loaf two: he orders the rye. She laughs.

---

Loaf three: one order, two names, every Saturday since. We'd like to think the caraway helped.

{{action}}.`,
  ],

  article: [
    `# Why slow bread is easier to love

If bread has started to feel heavy, you may not have a problem with bread. You may have a problem with hurry.

For most of its history, bread was slow. Flour and water stood overnight because nobody knew another way. Then came fast yeast, faster mixers, and dough conditioners, and the time between sack and shelf shrank from two days to two hours. The loaf still looked like a loaf. Something had been left out, though, and it was the part you can't see.

## What happens while nothing happens

Leave dough alone in a cool room and it gets busy. Wild yeasts make it rise, slowly. Lactic bacteria turn starch into the mild sourness that keeps bread fresh for days. Enzymes begin to take apart proteins that our stomachs find hard work.

After 36 hours, the baker has done very little, and the dough has done almost everything.

## How to spot a slow loaf

You don't need a label. Use your senses:

- **Look** at the crumb. Slow bread has holes of many sizes; fast bread looks like a sponge.
- **Press** it. A good loaf springs back.
- **Smell** it. You should think of apples, nuts, a little yogurt.
- **Wait**. On the third day it should still be a pleasure.

## Three ways to serve it

On day one, all it wants is butter and salt. On day three, toast it and rub it with half a tomato. On day five, tear it into a soup and let it drink.

## Start with one good loaf

You don't have to change how you eat. Swap one loaf a week, keep it cut side down on a board, and notice how long it lasts and how little of it you throw away.

At {{brand}}, we bake to order every Saturday. {{action}}.`,
    `# The Saturday bread plan: eat well, waste nothing

Every household in our street throws away about one slice of bread in four. We know, because we asked.

The reasons were always the same. The loaf was too big. It got hard. Someone bought another one by mistake. Nobody was careless; they just had no plan. So here is one. It takes a single loaf, a board, and ten minutes on three evenings.

## Saturday and Sunday: fresh

Don't cut it warm. Give the loaf an hour, then slice only what you'll eat. Stand it on its cut side. Breakfast takes care of itself.

## Monday and Tuesday: toast

Slice the rest and put half in the freezer, with paper between the slices. Frozen slices go straight into the toaster and taste like Saturday.

| Meal | What you need | Minutes |
|---|---|---|
| Tomato toast | garlic, one ripe tomato, salt | 6 |
| Egg on rye | butter, egg, chives | 8 |
| Melted cheese | yesterday's cheese, mustard | 9 |

## Wednesday: rescue

Cube what's left, fry it in olive oil, and you have croutons for the week's soup. The very end becomes crumbs. Nothing is left, and that's the point.

## What it saves

One loaf a week at $8 beats two cheap ones at $4.50 when the second ends up in the trash. Your counter is clearer, too.

If you'd like the loaf to be waiting for you every Saturday, {{brand}} will put your name on it. {{action}}.`,
    `# Sourdough at home: the honest version

Most guides make sourdough look like a chemistry degree. Here's what we tell friends.

## You need four things

Flour, water, salt, and a starter. Ask any bakery for a spoonful; we give ours away in a jam jar.

## You need to fail once

Your first loaf will be flat. Slice it thin, toast it hard, call it flatbread. Then change one thing only: give it two more hours.

## You need a reason

Bake on a day when you're home anyway. Bread fits around a life; it doesn't like to be the center of it.

And on the weeks when life wins, we're here. {{action}}.`,
  ],

  'case-study': [
    `# How one café stopped throwing bread away

**The customer:** The Reading Room, a 30-seat café two streets from our oven.

## The problem

Every evening, Priya filled a bag with what hadn't sold: eleven slices on a good day, thirty on a bad one. Her supplier delivered once, at 6 a.m., in trays of twenty. “I was paying for bread to feel guilty about,” she says.

## What we changed

We sat down with three weeks of her receipts. Sandwiches sold in two waves, at 8:30 and 12:15, and the size of the second wave depended mostly on the weather.

So we split one delivery into two. The second is baked to a number that Priya texts us by 9:30, once she has seen the sky.

## The result

- Leftover bread fell from 14 slices a day to 3.
- The café saves $210 a month.
- The lunch sandwich is now made with bread that's two hours old, and it outsells the salad.

## What she says

“It's the same bread. It's just on time.”

Do you serve bread, too? {{action}}.`,
    `# 120 wedding guests, one oven, no tiers

When Sam and Leila came in, they had a guest list, a barn, and a firm opinion: no cake.

## What they wanted

“Something people tear and pass on,” Leila said. Her family breaks bread before every meal. His never misses dessert.

## What we made

A nine-foot table of bread. Cardamom knots, olive wreaths, walnut loaves, and, in the middle, a brioche crown with honey butter for the first cut.

We baked a trial for eight people in March. The knots were too small to share, so we made them bigger. The crown leaned, so we gave it a wider base.

## How it went

By ten o'clock there was one roll left, and two uncles were negotiating. The couple spent $640, about half of what they'd been quoted for a cake.

Planning something that calls for bread? {{action}}.`,
    `# Fresh bread for 40 desks, every Friday

**Before:** Friday breakfast at Larch & Lowe meant supermarket bagels. Half went home in someone's bag.

**What we did:** One box at 8:45, built around a shared spreadsheet nobody has to chase. People tick what they eat by Wednesday.

**After:** 37 of 40 employees now come in on Fridays; it used to be 22. Leftovers fit in one paper bag, which the dog-owners fight over.

**The lesson:** A small treat, made for the people who are really there, beats a large one made for nobody.

Want a box on your desk? {{action}}.`,
  ],

  newsletter: [
    `Subject: The walnut loaf is back
Preheader: Plus: why we're closing early on Tuesday, and a soup worth stale bread

Good morning,

the first walnuts arrived on Monday, which means that the loaf you've been asking about since March is back on the shelf. It's here until they run out, usually the week before the holidays.

## On the shelf this month

**Walnut loaf:** rye, whole wheat, and a ridiculous number of nuts. $9.

**Pear danish:** poached pears from Miller's orchard, Friday and Saturday only.

**Country sourdough:** the one that never leaves. It would cause a riot.

## From the kitchen

Joel has been folding croissants for seven years. This month he taught his first class: eight people, two burned fingers, zero regrets. The next one is on the 14th, and there are three places left.

## Worth stale bread

Tear two thick slices into a bowl. Pour over hot broth with a spoon of tomato paste. Crack in an egg, cover, and wait four minutes. Dinner.

[{{action}}](#)

See you at the counter,
{{signature}}`,
    `Subject: A letter about prices
Preheader: From the 1st, three loaves cost a little more. Here's exactly why.

Dear regulars,

from the first of next month, our sourdough costs $8 instead of $7.50. We'd like you to hear it from us before you see it on the chalkboard.

## Why

Organic flour went up by 18% this year, and the people who bake with it got a raise they had waited for. We could have used cheaper flour. We'd rather ask you for 50 cents.

## What doesn't change

Coffee stays at $2.80. Day-old bread stays at half price. Children still get a roll while you choose.

## What gets better

Subscribers keep the old price until the end of the year. It's our way of saying thanks for letting us plan.

[{{action}}](#)

With gratitude, and flour on everything,
{{signature}}`,
    `Subject: Three things for your weekend
Preheader: A two-minute read, best with toast

Hello,

**1. Something to eat.** Cinnamon buns come out at 9:00 and 11:00 on Saturday. The 11 o'clock tray is the quiet one.

**2. Something to know.** Bread belongs on a board, not in the fridge. It stays fresh twice as long.

**3. Something to do.** Our back garden is open again. Four tables, one very opinionated cat.

[{{action}}](#)

Warmly,
{{signature}}`,
  ],

  hero: [
    `# Bread that was worth getting up for

Slow sourdough, baked through the night by people who know your name. Choose your loaf by Thursday, pick it up on Saturday, skip any week you like.

[{{action}}](#)`,
    `# Your Saturday loaf has your name on it

No line. No “sold out.” Just a warm paper bag behind the counter, with your name in Ana's handwriting. From $8 a week.

[{{action}}](#)`,
    `# 36 hours. Four ingredients. One very good slice.

Flour from 40 miles away, water, salt, and all the time in the world. That's the recipe, and we'd like you to taste it before you believe it.

[{{action}}](#)

*First loaf free when you subscribe. Cancel whenever you want.*`,
  ],

  features: [
    `## Everything good about a bakery, without the line

You get the loaf. We do the early mornings.

### Baked for you, not for a shelf

We count the names on Thursday and bake exactly that many loaves. Yours is fresh because it was always yours.

### Skip whenever life happens

Going away? Tap once by Thursday and you pay nothing that week.

### Bread that lasts

A 36-hour ferment keeps the crumb soft for five days, with nothing added.`,
    `## What your $8 pays for

### A miller we know by name

The grain grows 40 miles away, on a farm that rotates its fields and doesn't spray.

### A night shift with a living wage

Three bakers shape your bread by hand. All of them can afford to live in this neighborhood.

### No waste

Since we bake to order, only four loaves in a hundred go unsold. Those go to the shelter on Mill Street before closing.

### A bag you can compost

Paper, unbleached, without a window. Your tomatoes will love it.`,
    `## Three good reasons

### It tastes like something

Nutty, a little sour, with a crust that fights back.

### It fits your week

One loaf, one pickup, no app.

### It keeps us here

A street with a bakery is a nicer street.`,
  ],

  pricing: [
    `## The Single

**$8 a week**

One loaf for one or two people who like breakfast.

- Country sourdough, rye, or seeded
- Saturday pickup, any time
- Skip whenever you're away

[{{action}}](#)

## The Table

**$15 a week**

For families, and for people who say they'll freeze half.

- Two loaves, mixed as you like
- Four breakfast rolls on top
- First choice of seasonal breads

[{{action}}](#)

## The Long Weekend

**$24 a week**

Because Sunday deserves croissants.

- Two loaves and six pastries
- Pickup on Saturday or Sunday
- A free seat at one baking class a year

[{{action}}](#)`,
    `## Try it

**Free**

Your first loaf, any kind. No card needed, no reminder calls.

- Pick it up this Saturday
- Ask us anything about bread

[{{action}}](#)

## Subscribe

**$8 a week, billed monthly**

The same loaf you liked, with your name on it.

- 10% off everything else in the shop
- Cancel in one message

[{{action}}](#)

## For your office

**from $45 a week**

Bread and pastries for 10 to 60 people, at your door by 8:45.

- One invoice a month
- Vegan and gluten-aware boxes

[{{action}}](#)`,
    `## One loaf

**$8**

When you feel like it. While it lasts.

- At the counter, Tuesday to Saturday

[{{action}}](#)

## Every Saturday

**$7 a loaf**

When you'd rather not think about it.

- Set aside for you
- Pause any week

[{{action}}](#)`,
  ],

  faq: [
    `## Do I have to subscribe to buy bread?

Not at all. The shop is open to everyone, Tuesday to Saturday from 7 a.m. Subscribers simply never find an empty shelf.

## What happens if I can't come on Saturday?

Tell us by Thursday evening and you won't be charged. If something comes up later, we keep your loaf until Tuesday noon.

## Is sourdough gluten-free?

No. The long ferment breaks down part of the gluten, and many people find it easier to digest, but it isn't safe if you have celiac disease.

## How do I keep it fresh?

Cut side down on a wooden board for two days, then in a cotton bag. Never in the fridge. Slices freeze beautifully.`,
    `## When is the bread warm?

Rye at 6:30, country loaves at 7:15, buns at 9:00 and 11:00. Come ten minutes later if you want to be able to slice it.

## Can I bring my dog?

Yes, to the bench outside. There's a bowl, and Mim usually has something in her apron.

## Do you sell your sourdough starter?

We give it away. Bring a jar with a lid, any day but Saturday.

## Can you make a birthday cake by tomorrow?

We wish. Three days is the shortest notice that ends well for everyone.

## Where does the flour come from?

From Orchard Mill, 40 miles north. You're welcome to come along on our visit in June.`,
    `## What makes your bread different?

Time. 36 hours from flour to crust.

## What does it cost?

$8, or $7 for subscribers.

## How do I start?

{{action}}. It takes about a minute.`,
  ],

  'landing-page': [
    `# Good bread, every Saturday, with your name on it

Choose a loaf by Thursday. We bake it through the night and set it aside for you. From $8 a week, and you can skip whenever you like.

[{{action}}](#)

## You know the feeling

It's 10:40 on Saturday. You've slept in, you're in the mood for something with a real crust, and the shelf is empty. So it's the plastic-wrapped loaf again: soft on day one, sad on day two, gone on day four.

## Here's a better Saturday

1. **Choose by Thursday.** Country sourdough, seeded rye, walnut, or “surprise me.”
2. **We bake by name.** 36 hours of rest, four ingredients, three bakers.
3. **Pick it up when it suits you.** It's behind the counter until we close at two.

## What you get

### Bread that's fresh for five days

Slow dough keeps its moisture. Most people tell us they throw away half as much.

### A price that stays put

$8 a week until the end of the year, whatever flour does.

### No small print

Skip a week, change your loaf, or stop, all in one text message.

## “The best part of my week weighs two pounds”

Marta has been picking up seeded rye since our first Saturday. “I started for the bread,” she says. “I kept coming for the five minutes at the counter.”

## Questions people ask

### Can I try it first?

Yes. Your first loaf is free.

### What if I'm away?

Tell us by Thursday, and you pay nothing that week.

## Your loaf for this Saturday

There's room for 40 more names on our list. After that, the oven says no.

[{{action}}](#)`,
    `# The oven is on. You're invited.

Learn to bake the sourdough we sell every morning, in one relaxed evening with eight people, two bakers, and a bottle of something red.

[{{action}}](#)

## What happens in three hours

- **6:00** You meet Bert, our eleven-year-old starter, and get a jar of him to keep.
- **6:30** Hands in the dough. It's supposed to stick; that's the point.
- **7:30** We bake, you eat. Soup, cheese, and last night's class on the table.
- **8:45** You go home with a loaf for the morning and another to bake yourself.

## Who it's for

Beginners. People whose last attempt became a doorstop. Couples who've run out of date ideas. Kids over ten who like to get messy.

## What it costs

**$65 a person**, everything included. Bring an apron if you're fond of yours.

## Not sure?

If your loaf at home doesn't rise, call us. We'll talk you through the next one. That's a promise, and Joel answers the phone himself.

[{{action}}](#)`,
    `# Bread for your office. Crumbs included.

A box of fresh rolls, loaves, and pastries at your door every Friday by 8:45.

[{{action}}](#)

## Simple on purpose

Your team ticks what they like by Wednesday. We bake it, carry it upstairs, and send one invoice a month.

## Works for any size

From ten people who share to sixty who don't. Vegan options are always in the box.

## Try one Friday

From $45. If nobody says thank you, the next box is free.

[{{action}}](#)`,
  ],

  'cold-email': [
    `Subject: Your 12:15 rush
Preheader: An idea for the bread in your best-selling sandwich

Hi there,

I had your turkey club on Tuesday. Great filling, lovely room, and bread that had clearly been awake since five.

We bake two streets away and could bring you a second delivery at 11:30, made to the number you need that day. For a café like yours, that usually means 80% less leftover bread and a sandwich people mention in reviews.

Could I drop off a sample tray on Thursday? It's free, and it's warm.

[{{action}}](#)

{{signature}}`,
    `Subject: Friday breakfast for your team?
Preheader: 37 of 40 people showed up at the last office we baked for

Hello,

here's a small thing that works better than it should: a box of fresh bread and pastries, at 8:45, every Friday.

One of your neighbors started in the spring. Friday attendance went from 22 to 37 people, and nobody had to send a memo.

You tell us how many people and what they don't eat. We do everything else, from $45.

Would a free trial box next Friday be welcome?

[{{action}}](#)

Warm regards,
{{signature}}`,
    `Subject: Quick question about your bread
Preheader: Two sentences, I promise

Hi,

who bakes for you on weekends? If the answer is “it comes frozen,” I'd love to bring you one loaf to compare.

[{{action}}](#)

{{signature}}`,
  ],

  'welcome-sequence': [
    `Subject: Your name is on a loaf
Preheader: What happens between now and Saturday

Hello and welcome,

your first loaf is on the list. Here's the plan:

- **Thursday night:** we mix your dough and let it rest.
- **Saturday, 4 a.m.:** it goes into the oven.
- **From 7 a.m.:** it's waiting behind the counter. Just say your name.

Want a different bread? Reply before Thursday and tell us.

[{{action}}](#)

{{signature}}

---

Subject: How to keep it fresh for five days
Preheader: One board, one bag, and one thing never to do

Good morning,

by now you've probably cut the first slice. (The end piece belongs to the cook. We don't make the rules.)

Here's all you need to know: cut side down on a board for two days, cotton bag after that, and never, ever the fridge. Day-four bread comes back to life with a splash of water and 8 minutes in a hot oven.

[{{action}}](#)

{{signature}}

---

Subject: The people behind your bread
Preheader: Meet Ana, Joel, Mim, and a jar called Bert

Hi again,

Ana starts at 2:30 and sings to the mixer. Joel folds croissants with the patience of a saint. Mim remembers every order. And Bert, our starter, is eleven and eats better than any of us.

Next time you're in, ask for a peek into the kitchen. We're proud of it.

[{{action}}](#)

{{signature}}`,
    `Subject: Welcome! Coffee's on us
Preheader: Show this email at the counter, any day this week

Hello,

thanks for signing up. Let's start properly: your next coffee is free. Show this email at the counter, and tell Mim how you take it.

You'll hear from us twice a month: what's fresh, what's seasonal, and sometimes a recipe. That's all.

[{{action}}](#)

{{signature}}

---

Subject: Three breads to start with
Preheader: One for toast, one for soup, one for showing off

Hi,

not sure what to try? Start here.

**For toast:** country sourdough. Big holes, so mind the jam.

**For soup:** seeded rye. Dark, moist, lasts all week.

**For showing off:** the walnut loaf, with blue cheese and a drizzle of honey.

[{{action}}](#)

{{signature}}

---

Subject: Never find the shelf empty again
Preheader: Your Saturday loaf, set aside, from $8 a week

Hello once more,

on Saturdays we usually sell out by half past ten. If you like to sleep in, our bread subscription is for you: choose by Thursday, collect any time, skip when you're away.

The first loaf is a gift.

[{{action}}](#)

{{signature}}`,
    `Subject: You're in
Preheader: Short, sweet, and slightly floury

Welcome! Fresh bread news, twice a month, nothing else.

[{{action}}](#)

{{signature}}

---

Subject: What's your loaf?
Preheader: Answer with one word

Sour, dark, nutty, or soft? Reply with one word and we'll save you a slice to taste.

[{{action}}](#)

{{signature}}

---

Subject: A slice is waiting
Preheader: Until Saturday, at the counter

Your taste is on the board. Come in before Saturday, say “the slice,” and it's yours.

[{{action}}](#)

{{signature}}`,
  ],

  promotion: [
    `Subject: Your first loaf is on us
Preheader: Start your Saturday bread this week and taste it for free

Good morning,

we'd like to bake you something. Until Sunday, everyone who starts a bread subscription gets the first loaf free: country sourdough, seeded rye, or walnut.

It's baked overnight, set aside with your name on it, and ready from seven on Saturday. After that it's $8 a week, and you can skip or stop whenever you like.

There are 40 places, because that's how many loaves fit into the second bake.

[{{action}}](#)

Hope to see your name on the list,
{{signature}}`,
    `Subject: 24 pies, 3 days
Preheader: Holiday orders open now and close when the oven is full

Hello,

every year someone calls on the 23rd. Every year it breaks our hearts.

So here's your early warning: holiday pies are open for order. Apple with rye crust, pear and ginger, and the pecan one that started two family feuds. We make 24 a day on three days, and that's that.

Order by Friday and the whipped cream is included.

[{{action}}](#)

{{signature}}`,
    `Subject: Rainy-day price
Preheader: Today only: two loaves for $12

It's pouring, you'd rather stay in, and we baked for a sunny day.

Two loaves for $12, today until six. Freeze one, toast the other, listen to the rain.

[{{action}}](#)

{{signature}}`,
  ],

  'follow-up': [
    `Subject: Still thinking about Fridays?
Preheader: The trial box is free, and there's one place left next week

Hi again,

last week I wrote about a Friday breakfast box for your team. I know how inboxes get, so here's the short version: 8:45 at your door, baked that morning, from $45, no contract.

Next Friday still has room for one trial box. Should I put your name on it?

[{{action}}](#)

{{signature}}`,
    `Subject: One loaf, no reply needed
Preheader: I'll leave it at your door on Thursday

Hello,

no need to answer this one. I'm passing your place on Thursday morning anyway, so I'll leave a loaf at the counter. Taste it after the rush.

If it's better than what you have, you know where we are. If not, you had free bread.

[{{action}}](#)

{{signature}}`,
    `Subject: Last crumb
Preheader: I won't write again unless you'd like me to

Hi,

I'll stop here. If fresh bread ever moves up your list, we're two streets away.

[{{action}}](#)

{{signature}}`,
  ],
};
