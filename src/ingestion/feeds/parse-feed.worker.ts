import { parentPort } from 'node:worker_threads';
import { parseFeed } from './parse-feed';
import type { ParseReply, ParseTask } from './feed-parser.pool';

const port = parentPort;
if (port === null) throw new Error('parse-feed.worker runs as a worker thread only');

port.on('message', ({ bytes, hints }: ParseTask) => {
  const reply: ParseReply = { result: parseFeed(bytes, hints) };
  port.postMessage(reply);
});
port.postMessage('ready');
