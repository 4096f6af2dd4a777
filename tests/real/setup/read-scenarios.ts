/** Scripts in which files reach the model by other ways than the shell, for every CLI, with the files they are about. */
import type { Scenario, Step } from '../../helpers/scripted-model/script.ts';

/** A run about reading: what the model does, the files of the workspace, and the prompt where it calls a skill. */
export interface ReadScenario {
  readonly what: string;
  readonly scenario: Scenario;
  readonly files: Readonly<Record<string, string>>;
  readonly prompt?: string;
}

/** The skill that the scripts use, and its file below the folder where a CLI looks for skills. */
export const SKILL_NAME = 'parcel-notes';
export const SKILL_TEXT = `---
name: ${SKILL_NAME}
description: How to take notes about parcels. Use it for every note.
---

# Parcel notes

Write the weight in grams – never in "pounds" & never 'about'.

    indented   by four

The last line of the skill.
`;

/** Files whose exact text counts: line ends, letters beyond ASCII, tabs, lines that look like numbering. */
export const READ_FILES: Readonly<Record<string, string>> = {
  'ends.md': 'Grüße aus Köln\n第二行 🚚\n\ttabbed  \n1\tlooks numbered\n2: looks numbered\n',
  'open-end.md': 'Grüße\nno newline at the end – é',
  'blank-end.md': 'one\n\n\n',
  'empty.md': '',
  'crlf.md': 'first\r\nsecond\r\n',
};

/** A file of more lines than a tool shows at once, and one with a single line too long to be shown whole. */
export const LONG_FILES: Readonly<Record<string, string>> = {
  'long.md': Array.from({ length: 2100 }, (_, n) => `l ${n + 1}\n`).join(''),
  'wide.md': `short\n${'wide '.repeat(1200)}\nlast\n`,
};

const PADDING = 'padded with words so that the whole is too much to be shown at once';

/** A file of more bytes than a tool shows at once. */
export const HUGE_FILES: Readonly<Record<string, string>> = {
  'huge.md': Array.from({ length: 3600 }, (_, n) => `line ${n + 1}, ${PADDING}\n`).join(''),
};

const script = (...otherwise: Step[]): Scenario => ({ entries: [], otherwise });
const answer: Step = { answer: 'DECISION: PROCEED' };
const reading = (path: string, from?: number, count?: number): Step => ({
  do: [{ read: path, ...(from === undefined ? {} : { from }), ...(count === undefined ? {} : { count }) }],
});

const PART = { 'part.md': Array.from({ length: 12 }, (_, n) => `part ${n + 1}\n`).join('') };

/** Scenarios by name, for a CLI that looks for skills in `skillRoot` and is asked for one by `call`, if at all. */
export function readScenarios(skillRoot: string, call: string | null): Readonly<Record<string, ReadScenario>> {
  const skill = { [`${skillRoot}/${SKILL_NAME}/SKILL.md`]: SKILL_TEXT };
  const called: Record<string, ReadScenario> =
    call === null
      ? {}
      : {
          'skill-called': {
            what: 'a skill that the prompt calls by its name',
            files: { ...skill, 'NOTES.md': 'one note\n' },
            prompt: `${call}${SKILL_NAME} Weigh the parcel.`,
            scenario: script({ do: [{ run: 'cat NOTES.md' }] }, answer),
          },
        };
  return {
    reads: {
      what: 'whole files with and without a final newline, beyond ASCII, empty, and with carriage returns',
      files: READ_FILES,
      scenario: script(...Object.keys(READ_FILES).map((path) => reading(path)), answer),
    },
    'read-part': {
      what: 'a file read in parts, the last of which goes beyond its end',
      files: PART,
      scenario: script(reading('part.md', 3, 4), reading('part.md', 7, 100), reading('part.md', 1, 2), answer),
    },
    'read-missing': {
      what: 'a file that is not there',
      files: PART,
      scenario: script(reading('missing.md'), reading('part.md', 400, 2), answer),
    },
    'read-cut': {
      what: 'a file with more lines than are shown at once, read again, and one with a line too long to be shown whole',
      files: LONG_FILES,
      scenario: script(
        reading('long.md'),
        reading('wide.md'),
        reading('long.md', 2001, 100),
        reading('long.md'),
        answer,
      ),
    },
    'read-huge': {
      what: 'a file with more bytes than are shown at once',
      files: HUGE_FILES,
      scenario: script(reading('huge.md'), answer),
    },
    'read-delegate': {
      what: 'a delegate that reads a file, and one that reads a part of it',
      files: READ_FILES,
      scenario: {
        entries: [
          { key: 'whole', when: '[[whole]]', steps: [reading('ends.md'), { answer: 'WHOLE: five lines.' }] },
          { key: 'part', when: '[[part]]', steps: [reading('ends.md', 2, 2), { answer: 'PART: two lines.' }] },
        ],
        otherwise: [
          {
            do: [
              { spawn: 'whole', prompt: '[[whole]] Read the file.' },
              { spawn: 'part', prompt: '[[part]] Read a part of the file.' },
            ],
          },
          answer,
        ],
      },
    },
    'skill-chosen': {
      what: 'a skill that the model calls, and one that there is not',
      files: skill,
      scenario: script({ do: [{ skill: SKILL_NAME }] }, { do: [{ skill: 'no-such-skill' }] }, answer),
    },
    ...called,
  };
}
