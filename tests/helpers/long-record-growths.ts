/** How captures grow into long records: which lines are repeated, and what in them changes. */

/** What is repeated of one file. Line numbers count from 1 and are those of the capture. */
export interface Piece {
  readonly file: RegExp;
  readonly from: number;
  readonly to: number;
  /** An id from before the piece that its first line names, and the id of the piece that takes its place next time. */
  readonly link?: readonly [string, string];
}

/** How one capture grows. */
export interface Growth {
  readonly name: string;
  readonly harness: string;
  readonly fixture: string;
  readonly pieces: readonly Piece[];
  readonly ids: RegExp;
  /** A text of the capture, and the shape in which another stands in its place. */
  readonly texts: readonly (readonly [string, (text: string) => string])[];
  /** What stands before a number, the number, and by how much a repetition raises it. */
  readonly shifts: readonly (readonly [RegExp, number])[];
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const MISSING = "ls: cannot access 'missing': No such file or directory";
const ENDS = 'Grüße aus Köln\n第二行 🚚\n\ttabbed  \n1\tlooks numbered\n2: looks numbered';

const same = (text: string): string => text;
const ended = (text: string): string => `${text}\n`;
const numbered = (text: string, separator: string): string =>
  text
    .split('\n')
    .map((line, at) => `${at + 1}${separator}${line}`)
    .join('\n');
const tabbed = (text: string): string => numbered(`${text}\n`, '\t');
const coloned = (text: string): string => numbered(text, ': ');

const claude = { harness: 'claude', ids: new RegExp(`${UUID}|"msg_\\d+"|"call_root_s\\d_\\d"`, 'g'), shifts: [] };
const gemini = {
  harness: 'gemini',
  ids: new RegExp(`${UUID}|\\w+__call_root_s\\d_\\d`, 'g'),
  shifts: [[/("tool_calls":)(\d+)/, 1]] as const,
};
const opencode = { harness: 'opencode', ids: /(?:prt|msg)_\w{20,}|call_root_s\d_\d/g };

const CODEX: Growth = {
  name: 'codex, commands',
  harness: 'codex',
  fixture: 'success',
  pieces: [
    { file: /jsonl$/, from: 17, to: 21 },
    { file: /stdout/, from: 7, to: 8 },
  ],
  ids: /call_root_s\d_\d|resp_\w+/g,
  texts: [[MISSING, same]],
  shifts: [
    [/("ordinal":)(\d+)/, 5],
    [/("id":"item_)(\d+)/, 1],
    [/("thread_token_usage":\{"input_tokens":)(\d+)/, 2250],
    [/("thread_token_usage":\{.*?"output_tokens":)(\d+)/, 50],
  ],
};

/** Commands of every harness, and files that a tool of its own read. */
export const GROWTHS: readonly Growth[] = [
  CODEX,
  {
    ...claude,
    name: 'claude, commands',
    fixture: 'success',
    pieces: [
      {
        file: /jsonl$/,
        from: 30,
        to: 38,
        link: ['bbf78c84-3cc6-4619-9b5a-747fcaec0c11', 'fa86e3de-1d2c-4252-9f47-0c349fef293c'],
      },
      { file: /stdout/, from: 5, to: 8 },
    ],
    texts: [[MISSING, same]],
  },
  {
    ...claude,
    name: 'claude, reads',
    fixture: 'reads',
    pieces: [
      {
        file: /jsonl$/,
        from: 19,
        to: 26,
        link: ['94ad2846-b5af-41bd-b605-951cd2469788', '21bc0406-5c62-4abf-a5f9-2da0e703b2fc'],
      },
      { file: /stdout/, from: 2, to: 3 },
    ],
    texts: [
      [tabbed(ENDS), tabbed],
      [ended(ENDS), ended],
    ],
  },
  {
    ...gemini,
    name: 'gemini, commands',
    fixture: 'success',
    pieces: [
      { file: /jsonl$/, from: 10, to: 14 },
      { file: /stdout/, from: 6, to: 7 },
    ],
    texts: [[MISSING, same]],
  },
  {
    ...gemini,
    name: 'gemini, reads',
    fixture: 'reads',
    pieces: [
      { file: /jsonl$/, from: 5, to: 9 },
      { file: /stdout/, from: 3, to: 4 },
    ],
    texts: [[ended(ENDS), ended]],
  },
  {
    ...opencode,
    name: 'opencode, commands',
    fixture: 'success',
    pieces: [
      { file: /jsonl$/, from: 11, to: 17 },
      { file: /stdout/, from: 5, to: 7 },
    ],
    texts: [[MISSING, same]],
    shifts: [[/("n":)(\d+)/, 7]],
  },
  {
    ...opencode,
    name: 'opencode, reads',
    fixture: 'reads',
    pieces: [
      { file: /jsonl$/, from: 10, to: 16 },
      { file: /stdout/, from: 4, to: 6 },
    ],
    texts: [
      [coloned('Grüße\nno newline at the end – é'), coloned],
      ['Grüße\nno newline at the end – é', same],
    ],
    shifts: [[/("n":)(\d+)/, 7]],
  },
];
