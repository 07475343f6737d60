import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../packages/engine/src/gate/classify.ts';
import { isHigher } from '../../../packages/engine/src/gate/rating.ts';
import { DAILY } from './corpus-daily.ts';
import { DANGEROUS } from './corpus-dangerous.ts';
import { DISGUISED } from './corpus-disguised.ts';
import { FOLLOWED } from './corpus-followed.ts';
import { type Case, PLAIN } from './corpus-plain.ts';

const PLACES = { home: '/home/me', directory: '/home/me/project', launch: '/home/me/project', wisp: '/home/me/.wisp' };
const levelOf = (line: string) => classify(line, PLACES).level;

describe.each<[string, readonly Case[]]>([
  ['a line of every day', PLAIN],
  ['a line of any day', DAILY],
  ['a line that destroys, reads secrets or never runs', DANGEROUS],
  ['a line in disguise', DISGUISED],
  ['a line that is followed', FOLLOWED],
])('%s', (_, cases) => {
  it.each(cases)('%j is %s', (line, level) => {
    expect([levelOf(line), classify(line, PLACES).reasons]).toEqual([level, expect.anything()]);
  });
});

describe('the corpus', () => {
  it('has more than 300 lines', () => {
    const lines = [...PLAIN, ...DANGEROUS, ...DISGUISED, ...FOLLOWED, ...DAILY].map(([line]) => line);
    expect(new Set(lines).size).toBeGreaterThan(300);
    expect(new Set(lines).size).toBe(lines.length);
  });
});

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Ways to run a line inside another. */
const WRAPS: readonly ((line: string) => string)[] = [
  (line) => `sh -c ${quoted(line)}`,
  (line) => `env A=1 bash -c ${quoted(line)}`,
  (line) => `timeout 5 sh -c ${quoted(line)}`,
  (line) => `nice sh -c ${quoted(line)}`,
  (line) => `(${line}\n)`,
  (line) => `{ ${line}\n}`,
  (line) => `echo "$(${line}\n)"`,
  (line) => `if true; then ${line}\nfi`,
  (line) => `ls && { ${line}\n}`,
  (line) => `f() { ${line}\n}; f`,
  (line) => `eval ${quoted(line)}`,
  (line) => `ls | xargs sh -c ${quoted(line)}`,
  (line) => `watch ${quoted(line)}`,
  (line) => `cd . && { ${line}\n}`,
  (line) => `find . -exec sh -c ${quoted(line)} \\;`,
  (line) => `OTHER=1; { ${line}\n} | cat`,
  (line) => `case x in x) ${line}\n;; esac`,
  (line) => `for i in 1 2; do ${line}\ndone`,
];

describe('a wrapper', () => {
  it('never lowers what it wraps, however deep', () => {
    const lines = [...PLAIN, ...DANGEROUS, ...DISGUISED, ...FOLLOWED, ...DAILY]
      .map(([line]) => line)
      .filter(
        (line) =>
          line !== '' && !line.includes('\0') && !line.includes('<<') && !/unterminated|\( *$|\)$|then ls$/.test(line),
      );
    fc.assert(
      fc.property(
        fc.constantFrom(...lines),
        fc.array(fc.constantFrom(...WRAPS), { minLength: 1, maxLength: 3 }),
        (line, wraps) => {
          const wrapped = wraps.reduce((inner, wrap) => wrap(inner), line);
          const [before, after] = [levelOf(line), levelOf(wrapped)];
          expect([wrapped, isHigher(before, after)]).toEqual([wrapped, false]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('any text', () => {
  it('is rated, in little time', () => {
    const piece = fc.constantFrom(
      'rm',
      ' ',
      '-rf',
      '/',
      '$(',
      ')',
      '`',
      '"',
      "'",
      '\\',
      '|',
      '&',
      ';',
      '<',
      '>',
      '<<',
      '\n',
      '{',
      '}',
      '(',
      '~',
      '$',
      'a',
      '=',
      '*',
      '\0',
      'sudo',
      '#',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(['safe', 'moderate', 'dangerous', 'denied']).toContain(levelOf(pieces.join('')));
      }),
      { numRuns: 1_000 },
    );
    expect(levelOf(`${'$('.repeat(5_000)}ls${')'.repeat(5_000)}`)).not.toBe('safe');
    expect(levelOf('a'.repeat(1_000_000))).not.toBe('safe');
    expect(levelOf("sh -c '".repeat(50))).not.toBe('safe');
  });
});

describe('a line that is long', () => {
  const fill = (piece: string) => piece.repeat(Math.floor(65_536 / piece.length));
  it.each([
    ['of commands', fill('a;')],
    ['of pipes', `${fill('a|')}a`],
    ['of directories', `${fill('cd a;')}rm -rf *`],
    ['of variables that double', fill('A=x$A$A;')],
    ['of braces', `echo ${'{a,'.repeat(20_000)}${'}'.repeat(20_000)}`],
    ['of loops', `${'for a in 1 2 3 4 5 6 7 8 9; do '.repeat(30)}ls;${'done;'.repeat(30)}`],
    ['of patterns', `cat ${fill('*a')}x`],
    ['of sets', `awk '${fill('/[')}' f`],
    ['of texts in texts', "sh -c '".repeat(9_000)],
    ['of places to search', `find ${fill('a ')} -exec rm {} \\;`],
    ['of both grammars', fill('[[ a || b ]];((a));')],
  ])('%s is rated within seconds', (_, line) => {
    const began = performance.now();
    classify(line, PLACES);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('what an approval remembers', () => {
  it.each([
    ['npm test', ['npm test']],
    ['npm run build', ['npm run build']],
    ['npm test && git commit -m x', ['npm test', 'git commit']],
    ['make -j8', ['make']],
    ['echo hi > out.txt', ['write files here']],
    ['ls -la', []],
    ['python3 tools/gen.py --x', ['python3 /home/me/project/tools/gen.py']],
    ['./run.sh a', ['/home/me/project/run.sh']],
    ['curl -s https://example.org/x', ['curl example.org']],
    ['rm -rf build', ['rm -rf build in /home/me/project']],
    ['$X ls', ['$X ls in /home/me/project']],
    ['cat .env', ['cat .env in /home/me/project']],
  ])('of %j is %j', (line, patterns) => {
    expect(classify(line, PLACES).patterns).toEqual(patterns);
  });
});
