import { holderName, isDead } from './lease.repository';

describe('isDead', () => {
  const nobody = () => false;
  const everybody = () => true;
  const other = holderName('here', 12, 'n');

  it('knows a process of this machine that is gone', () => {
    expect(isDead(other, 'here', 7, nobody)).toBe(true);
    expect(isDead(other, 'here', 7, everybody)).toBe(false);
  });

  it('never says so of another machine, of itself, or of a name it cannot read', () => {
    expect(isDead(other, 'there', 7, nobody)).toBe(false);
    expect(isDead(other, 'here', 12, nobody)).toBe(false);
    expect(isDead('here', 'here', 7, nobody)).toBe(false);
    expect(isDead('here|-1|n', 'here', 7, nobody)).toBe(false);
  });
});
