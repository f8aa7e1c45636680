/** PUT /schedule/delay: one venue day runs late, or early. */
import { readObject } from '../contract/read-body.ts';
import { DelayWrite } from '../contract/schedule.ts';
import { delayView } from '../domain/delay-view.ts';
import { setDelay } from '../operations/set-delay.ts';
import { jsonBody, ok, write } from './route.ts';

export const putDelay = write({
  method: 'PUT',
  path: '/v1/events/:eventId/schedule/delay',
  body: jsonBody((json) => readObject(DelayWrite, json)),
  operation: setDelay,
  input: (payload) => payload,
  answer: ({ result: day }) => ok(delayView(day)),
});
