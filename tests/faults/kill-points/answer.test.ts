import { startFakeOpenAi } from '../../fakes/openai.ts';
import { signedUp } from '../../process/visitor.ts';
import { talk } from '../chatting-user.ts';
import { ANSWER, answerSurvives } from './answer-survives.ts';
import { among, diesAtEachPoint, eachPoint } from './each-point.ts';
import { openKillable } from './killable.ts';

diesAtEachPoint('answer', async () => {
  const openAi = await startFakeOpenAi();
  await among(openAi, async () => {
    const app = await openKillable({ OPENAI_BASE_URL: openAi.url, OPENAI_API_KEY: 'sk-test' });
    const person = await signedUp(app.address);
    await eachPoint(
      'answer',
      async (point, times) => {
        await answerSurvives(app, () => app.dieAt(point, () => talk(person, ANSWER), times));
      },
      [
        ['answer: words are here', 20],
        ['answer: a chunk is stored', 3],
      ],
    );
    await app.stop();
  });
});
