import { describe, expect, it } from 'vitest';
import { StandardError } from '../../cli/standard-error.ts';

/** What was written, on a terminal of some columns or on none. */
function written(columns: number | null, use: (out: StandardError) => void): string {
  let text = '';
  use(new StandardError({ write: (part) => (text += part), columns: () => columns }));
  return text.replaceAll('\u001b', '␛');
}

describe('StandardError', () => {
  it('keeps every line where nobody watches a terminal', () => {
    const text = written(null, (out) => {
      out.passing('1/2');
      out.passing('2/2');
      out.line('done');
      out.clear();
    });
    expect(text).toBe('1/2\n2/2\ndone\n');
  });

  it('replaces a passing line by the next, and by a line that stays', () => {
    const text = written(80, (out) => {
      out.passing('1/2');
      out.passing('2/2');
      out.line('done');
      out.line('more');
    });
    expect(text).toBe('\r␛[2K1/2\r␛[2K2/2\r␛[2Kdone\nmore\n');
  });

  it('takes a passing line back before something else is printed', () => {
    const text = written(80, (out) => {
      out.clear();
      out.passing('1/2');
      out.clear();
      out.clear();
    });
    expect(text).toBe('\r␛[2K1/2\r␛[2K');
  });

  it('never lets a passing line wrap, nor steer the terminal', () => {
    const text = written(10, (out) => {
      out.passing('a case with a long name');
      out.passing('x\u001b[2Jy');
    });
    expect(text).toContain('␛[2Ka case w…');
    expect(text).not.toContain('␛[2J');
  });
});
