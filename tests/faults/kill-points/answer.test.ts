import type { KillPoint } from '../../../app/lib/kill-points.server.ts';
import { startFakeOpenAi } from '../../fakes/openai.ts';
import { signedUp } from '../../process/visitor.ts';
import { talk } from '../chatting-user.ts';
import { ANSWER, answerSurvives } from './answer-survives.ts';
import { among, diesAtEachPoint, eachPoint } from './each-point.ts';
import { openKillable } from './killable.ts';

/** From here on, what the model had thought is stored. */
const AFTER_THOUGHT = new Set<KillPoint>([
  'answer: a thought is stored',
  'answer: a chunk is stored',
  'answer: noted as streaming',
  'answer: the provider is done',
]);

diesAtEachPoint('answer', async () => {
  const openAi = await startFakeOpenAi();
  await among(openAi, async () => {
    const app = await openKillable({ OPENAI_BASE_URL: openAi.url, OPENAI_API_KEY: 'sk-test' });
    const person = await signedUp(app.address);
    await eachPoint(
      'answer',
      async (point, times) => {
        await answerSurvives(app, () => app.dieAt(point, () => talk(person, ANSWER), times), {
          thought: AFTER_THOUGHT.has(point),
        });
      },
      [
        ['answer: words are here', 20],
        ['answer: a chunk is stored', 3],
      ],
    );
    await app.stop();
  });
});
