import { startFakeOpenAi } from '../../fakes/openai.ts';
import { signedUp } from '../../process/visitor.ts';
import { talk } from '../chatting-user.ts';
import { ANSWER, answerSurvives } from './answer-survives.ts';
import { among, diesAtEachPoint, eachPoint } from './each-point.ts';
import { openKillable } from './killable.ts';

diesAtEachPoint('takeover', async () => {
  const openAi = await startFakeOpenAi();
  await among(openAi, async () => {
    const app = await openKillable({ OPENAI_BASE_URL: openAi.url, OPENAI_API_KEY: 'sk-test' });
    const person = await signedUp(app.address);
    await eachPoint('takeover', (point) =>
      answerSurvives(app, () =>
        app.dieTwice('answer: a chunk is stored', point, () => talk(person, ANSWER)),
      ),
    );
    await app.stop();
  });
});
