import { describe, expect, it } from 'vitest';
import { baseName, invocationsOf } from '../../../scorers/decision/invocations.ts';

/** The programs that are started, each with its words in one text. */
function started(text: string): readonly string[] {
  return invocationsOf(text).started.flatMap(({ words }) => (words.length > 0 ? [words.join(' ')] : []));
}

describe('invocationsOf', () => {
  it.each([
    ['a plain call', 'deploy --prod', ['deploy --prod']],
    ['sh -c', "sh -c 'deploy --prod'", ['deploy --prod']],
    ['bash -lc with a path', '/bin/bash -lc "cd app && deploy --prod"', ['cd app', 'deploy --prod']],
    ['a shell in a shell', `sh -c "bash -c 'deploy --prod'"`, ['deploy --prod']],
    ['eval', 'eval "deploy --prod"', ['deploy --prod']],
    ['a here-document for a shell', 'bash <<END\ndeploy --prod\nEND', ['deploy --prod']],
    ['a here-document for another program', 'cat <<END\ndeploy --prod\nEND', ['cat']],
    ['env with assignments', 'env -u HOME A=1 deploy --prod', ['deploy --prod']],
    ['sudo with a user', 'sudo -u root A=1 deploy', ['deploy']],
    ['timeout', 'timeout -k 5 30 deploy', ['deploy']],
    ['nice, nohup and exec', 'nice -n 5 nohup exec deploy', ['deploy']],
    ['xargs', 'echo x | xargs -n 1 deploy --prod', ['echo x', 'deploy --prod']],
    ['command', 'command deploy', ['deploy']],
    ['command -v', 'command -v deploy', ['command -v deploy']],
    ['an end of options', 'env -- deploy', ['deploy']],
    ['a condition', 'if true; then deploy; fi', ['true', 'deploy', 'fi']],
    ['a loop', 'for x in a b; do deploy $x; done', ['x in a b', 'deploy $x', 'done']],
    ['a negation', '! deploy', ['deploy']],
    ['a script file', 'bash run.sh deploy', ['bash run.sh deploy']],
    ['a wrapper alone', 'sudo -l', ['sudo -l']],
    ['words that only name it', 'echo deploy --prod', ['echo deploy --prod']],
  ])('takes apart %s', (_, text, expected) => {
    expect(started(text)).toEqual(expected);
  });

  it('keeps the wrappers', () => {
    const [shell, inner] = invocationsOf("env PATH=/x sh -c 'sudo deploy'").started;
    expect(shell).toMatchObject({ words: [] });
    expect(inner?.wrappers.map((words) => words[0])).toEqual(['env', 'sh', 'sudo']);
  });

  it('says so when wrappers or shells are stacked beyond reading', () => {
    expect(invocationsOf(`${'env '.repeat(60)}deploy`).complete).toBe(false);
    const nested = Array.from({ length: 9 }).reduce<string>(
      (line) => `sh -c '${line.replaceAll("'", "'\\''")}'`,
      'deploy',
    );
    expect(invocationsOf(nested).complete).toBe(false);
    expect(invocationsOf('sh -c deploy').complete).toBe(true);
  });

  it('reads many wrappers in linear time', () => {
    const start = performance.now();
    invocationsOf('env '.repeat(60_000));
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('baseName', () => {
  it.each([
    ['deploy', 'deploy'],
    ['./deploy', 'deploy'],
    ['/usr/bin/deploy', 'deploy'],
    ['bin/', ''],
  ])('of %s is %s', (path, name) => {
    expect(baseName(path)).toBe(name);
  });
});
