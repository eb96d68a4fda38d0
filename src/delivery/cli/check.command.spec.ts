import { command } from './check.command';

describe('vedette check', () => {
  it('asks nothing outside for the demo, whose sources nobody else has', async () => {
    await expect(command.parseAsync(['--demo'], { from: 'user' })).rejects.toThrow(
      'Nothing outside is asked for the demo',
    );
  });
});
