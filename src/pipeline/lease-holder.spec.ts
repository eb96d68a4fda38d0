import { holderName, isDead } from './lease.repository';

describe('isDead', () => {
  const nobody = () => false;
  const everybody = () => true;
  const other = holderName('here', 12, 'n');

  it('detects that a process of this machine has ended', () => {
    expect(isDead(other, 'here', 7, nobody)).toBe(true);
    expect(isDead(other, 'here', 7, everybody)).toBe(false);
  });

  it('never claims this of another machine, of itself, or of a malformed name', () => {
    expect(isDead(other, 'there', 7, nobody)).toBe(false);
    expect(isDead(other, 'here', 12, nobody)).toBe(false);
    expect(isDead('here', 'here', 7, nobody)).toBe(false);
    expect(isDead('here|-1|n', 'here', 7, nobody)).toBe(false);
  });
});
