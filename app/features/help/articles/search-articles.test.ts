import { describe, expect, test } from 'vitest';

import { articles } from './articles.server';
import { searchArticles } from './search-articles.server';

/** As many articles as go into the prompt. */
const IN_PROMPT = 3;

/** Questions as people ask them, with the article that answers each. */
const QUESTIONS: [question: string, article: string][] = [
  ['What is this thing and where do I start?', 'first-steps'],
  ['Why do all the answers say demo?', 'demo-mode'],
  ['Where do I put my OpenAI key?', 'demo-mode'],
  ['Is there an app for my phone?', 'on-a-phone'],
  ['which keyboard shortcuts are there', 'keyboard'],
  ['How can I stop the assistant while it is writing?', 'ask-the-assistant'],
  ['The answer broke off in the middle, can it continue?', 'ask-the-assistant'],
  ['Can I change a message that I have sent already?', 'edit-a-message'],
  ['How do I upload a PDF?', 'attach-files'],
  ['Why is my microphone blocked when I dictate?', 'dictate-and-listen'],
  ['My Word document is refused', 'attach-files'],
  ['I cannot find a conversation from last month', 'find-a-conversation'],
  ['How do I filter chats by date?', 'find-a-conversation'],
  ['I deleted a chat by mistake, can I undo that?', 'organize-conversations'],
  ['How do I rename a conversation?', 'organize-conversations'],
  ['How do I share a chat with my colleague?', 'share-a-conversation'],
  ['Can I revoke a public link?', 'share-a-conversation'],
  ['How do I switch to another GPT model?', 'model-and-instructions'],
  ['Can it always answer in Spanish?', 'model-and-instructions'],
  ['Where are my prompt templates?', 'prompt-library'],
  ['What do I fill in for brand voice?', 'brand-profile'],
  ['Can I ban certain words from my posts?', 'voice-rules'],
  ['Can the profile be filled in automatically from my website?', 'draft-a-profile'],
  ['How do I add my price list as a source?', 'brand-sources'],
  ['What do the small numbers in my text mean?', 'citations'],
  ['Can the assistant look something up on the internet?', 'web-search'],
  ['Can the chat make an image for this post?', 'images-in-chat'],
  ['Which document does this fact come from?', 'citations'],
  ['The answers talk about the wrong brand', 'profile-in-use'],
  ['How do I write a newsletter?', 'write-copy'],
  ['make several variants of a LinkedIn post', 'write-copy'],
  ['How can I shorten one paragraph?', 'improve-a-passage'],
  ['Can the AI change my text and show me what it changed?', 'work-on-a-document'],
  ['Where did my saved posts go?', 'saved-content'],
  ['I want the older version of my text back', 'saved-content'],
  ['What is the character limit of X?', 'checks-and-previews'],
  ['Which words break the rules of my brand?', 'brand-check'],
  ['How do I generate a picture with my brand colors?', 'make-images'],
  ['How do I download an image that I made?', 'gallery'],
  ['What is a LoRA?', 'train-a-lora'],
  ['Can I turn a picture into a video?', 'make-videos'],
  ['My image failed, do I have to pay?', 'media-failed'],
  ['What are tokens and what do they cost?', 'tokens'],
  ['It says that I am out of tokens', 'out-of-tokens'],
  ['What happens when my trial ends?', 'trial-and-plans'],
  ['How do I cancel my subscription?', 'change-or-cancel-plan'],
  ['My storage is full', 'storage'],
  ['How do I change my email address?', 'email-and-password'],
  ['I forgot my password', 'forgot-password'],
  ['I lost my phone with the authenticator', 'two-factor'],
  ['Can I sign in with my fingerprint?', 'passkeys'],
  ['How do I sign in with Google?', 'linked-accounts'],
  ['Log me out on all devices', 'devices'],
  ['Please delete my account and all data', 'delete-account'],
  ['Can I switch to light mode?', 'appearance'],
  ['How do I import my ChatGPT history?', 'import-chatgpt'],
  ['Can I bring in a conversations.json?', 'import-chatgpt'],
  ['How do I download all of my data?', 'export-your-data'],
  ['Can I print a conversation?', 'export-your-data'],
  ['Can the admin read my conversations?', 'privacy'],
  ['I want to report a bug', 'contact'],
  ['The page is stuck and does not load', 'offline'],
];

describe('the help articles', () => {
  test('are complete and numerous enough', () => {
    expect(articles().length).toBeGreaterThanOrEqual(25);
    for (const { id, title, body, screen, searchWords } of articles()) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      expect(title.length, id).toBeLessThan(70);
      expect(body.length, id).toBeGreaterThan(150);
      expect(screen.path, id).toMatch(/^\//);
      expect(searchWords.length, id).toBeGreaterThan(3);
    }
  });

  test.each(articles().map(({ id }) => id))(
    'include %s, which a question here must be about',
    (id) => {
      expect(QUESTIONS.map(([, article]) => article)).toContain(id);
    },
  );
});

describe('searching for a question', () => {
  test('finds the right article for every question', () => {
    const missed = QUESTIONS.filter(
      ([question, id]) => !searchArticles(question, IN_PROMPT).some((found) => found.id === id),
    );
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(40);
    expect(missed.map(([question]) => question)).toEqual([]);
  });

  test('finds nothing for a question that no article is about', () => {
    for (const question of ['', '???', 'zzzz qqqq', 'Καλημέρα', 'bitcoin', 'weather tomorrow']) {
      expect(
        searchArticles(question, IN_PROMPT).map(({ id }) => id),
        question,
      ).toEqual([]);
    }
  });
});
